"""Values of the spaces of a sky, folded over its symmetries, and first moves up to symmetry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from volo._volo import SYMMETRIES, Move, Position, Rules, Symmetry
from volo.layout import layout

__all__ = ["classes", "first_moves", "folded", "keeping_colors"]


@cache
def keeping_colors(rules: Rules) -> tuple[Symmetry, ...]:
    """The symmetries that map the start to itself. The others exchange the players.

    >>> len(keeping_colors(Rules(5)))
    6
    """
    start = Position(rules)
    return tuple(each for each in SYMMETRIES if start.transform(each) == start)


@cache
def classes(edge: int, symmetries: Sequence[Symmetry] = SYMMETRIES) -> tuple[tuple[str, ...], ...]:
    """The spaces of a sky in classes: spaces of one class are images of each other. Both are in board order.

    >>> [len(each) for each in classes(4)]
    [12, 6, 6, 6]
    """
    found: dict[str, None] = dict.fromkeys(layout(edge).spaces)
    chosen = []
    while found:
        first = next(iter(found))
        images = {Move(first, edge=edge).transform(each).spaces[0] for each in symmetries}
        chosen.append(tuple(space for space in found if space in images))
        for space in images:
            del found[space]
    return tuple(chosen)


def folded(
    values: Mapping[str, float], edge: int, symmetries: Sequence[Symmetry] = SYMMETRIES
) -> list[tuple[tuple[str, ...], float]]:
    """Each class of spaces with the mean of its values. A space without a value has the value 0.

    >>> folded({"a2": 12.0}, 4)[0]
    (('a2', 'a3', ...), 1.0)
    """
    return [
        (spaces, sum(values.get(space, 0.0) for space in spaces) / len(spaces)) for spaces in classes(edge, symmetries)
    ]


def first_moves(rules: Rules) -> list[list[Move]]:
    """The legal moves at the start in classes: moves of one class lead to images of the same position.

    >>> [len(first_moves(Rules(edge))) for edge in (4, 7)]
    [2, 20]
    """
    start = Position(rules)
    found: dict[Position, list[Move]] = {}
    for move in start.legal_moves():
        found.setdefault(start.play(move).canonical()[0], []).append(move)
    return list(found.values())
