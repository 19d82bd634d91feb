"""Positions, moves and texts to test with: played, constructed and malformed.

Some events are rare in random play and common here: flights, divided opponents, passes, endings, walls and full skies.
The functions draw from a `random.Random`. That of a seed always gives the same. That of hypothesis records each choice,
so an example shrinks: choices become smaller, and the first choice is always the simplest one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from hypothesis import strategies as st

import volo
from volo import Move, Position
from volo.color import Color
from volo.reference.notation import WrittenPosition, write_position
from volo.reference.rules import Rules
from volo.reference.rulings import flocks, regions
from volo.reference.sky import DIRECTIONS, Sky, Space, sky

EDGES: Final = volo.Rules.EDGES

Birds = dict[Space, Color]


# Rule sets.


@functools.cache
def named_rules(edge: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(Rules.parse(f"{name}-{edge}")) for name in volo.Rules.NAMED))


@functools.cache
def rules_by_hand(edge: int) -> tuple[str, ...]:
    """Rule sets on this edge with every pass rule, every end rule, and supplies from 3 to unlimited."""
    return tuple(
        str(Rules.parse(f"edge={edge},supply={supply},pass={passing},stuck={stuck}"))
        for supply in (3, 4, 5, 12, 30, "none")
        for passing in volo.Rules.PASSING
        for stuck in volo.Rules.STUCK
    )


def some_rules(random: Random, edge: int) -> str:
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
    moves = sorted(position.legal_moves(), key=str)  # so the game of a seed does not depend on the order of the list
    if mood != "anything" and random.randrange(10) < 7:
        moves = [move for move in moves if MOODS[mood](position, move)] or moves
    return random.choice(moves) if moves else None


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


def _pairs(random: Random, sky: Sky) -> Birds:
    return {random.choice(sky.spaces): _color(random) for _ in range(random.randint(0, 12))}


def _scattered(random: Random, sky: Sky) -> Birds:
    some = random.sample(sky.spaces, random.randint(0, len(sky.spaces) * 3 // 4))
    blue = random.choice((2, 5, 5, 8))
    return {space: _color(random, blue) for space in some}


def _blobs(random: Random, sky: Sky) -> Birds:
    birds: Birds = {}
    for _ in range(random.randint(0, 4 * sky.edge)):
        blob = [random.choice(sky.spaces)]
        for _ in range(random.randint(0, sky.edge)):
            blob.append(random.choice(sorted(sky.neighbors[random.choice(blob)])))
        birds |= dict.fromkeys(blob, _color(random))
    return birds


def _nearly_full(random: Random, sky: Sky) -> Birds:
    birds = {space: _color(random) for space in sky.spaces} | _blobs(random, sky)
    for space in random.sample(sky.spaces, random.choice((2, 1, 3, 4, 6, 9, 2 * sky.edge, 3 * sky.edge))):
        birds.pop(space, None)
    return birds


def _wall_across(random: Random, sky: Sky) -> Birds:
    """A wall from rim to rim, which may run over the center, with birds of both colors around it."""
    rim = [space for space in sky.spaces if len(sky.neighbors[space]) < 6]
    return _with_wall(random, sky, _way(random, sky, random.choice(rim), random.choice(rim)))


def _ring(random: Random, sky: Sky) -> Birds:
    distance = random.randint(1, sky.edge - 1)
    wall = [space for space in sky.spaces if max(abs(space[0]), abs(space[1]), abs(space[0] - space[1])) == distance]
    return _with_wall(random, sky, wall)


def _cage(random: Random, sky: Sky) -> Birds:
    """A wall round one or a few connected spaces, with a bird of the other color inside."""
    inside = [random.choice(sky.spaces)]
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        inside.append(random.choice(sorted(sky.neighbors[random.choice(inside)])))
    wall = sorted({near for space in inside for near in sky.neighbors[space]}.difference(inside))
    birds = _with_wall(random, sky, wall)
    return birds | {inside[0]: birds[next(space for space in wall if space in birds)].other}


def _game(random: Random, sky: Sky) -> Birds:
    position = Position(f"abstract-play-{sky.edge}")
    for _, after in walk(random, position, random.randint(0, 12 * sky.edge)):
        position = position if after.is_over else after
    return {sky.named[space]: color for color in Color for space in position.birds(color)}


_RECIPES: Final = (_pairs, _cage, _ring, _wall_across, _scattered, _blobs, _game, _nearly_full)


def _drawn(random: Random, rules: str) -> Birds:
    return random.choice(_RECIPES)(random, sky(Rules.parse(rules).edge))


def _color(random: Random, blue: int = 5) -> Color:
    """Blue in so many of ten cases."""
    return Color(random.randrange(10) >= 10 - blue)


def _way(random: Random, sky: Sky, start: Space, end: Space) -> list[Space]:
    """A short path from one space to another. It is not always the shortest."""
    came_from = {start: start}
    rest = [start]
    while end not in came_from:
        here = rest.pop(random.randrange(len(rest)) if random.randrange(5) == 4 else 0)
        for near in sorted(sky.neighbors[here]):
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
    some = random.sample(sky.spaces, random.randint(0, len(sky.spaces) // 3))
    birds = {space: color if random.randrange(10) < 3 else color.other for space in some}
    for space in wall:
        for near in sky.neighbors[space]:
            if birds.get(near) is color:
                del birds[near]
    birds |= dict.fromkeys(wall, color)
    gaps = random.sample(wall, min(len(wall) - 1, random.choice((1, 0, 1, 1, 1, 2, 3))))
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


def perhaps_valid(random: Random, rules: str) -> str:
    """A well-formed position as text. It is usually invalid."""
    return _written(random, rules, _drawn(random, rules))


def made_up(random: Random, rules: str) -> Position:
    """A valid position that was not played. The game may be over."""
    birds = _drawn(random, rules)
    # A choice of 0 removes a bird, so an example shrinks to the birds that it needs.
    birds = {space: color for space, color in birds.items() if random.randrange(50)}
    return Position.from_fen(_written(random, rules, _repaired(random, Rules.parse(rules), birds)))


def _repaired(random: Random, rules: Rules, birds: Birds) -> Birds:
    """The birds of a valid position: some within the supply, in one region of each player, and rarely in one flock."""
    space = sky(rules.edge)
    for color in Color:
        mine = [place for place in birds if birds[place] is color]
        if not mine:
            birds[next(place for place in space.spaces if place not in birds)] = color
        if rules.supply is not None and len(mine) > rules.supply:
            for place in {*mine}.difference(mine[:: -(-len(mine) // rules.supply)]):
                del birds[place]
    # Taking birds away opens paths for the other player and closes none. So one pass over the players is enough.
    for color in Color:
        own, others = (frozenset(place for place in birds if birds[place] is one) for one in (color, color.other))
        kept = max(regions(space, own, others), key=lambda region: len(region & own))
        birds = {place: birds[place] for place in birds if place in others or place in kept}
    for color in Color:
        own, others = (frozenset(place for place in birds if birds[place] is one) for one in (color, color.other))
        apart = sorted(regions(space, own, others)[0].difference(own, *(space.neighbors[place] for place in own)))
        if len(flocks(space, own)) == 1 and apart and len(own) != rules.supply and random.randrange(8) < 7:
            birds[random.choice(apart)] = color
    return birds


def _written(random: Random, rules: str, birds: Birds) -> str:
    orange, blue = (frozenset(space for space in birds if birds[space] is color) for color in Color)
    passes = random.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2))
    return write_position(WrittenPosition(Rules.parse(rules), (orange, blue), _color(random), passes))


# Texts that are usually malformed.


def garbled(random: Random, text: str) -> str:
    """The text with one to three characters inserted, deleted, replaced or doubled."""
    characters = list(text)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(characters))
        new = random.choice("abcdgmop0123456789:-/NESWnesw pass,=\n\r\t\x0c\xa0\x00äЖ٣🐦")
        characters[at : at + random.randint(0, 2)] = random.choice(([], [new], [new, new], characters[at : at + 1] * 2))
    return "".join(characters)


# The hypothesis strategies.


class Choices(Random):
    """A generator whose numbers hypothesis draws, so that they shrink. It is much faster than that of `st.randoms`."""

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__(0)
        self.draw = draw

    def _randbelow(self, n: int) -> int:
        return self.draw(_below(n))


@functools.cache
def _below(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


@st.composite
def _choices(draw: st.DrawFn) -> Random:
    return Choices(draw)


randoms = _choices()


@st.composite
def rule_sets(draw: st.DrawFn, edges: tuple[int, ...] = EDGES) -> str:
    """Rule sets as text. An example shrinks to a small sky and a small supply with the same pass rule."""
    edge, passing = draw(st.sampled_from(edges)), draw(st.sampled_from(list(volo.Rules.PASSING)))
    by_hand, named = (
        [rules for rules in some if Rules.parse(rules).passing == passing]
        for some in (rules_by_hand(edge), named_rules(edge))
    )
    return draw(st.sampled_from(by_hand + named * (len(by_hand) // len(named))))


def positions(edges: tuple[int, ...] = EDGES) -> st.SearchStrategy[Position]:
    return st.builds(made_up, randoms, rule_sets(edges))
