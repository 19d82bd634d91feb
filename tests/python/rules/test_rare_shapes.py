"""Shapes that chance rarely draws, listed one by one. Both implementations list the same moves in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

import volo
from support.parity import along, read
from support.strategies import EDGES
from volo import reference
from volo.color import Color
from volo.reference.notation import WrittenPosition, write_position
from volo.reference.rules import Rules
from volo.reference.sky import AXES, DIRECTIONS, Sky, Space, sky

Line = tuple[Space, ...]
# The mover's birds, the opponent's, and the spaces that must stay vacant.
Shape = tuple[set[Space], set[Space], set[Space]]


def lines(sky: Sky, length: int) -> Iterator[Line]:
    for start in sky.spaces:
        for axis in AXES[: 1 if length == 1 else 3]:
            line = tuple(along(sky.step[axis], start))[:length]
            if len(line) == length:
                yield line


def ways(sky: Sky, line: Line) -> Iterator[tuple[Line, set[Space]]]:
    """Where a line can come from, or fly to, and all spaces between."""
    for direction in DIRECTIONS:
        paths = [tuple(along(sky.step[direction], place)) for place in line]
        for distance in range(1, min(map(len, paths))):
            yield tuple(path[distance] for path in paths), {place for path in paths for place in path[1 : distance + 1]}


def beside(sky: Sky, birds: set[Space] | Line) -> set[Space]:
    return {near for bird in birds for near in sky.neighbors[bird]}.difference(birds)


def apart(sky: Sky, spaces: set[Space], number: int) -> Iterator[set[Space]]:
    """Choose spaces of which no two touch."""
    for some in combinations(sorted(spaces), number):
        if all(one not in sky.neighbors[other] for one, other in combinations(some, 2)):
            yield set(some)


def closed_rings(sky: Sky, length: int) -> Iterator[Shape]:
    """A line closes a ring round a bird. Near the rim and the center, missing spaces are a part of the ring."""
    for inside in sky.spaces:
        ring = sky.neighbors[inside]
        for line in lines(sky, length):
            rest = ring.difference(line)
            if len(rest) == len(ring) or inside in line:
                continue
            for before, between in ways(sky, line):
                if not {inside, *rest} & {*before, *between}:
                    yield {*rest, *before}, {inside}, {*line, *between}


def fragments(sky: Sky, length: int) -> Iterator[Shape]:
    """A line leaves a flock that falls into two or three parts, and lands beside another flock."""
    for line in lines(sky, length):
        for number in (2, 3):
            for parts in apart(sky, beside(sky, line), number):
                for landing, between in ways(sky, line):
                    others = beside(sky, landing) - beside(sky, {*line, *parts}) - {*line, *parts} - between
                    for other in sorted(others)[:1]:
                        yield {*line, *parts, other}, set(), between


def longest_ways(sky: Sky, length: int) -> Iterator[Shape]:
    """A bird flies along a row of its own flock, to its other end or beyond, where it joins another bird."""
    for row in lines(sky, length):
        for start in beside(sky, row):
            for landing, between in ways(sky, (start,)):
                if between & {*row} or len(between) < length - 1 or not sky.neighbors[landing[0]] & {*row}:
                    continue
                for other in beside(sky, landing) - beside(sky, {*row, start}) - {*row, start}:
                    yield {*row, start, other}, set(), between


def joined_flocks(sky: Sky, length: int) -> Iterator[Shape]:
    """A line lands beside as many flocks as it can touch, or one fewer."""
    for line in lines(sky, length):
        for number in (length + 2, length + 1):
            for flocks in apart(sky, beside(sky, line), number):
                for before, between in ways(sky, line):
                    if not flocks & {*before, *between}:
                        yield {*before, *flocks}, set(), {*line, *between}


def written(sky: Sky, shape: Shape, number: int) -> str:
    """A position with the shape, a bird of the mover far from it, and two birds of the opponent that are apart."""
    mine, theirs, vacant = shape
    free = [space for space in sky.spaces if space not in mine | theirs | vacant]
    alone = [space for space in free if space not in beside(sky, mine | vacant)][:: 1 if number % 2 else -1][:1]
    free = [space for space in free if space not in alone]
    for _ in range(2 - len(theirs)):
        more = [space for space in free if space not in theirs | beside(sky, theirs)]
        theirs = {*theirs, *more[:: -1 if number % 2 else 1][:1]}
    birds = (frozenset({*mine, *alone}), frozenset(theirs))
    turn = Color(number % 2)
    return write_position(WrittenPosition(Rules(edge=sky.edge), birds if turn == 0 else birds[::-1], turn, 0))


# The number of positions that the short test takes of each list. The long test takes all.
_SOME = 400


@pytest.mark.parametrize(
    ("shapes", "lengths", "edge"),
    [
        (closed_rings, (1, 2, 3, 4), 6),  # the ring touches neither the rim nor the center in a fifth of them
        (fragments, (1, 2, 3, 4), 5),
        (joined_flocks, (1, 2, 3, 4), 5),
        (longest_ways, (7, 8, 9, 10), 6),
        *(
            pytest.param(shapes, lengths, edge, marks=pytest.mark.long)
            for edge in EDGES
            for shapes, lengths in (
                (closed_rings, (1, 2, 3, 4)),
                (fragments, (1, 2, 3, 4)),
                (joined_flocks, (1, 2, 3, 4)),
                (longest_ways, range(2, 14)),
            )
        ),
    ],
)
def test_each_shape_has_the_moves_of_the_reference(
    shapes: Callable[[Sky, int], Iterator[Shape]], lengths: tuple[int, ...], edge: int, request: pytest.FixtureRequest
) -> None:
    space, is_long = sky(edge), request.node.get_closest_marker("long") is not None
    valid = 0
    for length in lengths:
        listed = list(shapes(space, length))
        for number, shape in enumerate(listed if is_long else listed[:: len(listed) // _SOME + 1]):
            fen = written(space, shape, number)
            ours, theirs = read(volo.Position.from_fen, fen), read(reference.Position.from_fen, fen)
            assert ours == theirs
            if ours[0] != "position":
                continue
            core, other = volo.Position.from_fen(fen), reference.Position.from_fen(fen)
            assert sorted(map(str, core.legal_moves())) == sorted(map(str, other.legal_moves())), fen
            valid += 1
    assert valid > 100
