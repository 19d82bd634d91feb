"""The board as lines of text. Everything that is marked can be seen without colours."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from volo._volo import Position
from volo.cli.board.grid import Grid
from volo.cli.board.ink import Ink, Line
from volo.color import Color

__all__ = ["ASCII", "UNICODE", "Glyphs", "Marks", "picture", "picture_width"]

# The longest name of a space, and a column between it and the row.
_MARGIN = 4


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters that stand for birds and vacant spaces."""

    orange: str
    blue: str
    vacant: str


ASCII = Glyphs("o", "b", ".")
UNICODE = Glyphs("\u25cf", "\u25cb", "\u00b7")


@dataclass(frozen=True, slots=True)
class Marks:
    """The spaces that are marked.

    Attributes:
        cursor: the space between ``[`` and ``]``.
        chosen: the spaces between ``(`` and ``)``: the chosen line.
        last: the spaces between ``<`` and ``>``: the birds that the last move placed.
        left: the spaces that the last move left, drawn as ``,``.
        targets: the spaces drawn as ``*``: where the chosen line can fly to.
        gone: the spaces drawn as ``x``: birds that the last move cleared, or that the chosen flight would clear.
    """

    cursor: str | None = None
    chosen: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


def picture_width(edge: int) -> int:
    """The number of columns of a board."""
    return 4 * (edge - 1) + 3 + 2 * _MARGIN


def picture(position: Position, grid: Grid, marks: Marks, glyphs: Glyphs) -> list[Line]:
    """The rows of the board, from the top. Each is between the names of its first and its last space."""
    birds = {
        **dict.fromkeys(position.birds(Color.ORANGE), (glyphs.orange, Ink.ORANGE)),
        **dict.fromkeys(position.birds(Color.BLUE), (glyphs.blue, Ink.BLUE)),
    }
    marked = {
        **dict.fromkeys(marks.left, (",", Ink.LAST)),
        **dict.fromkeys(marks.gone, ("x", Ink.GONE)),
        **dict.fromkeys(marks.targets, ("*", Ink.CHOSEN)),
    }
    drawn = {space: birds.get(space) or marked.get(space, (glyphs.vacant, Ink.FAINT)) for space in grid.places}
    for space in marks.gone & birds.keys():
        drawn[space] = ("x", Ink.GONE)
    return [_row(grid, row, marks, drawn) for row in grid.rows()]


def _row(grid: Grid, row: list[str], marks: Marks, drawn: dict[str, tuple[str, Ink]]) -> Line:
    cells = [(" ", Ink.PLAIN)] * picture_width(grid.edge)
    columns = {space: grid.places[space].x + _MARGIN + 1 for space in row}
    # Neighbours share the column between them, so a later bracket replaces an earlier one.
    for spaces, brackets, ink in (
        (marks.last, "<>", Ink.LAST),
        (marks.chosen, "()", Ink.CHOSEN),
        ({marks.cursor}, "[]", Ink.CURSOR),
    ):
        for space in row:
            if space in spaces:
                cells[columns[space] - 1], cells[columns[space] + 1] = ((each, ink) for each in brackets)
    for space in row:
        cells[columns[space]] = drawn[space]
    first, last = columns[row[0]], columns[row[-1]]
    for place, name in ((first - 1 - len(row[0]), row[0]), (last + 2, row[-1])):
        cells[place : place + len(name)] = [(each, Ink.FAINT) for each in name]
    return [("".join(text for text, _ in group), ink) for ink, group in groupby(cells, key=lambda cell: cell[1])]
