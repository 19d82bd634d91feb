"""What many games say, in memory that does not grow with their number."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, nan

import numpy as np
from numpy.typing import NDArray

from volo._volo import Position, tally_games
from volo.color import Color
from volo.errors import VoloError
from volo.layout import layout
from volo.playouts import Playouts
from volo.simulate.intervals import Share
from volo.tally import Counts, Tally

__all__ = ["Summary"]


@dataclass(frozen=True, slots=True)
class Summary:
    """What many games say. Summaries of different games add up with ``+``, in any order.

    Args:
        tally: the counters that all the figures follow from.

    >>> import volo
    >>> summary = Summary.of(volo.play_random(1000, seed=1, tally=True))
    >>> summary.games, summary.games == summary.orange + summary.blue + summary.draws + summary.truncated
    (1000, True)
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
        position: Position,
        moves: NDArray[np.uint32],
        offsets: NDArray[np.int64],
        *,
        threads: int | None = None,
    ) -> Summary:
        """The summary of recorded games, which are played again and checked: see :func:`volo.tally_games`.

        Raises:
            VoloError: a move cannot be played, or the offsets do not fit.
        """
        return cls(tally_games(position, moves, offsets, threads=threads))

    def __add__(self, other: Summary) -> Summary:
        """The summary of both.

        Raises:
            VoloError: the two are of skies of different edges.
        """
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(self.tally + other.tally)

    # How games ended.

    @property
    def games(self) -> int:
        """How many games."""
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
        """The share of all games that each player won, that were drawn, and that were truncated."""
        numbers = {"orange": self.orange, "blue": self.blue, "draw": self.draws, "truncated": self.truncated}
        return {result: Share(number, self.games) for result, number in numbers.items()}

    @property
    def first_mover(self) -> Share:
        """Of the games that somebody won, those won by the player who moved first: moving first is an advantage if
        that is more than one half.
        """
        return Share(self.tally.first_mover_wins, self.orange + self.blue)

    @property
    def handed_over(self) -> int:
        """Games won by the player who had not moved last [R18]."""
        return sum(self.tally.handed_over)

    # How long games were, and how many moves were legal.

    @property
    def lengths(self) -> Counts:
        """Games by their number of plies; those that were cut off by the plies that they came to."""
        return self.tally.lengths

    @property
    def plies(self) -> int:
        """Plies in all games together."""
        return sum(length * games for length, games in enumerate(self.lengths))

    @property
    def mean_length(self) -> float:
        """Plies of a game, on average; not a number where there are no games."""
        return self.plies / self.games if self.games else nan

    def length(self, quantile: float) -> int:
        """The shortest length that at least this share of the games does not exceed.

        Args:
            quantile: 0 for the shortest game, 0.5 for the median, 1 for the longest.

        Raises:
            VoloError: the share is not within 0 and 1, or there are no games.

        >>> Summary(Tally(lengths=(0, 1, 2, 0, 1))).length(0.5)
        2
        """
        if not 0 <= quantile <= 1:
            raise VoloError(f"a quantile lies within 0 and 1, not at {quantile}")
        games = self.games
        if not games:
            raise VoloError("cannot compute the length of a game: there are no games")
        wanted = max(1, ceil(quantile * games))
        return next(length for length, seen in enumerate(accumulate(self.lengths)) if seen >= wanted)

    @property
    def positions(self) -> Counts:
        """Positions by ply, counted from 0, in which somebody was to move: games that were longer."""
        shorter = accumulate(self.lengths)
        games = self.games
        return tuple(games - seen for _, seen in zip(self.tally.legal_moves, shorter, strict=False))

    @property
    def branching(self) -> tuple[float, ...]:
        """Legal moves by ply, counted from 0, on average over the games that were longer."""
        return tuple(moves / games for moves, games in zip(self.tally.legal_moves, self.positions, strict=True))

    @property
    def mean_legal_moves(self) -> float:
        """Legal moves before a ply, on average; not a number where no ply was played."""
        return sum(self.tally.legal_moves) / self.plies if self.plies else nan

    # What was played.

    @property
    def adds(self) -> int:
        """Plies that were adds."""
        return self.tally.adds

    @property
    def flights(self) -> int:
        """Plies that were flights."""
        return self.tally.single + sum(self.tally.in_file) + sum(self.tally.side_by_side)

    @property
    def passes(self) -> int:
        """Plies that were passes."""
        return self.tally.passes

    @property
    def moves(self) -> dict[str, Share]:
        """The share of all plies that each kind of move has: ``"add"``, ``"fly 1"`` for the flights of one bird,
        ``"fly 3 in file"`` and ``"fly 3 side by side"`` for those of a line of three, and ``"pass"``.
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
        """Flights that made the opponent lose birds [R15]."""
        return sum(self.tally.clearings)

    @property
    def birds_cleared(self) -> int:
        """The birds lost in all clearings together."""
        return sum(birds * number for birds, number in enumerate(self.tally.clearings))

    @property
    def deciding_clearings(self) -> Share:
        """Of all clearings, those that ended the game, by handing it to the opponent [R18]."""
        return Share(sum(self.tally.deciding_clearings), self.clearings)

    @property
    def won_after_clearing(self) -> Share:
        """Of the games with a clearing that somebody won, those won by the player who cleared last."""
        won, lost = self.tally.won_after_clearing, self.tally.lost_after_clearing
        return Share(won, won + lost)

    # Where.

    def adds_on(self, color: Color) -> dict[str, int]:
        """How many birds a player added on each space, by its name, in board order; empty where there are no games."""
        return self._by_space(self.tally.adds_on[color])

    def flocks_on(self, color: Color) -> dict[str, int]:
        """How often a player's winning flock stood on each space, by its name, in board order."""
        return self._by_space(self.tally.flocks_on[color])

    def _by_space(self, counts: Counts) -> dict[str, int]:
        if self.tally.edge is None:
            return {}
        return dict(zip(layout(self.tally.edge).spaces, counts, strict=True))
