"""The figures of many games, in memory that does not grow with their number."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, nan

import numpy as np
from numpy.typing import NDArray

from volo._volo import Position, Rules, tally_games
from volo.color import Color
from volo.errors import VoloError
from volo.layout import layout
from volo.playouts import Playouts
from volo.simulate import table
from volo.simulate.document import read_summary, write_summary
from volo.simulate.intervals import Share
from volo.tally import Counts, Tally

__all__ = ["Summary"]


@dataclass(frozen=True, slots=True, repr=False)
class Summary:
    """The figures of many games. Summaries of different games add up with ``+``, in any order.

    ``str()`` gives the table that the command prints, and a notebook shows it.

    Args:
        tally: the counters from which all figures follow.

    >>> import volo
    >>> summary = Summary.of(volo.play_random(1000, seed=1, tally=True))
    >>> summary
    <Summary of 1,000 games: 479 won by Orange, 504 by Blue, 17 draws, 0 truncated>
    >>> Summary.from_json(summary.to_json()) == summary
    True
    """

    tally: Tally = field(default_factory=Tally)

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
        position: Position | Rules | str,
        moves: NDArray[np.uint32],
        offsets: NDArray[np.int64],
        *,
        threads: int | None = None,
    ) -> Summary:
        """The summary of recorded games. They are played again and checked, as :func:`volo.tally_games` does.

        Args:
            position: where each game begins: a position, a rule set for its start, or the text of either.
            moves: the codes of the moves of all games, one game after the other.
            offsets: the index in ``moves`` where each game begins, and where the last one ends.
            threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

        Raises:
            VoloError: a move cannot be played, or the offsets do not fit.
            TypeError: an array has another type or shape.
        """
        return cls(tally_games(position, moves, offsets, threads=threads))

    @classmethod
    def from_json(cls, text: str) -> Summary:
        """The summary that :meth:`to_json` wrote.

        Raises:
            VoloError: the text is not one.
        """
        return cls(read_summary(text))

    def to_json(self) -> str:
        """The summary as JSON: the figures for other programs, and the counters that :meth:`from_json` reads."""
        return write_summary(self)

    def plot(self, file: str | os.PathLike[str], *, title: str | None = None, width: float = 12.0) -> None:
        """Draw the summary as one figure. The same summary makes the same file.

        Args:
            file: the file to write. Its name ends with .svg or .png, which gives the format.
            title: the text above the figure, at most 1,000 characters; by default the number of games and the edge of
                the sky.
            width: in inches, 6 to 60; the height follows.

        Raises:
            VoloError: the file has another ending, the width is out of range, the title is too long or has control
                characters, there are no games, or matplotlib is not installed (``pip install 'volo[plot]'``).
            TypeError: the title is not a text, or the width is not a number.
            OSError: the file cannot be written.
        """
        from volo.simulate.plot import plot

        plot(self, file, title=title, width=width)

    def __add__(self, other: Summary) -> Summary:
        """The summary of both.

        Raises:
            VoloError: the two are of skies of different edges.
        """
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(self.tally + other.tally)

    def __repr__(self) -> str:
        return (
            f"<Summary of {self.games:,} games: {self.orange:,} won by Orange, {self.blue:,} by Blue, "
            f"{self.draws:,} draws, {self.truncated:,} truncated>"
        )

    def __str__(self) -> str:
        return table.text(self)

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return table.html(self)

    # How games ended.

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.tally.lengths)

    @property
    def orange(self) -> int:
        """Games that Orange won."""
        return self.tally.flock_wins[0] + self.tally.stuck_wins[0]

    @property
    def blue(self) -> int:
        """Games that Blue won."""
        return self.tally.flock_wins[1] + self.tally.stuck_wins[1]

    @property
    def draws(self) -> int:
        """Games that ended in a draw [R14]."""
        return self.tally.draws

    @property
    def truncated(self) -> int:
        """Games that were cut off, which are neither won nor drawn [R19]."""
        return self.tally.truncated

    @property
    def results(self) -> dict[str, Share]:
        """The shares of the games that ended in each way: ``"orange"`` and ``"blue"`` for the winners, ``"draw"``, and
        ``"truncated"``.
        """
        numbers = {"orange": self.orange, "blue": self.blue, "draw": self.draws, "truncated": self.truncated}
        return {result: Share(number, self.games) for result, number in numbers.items()}

    @property
    def first_mover(self) -> Share:
        """The share of the won games that were won by the player who moved first. If it is more than one half, moving
        first is an advantage.
        """
        return Share(self.tally.first_mover_wins, self.orange + self.blue)

    @property
    def handed_over(self) -> int:
        """Games won by the player who had not moved last [R18]."""
        return sum(self.tally.handed_over)

    # How long games were, and how many moves were legal.

    @property
    def lengths(self) -> Counts:
        """The number of games of each number of plies. A game that was cut off counts with the plies it has."""
        return self.tally.lengths

    @property
    def plies(self) -> int:
        """The number of plies in all games together."""
        return sum(length * games for length, games in enumerate(self.lengths))

    @property
    def mean_length(self) -> float:
        """The mean number of plies of a game; NaN if there are no games."""
        return self.plies / self.games if self.games else nan

    def length(self, quantile: float) -> int:
        """The shortest length that at least this share of the games does not exceed.

        Args:
            quantile: 0 for the shortest game, 0.5 for the median, 1 for the longest.

        Raises:
            VoloError: the quantile is not 0 to 1, or there are no games.

        >>> Summary(Tally(lengths=(0, 1, 2, 0, 1))).length(0.5)
        2
        """
        if not 0 <= quantile <= 1:
            raise VoloError(f"a quantile must be 0 to 1, not {quantile}")
        games = self.games
        if not games:
            raise VoloError("cannot compute a length: there are no games")
        wanted = max(1, ceil(quantile * games))
        return next(length for length, seen in enumerate(accumulate(self.lengths)) if seen >= wanted)

    @property
    def positions(self) -> Counts:
        """The number of positions at each ply, from 0, in which a move was played: the number of longer games."""
        shorter = accumulate(self.lengths)
        games = self.games
        return tuple(games - seen for _, seen in zip(self.tally.legal_moves, shorter, strict=False))

    @property
    def branching(self) -> tuple[float, ...]:
        """The mean number of legal moves at each ply, from 0, over the games that were longer."""
        return tuple(moves / games for moves, games in zip(self.tally.legal_moves, self.positions, strict=True))

    @property
    def mean_legal_moves(self) -> float:
        """The mean number of legal moves at a ply; NaN if no ply was played."""
        return sum(self.tally.legal_moves) / self.plies if self.plies else nan

    # What was played.

    @property
    def adds(self) -> int:
        """The number of plies that were adds."""
        return self.tally.adds

    @property
    def flights(self) -> int:
        """The number of plies that were flights."""
        return self.tally.single + sum(self.tally.in_file) + sum(self.tally.side_by_side)

    @property
    def passes(self) -> int:
        """The number of plies that were passes."""
        return self.tally.passes

    @property
    def moves(self) -> dict[str, Share]:
        """The share of each kind of move in all plies: ``"add"``, ``"fly 1"`` for flights of one bird, ``"fly 3 in
        file"`` and ``"fly 3 side by side"`` for flights of a line of three, and ``"pass"``.
        """
        numbers = {"add": self.adds, "fly 1": self.tally.single}
        lines = {"in file": self.tally.in_file, "side by side": self.tally.side_by_side}
        for birds in range(2, max(map(len, lines.values()))):
            for how, counts in lines.items():
                if number := sum(counts[birds : birds + 1]):
                    numbers[f"fly {birds} {how}"] = number
        numbers["pass"] = self.passes
        return {kind: Share(number, self.plies) for kind, number in numbers.items()}

    # What was cleared.

    @property
    def clearings(self) -> int:
        """The number of flights that made the opponent lose birds [R15]."""
        return sum(self.tally.clearings)

    @property
    def birds_cleared(self) -> int:
        """The number of birds lost in all clearings together."""
        return sum(birds * number for birds, number in enumerate(self.tally.clearings))

    @property
    def deciding_clearings(self) -> Share:
        """The share of the clearings that ended the game, by handing it to the opponent [R18]."""
        return Share(sum(self.tally.deciding_clearings), self.clearings)

    @property
    def won_after_clearing(self) -> Share:
        """The share of the won games with a clearing that were won by the player who cleared last."""
        won, lost = self.tally.won_after_clearing, self.tally.lost_after_clearing
        return Share(won, won + lost)

    # Where.

    def adds_on(self, color: Color) -> dict[str, int]:
        """The number of birds that a player added on each space, by the name of the space, in board order.

        Empty if there are no games.
        """
        return self._by_space(self.tally.adds_on[color])

    def flocks_on(self, color: Color) -> dict[str, int]:
        """The number of a player's winning flocks that had a bird on each space, by the name of the space.

        In board order; empty if there are no games.
        """
        return self._by_space(self.tally.flocks_on[color])

    def _by_space(self, counts: Counts) -> dict[str, int]:
        if self.tally.edge is None:
            return {}
        return dict(zip(layout(self.tally.edge).spaces, counts, strict=True))
