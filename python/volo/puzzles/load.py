"""Reading the puzzles of the package."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from volo._volo import Position
from volo.puzzles.puzzle import Puzzle

__all__ = ["load"]


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
