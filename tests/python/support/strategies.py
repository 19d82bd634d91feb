"""Random positions and moves to test with: played positions, constructed positions, and malformed texts.

Some events are rare in random play and common here: flights, divided opponents, passes, endings, walls and full skies.
All functions draw from a `random.Random`, so a seed determines the result. The hypothesis strategies at the end draw
the seeds. Each call takes a few milliseconds at most. Smaller skies come first, because examples shrink towards them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from hypothesis import strategies as st

import volo
from volo import Move, Position
from volo.color import BLUE, ORANGE, Color
from volo.reference.notation import WrittenPosition, write_position
from volo.reference.rules import Rules
from volo.reference.rulings import regions
from volo.reference.sky import AXES, DIRECTIONS, Sky, Space, sky

EDGES: Final = volo.Rules.EDGES

Birds = dict[Space, Color]


# Rule sets.


@functools.cache
def named_rules(edge: int) -> tuple[str, ...]:
    """The named rule sets on this edge."""
    return tuple(dict.fromkeys(str(Rules.parse(f"{name}-{edge}")) for name in volo.Rules.NAMED))


@functools.cache
def rules_by_hand(edge: int) -> tuple[str, ...]:
    """Rule sets on this edge with every pass rule, every end rule, and supplies from 3 to unlimited."""
    return tuple(
        str(Rules.parse(f"edge={edge},supply={supply},pass={passing},stuck={stuck}"))
        for stuck in volo.Rules.STUCK
        for passing in volo.Rules.PASSING
        for supply in ("none", 30, 12, 5, 4, 3)
    )


def some_rules(random: Random, edge: int) -> str:
    """A rule set on this edge. It is a named one with a probability of one half."""
    return random.choice(random.choice((named_rules, rules_by_hand))(edge))


# Positions that are played.

# The moves that a mood prefers. `choose` usually picks one of them if there are any.
MOODS: Final[dict[str, Callable[[Position, Move], bool]]] = {
    "anything": lambda _, __: True,
    "adding": lambda _, move: move.kind == "add",
    "flying": lambda _, move: move.kind == "fly",
    "dividing": lambda _, move: move.keep is not None,
    "passing": lambda _, move: move.kind == "pass",
    "lines": lambda _, move: len(move.spaces) > 1,
    "going on": lambda position, move: position.play(move).outcome() is None,
}


def choose(random: Random, position: Position, mood: str) -> Move | None:
    """A legal move, usually one that the mood prefers. None when the game is over."""
    moves = sorted(position.legal_moves(), key=str)  # so the game of a seed does not depend on the order of the list
    if not moves:
        return None
    if mood != "anything" and random.random() < 0.7:
        preferred = [move for move in moves if MOODS[mood](position, move)]
        if preferred:
            return random.choice(preferred)
    return random.choice(moves)


def walk(random: Random, position: Position, plies: int) -> Iterator[tuple[Move, Position]]:
    """Play up to ``plies`` plies in a random mood. Yield each move and the position after it."""
    mood = random.choice(list(MOODS))
    for _ in range(plies):
        move = choose(random, position, mood)
        if move is None:
            return
        position = position.play(move)
        yield move, position


# Positions that are constructed.


def _scattered(random: Random, sky: Sky) -> Birds:
    density = random.choice((0.1, 0.2, 0.3, 0.5, 0.7))
    orange = random.choice((0.2, 0.5, 0.5, 0.8))
    return {space: _color(random, orange) for space in sky.spaces if random.random() < density}


def _few(random: Random, sky: Sky) -> Birds:
    spaces = iter(random.sample(sky.spaces, 10))
    return {next(spaces): color for color in Color for _ in range(random.randint(2, 5))}


def _blobs(random: Random, sky: Sky) -> Birds:
    birds: Birds = {}
    for _ in range(random.randint(4, 4 * sky.edge)):
        blob = [random.choice(sky.spaces)]
        for _ in range(random.randint(0, sky.edge)):
            blob.append(random.choice(sorted(sky.neighbors[random.choice(blob)])))
        birds |= dict.fromkeys(blob, _color(random))
    return birds


def _nearly_full(random: Random, sky: Sky) -> Birds:
    birds: Birds = {space: _color(random) for space in sky.spaces}
    birds |= _blobs(random, sky)
    for space in random.sample(sky.spaces, random.randint(1, 3 * sky.edge)):
        birds.pop(space, None)
    return birds


def _wall_across(random: Random, sky: Sky) -> Birds:
    """A wall from rim to rim, which may run over the center and have gaps, with birds of both colors around it."""
    rim = [space for space in sky.spaces if len(sky.neighbors[space]) < 6]
    wall = _way(random, sky, random.choice(rim), random.choice(rim))
    return _with_wall(random, sky, wall)


def _ring(random: Random, sky: Sky) -> Birds:
    """A wall round the center, at a random distance. It may have gaps."""
    distance = random.randint(1, sky.edge - 1)
    wall = [space for space in sky.spaces if max(abs(space[0]), abs(space[1]), abs(space[0] - space[1])) == distance]
    return _with_wall(random, sky, wall)


def _cage(random: Random, sky: Sky) -> Birds:
    """A wall round one or a few connected spaces, with a bird of the other color inside. It may have gaps."""
    inside = {random.choice(sky.spaces)}
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        inside.add(random.choice(sorted(sky.neighbors[random.choice(sorted(inside))])))
    wall = sorted({near for space in inside for near in sky.neighbors[space]} - inside)
    birds = _with_wall(random, sky, wall)
    return birds | {random.choice(sorted(inside)): birds[next(space for space in wall if space in birds)].other}


RECIPES: Final[dict[str, Callable[[Random, Sky], Birds]]] = {
    "few": _few,
    "scattered": _scattered,
    "blobs": _blobs,
    "cage": _cage,
    "ring": _ring,
    "wall across": _wall_across,
    "nearly full": _nearly_full,
}


def perhaps_valid(random: Random, rules: str, recipe: str | None = None) -> str:
    """A well-formed position as text. It is usually invalid."""
    space = sky(Rules.parse(rules).edge)
    birds = RECIPES[recipe or random.choice(list(RECIPES))](random, space)
    return _written(random, rules, birds)


def made_up(random: Random, rules: str, recipe: str | None = None) -> Position:
    """A valid position that was not played. The game may be over."""
    parsed = Rules.parse(rules)
    space = sky(parsed.edge)
    birds = RECIPES[recipe or random.choice(list(RECIPES))](random, space)
    for color in Color:
        mine = sorted(place for place in birds if birds[place] is color)
        if not mine:
            birds[random.choice([place for place in space.spaces if place not in birds])] = color
        elif parsed.supply is not None and len(mine) > parsed.supply:
            for place in random.sample(mine, len(mine) - parsed.supply):
                del birds[place]
    # Taking birds away opens paths for the other player and closes none. So one pass over the players is enough.
    for color in random.sample(list(Color), 2):
        own, others = (frozenset(place for place in birds if birds[place] is one) for one in (color, color.other))
        divided = regions(space, own, others)
        kept = random.choice([*divided, max(divided, key=len)])
        birds = {place: birds[place] for place in birds if place in others or place in kept}
    return Position.from_fen(_written(random, rules, birds))


def _color(random: Random, orange: float = 0.5) -> Color:
    return ORANGE if random.random() < orange else BLUE


def _way(random: Random, sky: Sky, start: Space, end: Space) -> list[Space]:
    """A short path from one space to another. It is not always the shortest."""
    came_from = {start: start}
    rest = [start]
    while end not in came_from:
        here = rest.pop(0 if random.random() < 0.8 else random.randrange(len(rest)))
        for near in random.sample(sorted(sky.neighbors[here]), len(sky.neighbors[here])):
            if near not in came_from:
                came_from[near] = here
                rest.append(near)
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way


def _with_wall(random: Random, sky: Sky, wall: list[Space]) -> Birds:
    """A wall of one color, usually with gaps, and birds of that color that may be able to fly into a gap.

    Birds of both colors are scattered round it. No scattered bird of the wall's color touches the wall.
    """
    color = _color(random)
    density = random.choice((0.1, 0.2, 0.3))
    birds = {
        space: _color(random, 0.3 if color is ORANGE else 0.7) for space in sky.spaces if random.random() < density
    }
    for space in wall:
        for near in sky.neighbors[space]:
            if birds.get(near) is color:
                del birds[near]
    birds |= dict.fromkeys(wall, color)
    gaps = random.sample(wall, min(len(wall) - 1, random.choice((0, 1, 1, 1, 1, 2, 3))))
    for gap in gaps:
        del birds[gap]
    for _ in range(2 if gaps else 0):
        step = sky.step[random.choice(list(DIRECTIONS))]
        place: Space | None = step.get(gaps[0])
        for _ in range(random.randint(1, sky.edge)):
            if place is None or birds.pop(place, None) is color:
                break
            place = step.get(place)
        if place is not None:
            birds[place] = color
    return birds


def _written(random: Random, rules: str, birds: Birds) -> str:
    orange, blue = (frozenset(space for space in birds if birds[space] is color) for color in Color)
    passes = random.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 2))
    return write_position(WrittenPosition(Rules.parse(rules), (orange, blue), _color(random), passes))


# Moves that are usually illegal, and texts that are usually not moves.


def varied(random: Random, position: Position) -> str:
    """A legal move with one or two parts changed, or a random flight, add or pass."""
    space = sky(position.rules.edge)
    names = list(space.named)
    moves = sorted(position.legal_moves(), key=str)
    if not moves or random.random() < 0.2:
        ends = random.choices(position.birds(position.turn), k=2)
        move = Move(f"{ends[0]}-{random.choice(list(DIRECTIONS))}{random.randint(1, 4)}", position.rules.edge)
    else:
        move = random.choice(moves)
    if move.kind != "fly":
        return random.choice([*names, "pass"])
    first, last, direction, distance, keep = move.spaces[0], move.spaces[-1], move.direction, move.distance, move.keep
    for _ in range(random.randint(1, 2)):
        part = random.choice(("first", "last", "along", "direction", "distance", "keep", "keep"))
        if part == "first":
            first = random.choice([*names, *position.birds(position.turn)])
        elif part == "last":
            last = random.choice([*names, *position.birds(position.turn), *[first] * 9])
        elif part == "along":  # a line of another length, often with the opponent's birds
            step = space.step[random.choice(AXES)]
            place = space.named[first]
            for _ in range(random.randint(1, 3)):
                place = step.get(place, place)
            last = space.names[place]
        elif part == "direction":
            direction = random.choice(list(DIRECTIONS))  # type: ignore[arg-type]
        elif part == "distance":
            distance = random.choice((1, 2, 3, distance + 1, max(1, distance - 1), 14))
        else:
            keep = random.choice([None, *names, *position.birds(position.turn.other)])
    ends_as_written = first if first == last else f"{first}:{last}"
    return f"{ends_as_written}-{direction}{distance}" + (f"/{keep}" if keep else "")


def garbled(random: Random, text: str) -> str:
    """The text with one to three characters inserted, deleted, replaced or doubled."""
    characters = list(text)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(characters))
        new = random.choice("abcdgmop0123456789:-/NESWnesw pass,=\n\r\t\x0c\xa0\x00äЖ٣🐦")
        characters[at : at + random.randint(0, 2)] = random.choice(([], [new], [new, new], characters[at : at + 1] * 2))
    return "".join(characters)


# The hypothesis strategies.

randoms = st.integers(0, 2**32 - 1).map(Random)


def rule_sets(edges: tuple[int, ...] = EDGES) -> st.SearchStrategy[str]:
    """Rule sets as text, small skies first."""
    return st.sampled_from(edges).flatmap(
        lambda edge: st.one_of(st.sampled_from(named_rules(edge)), st.sampled_from(rules_by_hand(edge)))
    )


@st.composite
def played_positions(draw: st.DrawFn, edges: tuple[int, ...] = EDGES, plies: int = 60) -> Position:
    """Positions reached by play from the start. The game may be over."""
    position = Position(draw(rule_sets(edges)))
    length = draw(st.integers(0, plies))
    for _, after in walk(draw(randoms), position, length):
        position = after
    return position


@st.composite
def made_up_positions(draw: st.DrawFn, edges: tuple[int, ...] = EDGES) -> Position:
    """Valid positions that were not played. The game may be over."""
    rules, recipe = draw(rule_sets(edges)), draw(st.sampled_from(list(RECIPES)))
    return made_up(draw(randoms), rules, recipe)


def positions(edges: tuple[int, ...] = EDGES) -> st.SearchStrategy[Position]:
    """Positions of all kinds."""
    return st.one_of(played_positions(edges), made_up_positions(edges))
