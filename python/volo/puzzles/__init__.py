"""Puzzles: positions in which exactly one move wins.

The rulebook had a figure with the caption "win in 5 half-moves", which is lost. These puzzles are its successors, so
the set is called Half-Moves. The positions are from games between engines, on skies of edge 4 to 7.

In each puzzle, the solver proved that the player to move can force a win, and that no other move wins: after any other
move, the opponent can force a win, or at least a draw. A search of all moves proved that there is no shorter win.

>>> import volo.puzzles
>>> puzzle = volo.puzzles.load(edge=4, plies=5)[0]
>>> print(puzzle.position)  # doctest: +ELLIPSIS
   g ...
>>> puzzle.plies, puzzle.position.is_legal(puzzle.move)
(5, True)
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from volo._volo import Move, Position
from volo.layout import layout

__all__ = ["Kind", "Puzzle", "load"]

Kind: TypeAlias = Literal["add", "pass", "single bird", "in file", "side by side", "clearing"]
"""A kind of move: an add; a pass; a flight of one bird, of a line in file or of a line side by side [R9]; and a flight
that clears birds of the opponent [R15]."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one move wins.

    Attributes:
        number: the number of the puzzle, from 1. Puzzles with longer wins have higher numbers.
        position: the position.
        move: the only winning move. It is proved that after any other move, the opponent does not lose.
        plies: the least number of plies in which the player to move can force a win, whatever the opponent does. It
            is at least 3.
        surprise: how many of three weak engines, which look one, two and three plies ahead, play another move, 0 to 3.
    """

    number: int
    position: Position
    move: Move
    plies: int
    surprise: int

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the move. A flight that clears birds has two.

        >>> from volo.puzzles import load
        >>> {"add", "single bird", "side by side", "clearing"} <= {kind for puzzle in load() for kind in puzzle.kinds}
        True
        """
        move = self.move
        if move.kind == "add":
            return ("add",)
        if move.kind == "pass":
            return ("pass",)
        return (_flight(move),) if move.keep is None else (_flight(move), "clearing")


def _flight(move: Move) -> Kind:
    if len(move.spaces) == 1:
        return "single bird"
    places = layout(move.edge).spaces
    first, second = (places[space] for space in move.spaces[:2])
    is_in_file = move.direction is not None and second in {first.step(move.direction), first.step(move.direction, -1)}
    return "in file" if is_in_file else "side by side"


def load(*, edge: int | None = None, plies: int | None = None) -> tuple[Puzzle, ...]:
    """The puzzles, from the shortest wins to the longest, and of equally long wins the least surprising first.

    The first call reads a file, which takes some hundredths of a second.

    Args:
        edge: only puzzles on skies of this edge; None for all edges.
        plies: only puzzles with a win in this number of plies; None for all.

    >>> puzzles = load()
    >>> len(puzzles) >= 1000, puzzles[0].number, sorted({puzzle.position.rules.edge for puzzle in puzzles})
    (True, 1, [4, 5, 6, 7])
    """
    return tuple(
        puzzle
        for puzzle in _all()
        if (edge is None or puzzle.position.rules.edge == edge) and (plies is None or puzzle.plies == plies)
    )


@cache
def _all() -> tuple[Puzzle, ...]:
    puzzles = []
    lines = files(__package__).joinpath("half-moves.csv").read_text(encoding="utf-8").splitlines()
    for number, row in enumerate(csv.DictReader(lines), 1):
        position = Position.from_fen(row["fen"])
        move = position.parse_move(row["move"])
        puzzles.append(Puzzle(number, position, move, int(row["plies"]), int(row["surprise"])))
    return tuple(puzzles)
