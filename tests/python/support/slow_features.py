"""The features of the evaluation, computed slowly, with sets of names and the rules of the reference."""

from __future__ import annotations

from volo import reference
from volo.color import Color
from volo.reference.sky import DIRECTIONS, Sky, Space, Spaces, sky


def slow_features(position: reference.Position) -> tuple[dict[str, int], dict[str, int], int]:
    """Return the features of the mover, those of the opponent, and the phase."""
    here = sky(position.rules.edge)
    mover = position.turn
    sides = [_side(position, here, color) for color in (mover, mover.other)]
    birds = sides[0]["birds"] + sides[1]["birds"]
    return sides[0], sides[1], min(64, 128 * birds // len(here.spaces))


def _spaces(here: Sky, names: tuple[str, ...]) -> Spaces:
    return frozenset(here.named[name] for name in names)


def _components(here: Sky, spaces: Spaces) -> int:
    count, rest = 0, spaces
    while rest:
        rest -= here.connected(min(rest), rest)
        count += 1
    return count


def _flown(here: Sky, start: Space, direction: str, vacant: Spaces) -> list[Space]:
    """Return the spaces that a bird reaches in a direction, the nearest one first."""
    ways, space = [], here.step[direction].get(start)
    while space in vacant:
        assert space is not None
        ways.append(space)
        space = here.step[direction].get(space)
    return ways


def _arcs(space: Space, open_: Spaces) -> int:
    """Return the number of arcs of open spaces round a space; 0 if all are open."""
    row, column = space
    ring = [(row + rows, column + columns) in open_ for rows, columns in DIRECTIONS.values()]
    return sum(one and not other for one, other in zip(ring, ring[1:] + ring[:1], strict=True))


def _side(position: reference.Position, here: Sky, color: Color) -> dict[str, int]:
    own, opponent = (_spaces(here, position.birds(each)) for each in (color, color.other))
    vacant = frozenset(here.spaces) - own - opponent
    flocks = [_spaces(here, flock) for flock in position.flocks(color)]
    around = [frozenset().union(*(here.neighbors[bird] for bird in flock)) - flock for flock in flocks]
    near, near_opponent = (frozenset().union(*(here.neighbors[bird] for bird in birds)) for birds in (own, opponent))
    lone = [next(iter(flock)) for flock in flocks if len(flock) == 1]
    free = [len(spaces & vacant) for spaces in around]
    touching = {space: sum(space in spaces for spaces in around) for space in vacant}
    joints = {space for space, count in touching.items() if count >= 2}
    joined: list[tuple[Space, int]] = []
    three = 0
    for bird in lone:
        for direction in DIRECTIONS:
            for distance, space in enumerate(_flown(here, bird, direction, vacant), start=1):
                # The bird's own flock is gone when it has flown.
                joined.append((bird, touching[space] - (distance == 1)))
                three += distance > 1 and touching[space] >= 3
    region = here.connected(min(own), own | vacant)
    linked = own | (near & vacant)
    twice = linked | {space for space in vacant if here.neighbors[space] & linked}
    adjacent = [(one, other) for one in own for other in here.neighbors[one] & own if one < other]
    triangles = [
        (one, other, third)
        for one, other in adjacent
        for third in here.neighbors[one] & here.neighbors[other] & own
        if other < third
    ]
    # Pairs of birds have the squared distance a^2 - a b + b^2 for a difference of a rows and b columns.
    apart = sum(
        (one[0] - other[0]) ** 2 - (one[0] - other[0]) * (one[1] - other[1]) + (one[1] - other[1]) ** 2
        for one in own
        for other in own
        if one < other
    )
    return {
        "birds": len(own),
        "flocks": len(flocks),
        "lone": len(lone),
        "largest": max(map(len, flocks)),
        "tight-1": free.count(1),
        "tight-2": free.count(2),
        "joints-2": len(joints),
        "joints-3": sum(count >= 3 for count in touching.values()),
        "joints-safe": len(joints & near_opponent),
        "flights": sum(count >= 1 for _, count in joined),
        "flights-2": sum(count >= 2 for _, count in joined),
        "flights-3": three,
        "idle": len(set(lone) - {bird for bird, count in joined if count >= 1}),
        "adds": len((region & vacant) - near),
        "cut-off": len(vacant - region),
        "necks": sum(_arcs(space, own | vacant) >= 2 for space in vacant),
        "rim": sum(_is_on_the_rim(here, bird) for bird in own),
        "center": sum((0, 0) in _six(bird) for bird in own),
        "pairs": len(adjacent),
        "triangles": len(triangles),
        "touched": len(near & opponent),
        "liberties": len(near & vacant),
        "clusters-1": _components(here, linked),
        "clusters-2": _components(here, twice),
        "spread": 16 * apart // len(own) ** 2,
    }


def _six(space: Space) -> list[Space]:
    return [(space[0] + rows, space[1] + columns) for rows, columns in DIRECTIONS.values()]


def _is_on_the_rim(here: Sky, space: Space) -> bool:
    """Return whether a missing space other than the center is next to a space."""
    return any(each not in here.neighbors[space] and each != (0, 0) for each in _six(space))
