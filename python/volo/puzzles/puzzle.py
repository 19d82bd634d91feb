"""One puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from volo._volo import Move, Position
from volo.layout import layout

__all__ = ["Kind", "Puzzle"]

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
