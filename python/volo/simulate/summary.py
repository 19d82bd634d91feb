"""The summary of many games: its figures, its table as text and HTML, and sums of summaries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from volo._volo import tally_games
from volo.errors import VoloError
from volo.game import PositionLike
from volo.playouts import Playouts
from volo.simulate.figures import Figures, Share
from volo.tally import Tally  # noqa: F401  The annotations of the inherited constructor are evaluated here

Row: TypeAlias = tuple[str, ...]
"""The label of a row and its number, and, if they apply, the share and the confidence interval of the share."""

HEADINGS: Final[Row] = ("Games", "Number", "Share", "95% interval")

_LONG_LINE: Final = 5
_CLEARED: Final = ((1, 1), (2, 5), (6, 20), (21, None))
_PLIES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, repr=False)
class Summary(Figures):
    """The figures of many games. Summaries of different games add up with ``+``, in any order.

    ``str()`` gives the table that ``volo simulate`` prints. A notebook shows the table as HTML.

    Args:
        tally: the counters from which all figures follow.

    >>> summary = Summary.of(volo.play_random(1000, seed=1, tally=True))
    >>> summary
    <Summary of 1,000 games: 479 won by Orange, 504 by Blue, 17 draws, 0 truncated>
    """

    @classmethod
    def of(cls, playouts: Playouts) -> Summary:
        """The summary of these games.

        Raises:
            VoloError: the games were played without ``tally=True``.
        """
        if playouts.tally is None:
            raise VoloError("a summary needs games played with tally=True")
        return cls(playouts.tally)

    @classmethod
    def of_games(
        cls,
        position: PositionLike,
        moves: NDArray[np.uint32],
        offsets: NDArray[np.int64],
        *,
        threads: int | None = None,
    ) -> Summary:
        """The summary of recorded games, which are played again and checked.

        The arguments and errors are those of :func:`volo.tally_games`.
        """
        return cls(tally_games(position, moves, offsets, threads=threads))

    def __add__(self, other: Summary) -> Summary:
        """The summary of the games of both summaries.

        Raises:
            VoloError: the games were played on skies of different edges.
        """
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(self.tally + other.tally)

    def __repr__(self) -> str:
        results = f"{self.orange:,} won by Orange, {self.blue:,} by Blue, {self.draws:,} draws"
        return f"<Summary of {self.games:,} games: {results}, {self.truncated:,} truncated>"

    def __str__(self) -> str:
        return _text(self)

    def _repr_html_(self) -> str:
        return _html(self)


def sections(summary: Summary) -> list[list[Row]]:
    """The rows of the table in four groups: results, lengths, moves and clearings. There must be at least one game."""
    return [list(rows(summary)) for rows in (_results, _lengths, _moves, _clearings)]


def _text(summary: Summary) -> str:
    if not summary.games:
        return "no games"
    groups = [[HEADINGS], *([_padded(row) for row in rows] for rows in sections(summary))]
    widths = [max(len(row[column]) for rows in groups for row in rows) for column in range(len(HEADINGS))]
    lines = ["\n".join(_line(row, widths) for row in rows) for rows in groups]
    return "\n\n".join(["\n".join(lines[:2]), *lines[2:]])


def _html(summary: Summary) -> str:
    if not summary.games:
        return "<p>no games</p>"
    head = "".join(f"<th>{escape(heading)}</th>" for heading in HEADINGS)
    bodies = "\n".join(
        "<tbody>\n" + "\n".join(map(_html_row, map(_padded, rows))) + "\n</tbody>" for rows in sections(summary)
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n{bodies}\n</table>"


def _padded(row: Row) -> Row:
    return row + ("",) * (len(HEADINGS) - len(row))


def _line(row: Row, widths: list[int]) -> str:
    first, *others = (
        cell.rjust(width) if column else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()


def _html_row(row: Row) -> str:
    label, *numbers = map(escape, row)
    # An indented label names a part of the last row that is not indented.
    indent = "\N{NO-BREAK SPACE}" * (len(label) - len(label.lstrip()))
    cells = "".join(f'<td style="text-align: right">{number}</td>' for number in numbers)
    return f'<tr><th style="text-align: left">{indent}{label.lstrip()}</th>{cells}</tr>'


def _results(summary: Summary) -> Iterator[Row]:
    labels = {"orange": "Orange wins", "blue": "Blue wins", "draw": "Draws", "truncated": "Truncated"}
    for result, share in summary.results.items():
        yield labels[result], *_with_interval(share)
    first = summary.first_mover
    yield "Wins of the first mover, of all wins", *_with_interval(first)
    if first.of:
        points = [f"{100 * (each - 0.5):+.1f}" for each in (first.share, *first.interval)]
        yield "Advantage of moving first, in points", "", points[0], f"{points[1]} to {points[2]}"
    yield "Wins handed over by clearing, of all wins", *_with_interval(Share(summary.handed_over, first.of))


def _lengths(summary: Summary) -> Iterator[Row]:
    yield "Plies of the shortest game", f"{summary.length(0):,}"
    yield "Plies of a game, median", f"{summary.length(0.5):,}"
    yield "Plies of a game, mean", f"{summary.mean_length:,.1f}"
    yield "Plies of a game, 95th percentile", f"{summary.length(0.95):,}"
    yield "Plies of the longest game", f"{summary.length(1):,}"
    if not summary.plies:
        return
    yield "Legal moves per ply, mean", f"{summary.mean_legal_moves:,.1f}"
    # Equally spaced plies, from the first ply to the 95th percentile of the lengths.
    last = max(0, summary.length(0.95) - 1)
    for ply in sorted({round(last * step / (_PLIES_SHOWN - 1)) for step in range(_PLIES_SHOWN)}):
        yield f"Legal moves at ply {ply + 1}, mean", f"{summary.branching[ply]:,.1f}"


def _moves(summary: Summary) -> Iterator[Row]:
    tally, flights = summary.tally, summary.flights
    for kind in ("adds", "passes", "flights"):
        yield kind.title(), *_without_interval(Share(getattr(summary, kind), summary.plies))
    yield "  of one bird", *_without_interval(Share(tally.single, flights))
    for birds in range(2, _LONG_LINE + 1):
        which = slice(birds, birds + 1 if birds < _LONG_LINE else None)
        line = f"{birds} birds" if birds < _LONG_LINE else f"{birds} birds and more"
        for how, counts in {"in file": tally.in_file, "side by side": tally.side_by_side}.items():
            yield f"  of {line} {how}", *_without_interval(Share(sum(counts[which]), flights))


def _clearings(summary: Summary) -> Iterator[Row]:
    clearings = summary.clearings
    yield "Flights that cost the opponent birds", *_without_interval(Share(clearings, summary.flights))
    for least, most in _CLEARED:
        birds = f"{least}" if least == most else f"{least} and more" if most is None else f"{least} to {most}"
        which = slice(least, None if most is None else most + 1)
        cleared = Share(sum(summary.tally.clearings[which]), clearings)
        yield f"  {birds} bird{'' if most == 1 else 's'}", *_without_interval(cleared)
    if clearings:
        yield "Birds lost by such a flight, mean", f"{summary.birds_cleared / clearings:,.1f}"
    yield "Clearings that handed over the game", *_without_interval(summary.deciding_clearings)
    yield "Wins of the player who cleared last", *_with_interval(summary.won_after_clearing)


def _with_interval(share: Share) -> tuple[str, str, str]:
    """The number, the share and its confidence interval. For independent trials only, such as games."""
    if not share.of:
        return "0", "", ""
    low, high = share.interval
    return f"{share.number:,}", f"{share.share:.1%}", f"{low:.1%} to {high:.1%}"


def _without_interval(share: Share) -> tuple[str, str]:
    """The number and the share, for things that are not independent trials, such as the moves of a game."""
    return f"{share.number:,}", f"{share.share:.1%}" if share.of else ""
