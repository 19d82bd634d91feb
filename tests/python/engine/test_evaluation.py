"""The evaluation of the engine: its features against slow ones. Those of kept answers depend on its weights."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import volo
from volo import _volo, reference
from volo.color import Color
from volo.reference.sky import DIRECTIONS, Sky, Space, Spaces, sky

PER_PLAYER = len(_volo._FEATURES)
EDGES = volo.Rules.EDGES


def components(here: Sky, spaces: Spaces) -> int:
    count = 0
    while spaces:
        spaces -= here.connected(min(spaces), spaces)
        count += 1
    return count


def six(space: Space) -> list[Space]:
    """The spaces around a space, also those outside the sky and the missing one in the center."""
    return [(space[0] + rows, space[1] + columns) for rows, columns in DIRECTIONS.values()]


def arcs(space: Space, open_: Spaces) -> int:
    ring = [each in open_ for each in six(space)]
    return sum(one and not other for one, other in zip(ring, ring[1:] + ring[:1], strict=True))


def squared_distance(one: Space, other: Space) -> int:
    rows, columns = one[0] - other[0], one[1] - other[1]
    return rows**2 - rows * columns + columns**2


def slow_features(position: reference.Position, color: Color) -> dict[str, int]:
    here = sky(position.rules.edge)
    own, opponent = (frozenset(map(here.named.__getitem__, position.birds(each))) for each in (color, color.other))
    vacant = frozenset(here.spaces) - own - opponent
    flocks = [frozenset(map(here.named.__getitem__, flock)) for flock in position.flocks(color)]
    around = [frozenset().union(*(here.neighbors[bird] for bird in flock)) - flock for flock in flocks]
    near, near_opponent = (frozenset().union(*(here.neighbors[bird] for bird in birds)) for birds in (own, opponent))
    lone = [next(iter(flock)) for flock in flocks if len(flock) == 1]
    free = [len(spaces & vacant) for spaces in around]
    touching = {space: sum(space in spaces for spaces in around) for space in vacant}
    joints = {space for space, count in touching.items() if count >= 2}
    joined: list[tuple[Space, int]] = []
    three = 0
    for bird, direction in product(lone, DIRECTIONS):
        distance, space = 1, here.step[direction].get(bird)
        while space is not None and space in vacant:
            # The bird's own flock is gone when it has flown.
            joined.append((bird, touching[space] - (distance == 1)))
            three += distance > 1 and touching[space] >= 3
            distance, space = distance + 1, here.step[direction].get(space)
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
    # A bird is on the rim if a missing space other than the center is next to it.
    rim = [bird for bird in own if not {*six(bird), (0, 0)} <= {*here.neighbors[bird], (0, 0)}]
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
        "necks": sum(arcs(space, own | vacant) >= 2 for space in vacant),
        "rim": len(rim),
        "center": sum((0, 0) in six(bird) for bird in own),
        "pairs": len(adjacent),
        "triangles": len(triangles),
        "touched": len(near & opponent),
        "liberties": len(near & vacant),
        "clusters-1": components(here, linked),
        "clusters-2": components(here, twice),
        "spread": 16 * sum(squared_distance(one, other) for one, other in combinations(own, 2)) // len(own) ** 2,
    }


def positions(edge: int, games: int, seed: int) -> list[volo.Position]:
    played = volo.play_random(games, position=f"standard-{edge}", seed=seed, policy="careful", record=True)
    return [position for game in played for position in game.positions[:-2]]


@pytest.mark.parametrize("edge", EDGES)
def test_features_are_those_of_slow_code(edge: int) -> None:
    sample = positions(edge, 12, seed=1)
    seen = set()
    for position in sample[:: max(1, len(sample) // 40)]:
        *features, phase = _volo._features(position).tolist()
        slow = reference.Position.from_fen(position.fen())
        mover, opponent = (slow_features(slow, color) for color in (slow.turn, slow.turn.other))
        assert dict(zip(_volo._FEATURES, features[:PER_PLAYER], strict=True)) == mover, position.fen()
        assert dict(zip(_volo._FEATURES, features[PER_PLAYER:], strict=True)) == opponent, position.fen()
        assert phase == min(64, 128 * (mover["birds"] + opponent["birds"]) // len(sky(edge).spaces))
        seen |= {name for name, number in mover.items() if number}
    missing = set(_volo._FEATURES) - seen
    assert missing <= {"flights-3", "joints-3", "tight-1"}, "the positions do not test these features"
