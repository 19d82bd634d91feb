"""The figures of many games, computed from their tally, and shares with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, nan

from volo._support.confidence import difference, wilson
from volo.color import ColorLike, as_color
from volo.errors import VoloError
from volo.layout import layout
from volo.tally import Counts, Tally


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a total, such as 60 wins in 100 games.

    Attributes:
        number: the size of the part.
        of: the size of the total.

    >>> won = Share(60, 100)
    >>> print(won)
    60.0% (50.2% to 69.1%)
    """

    number: int
    of: int

    @property
    def share(self) -> float:
        """``number / of``, 0 to 1; NaN if the total is 0."""
        return self.number / self.of if self.of else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the underlying probability: Wilson's score interval (1927), as (low, high).

        Both bounds are within 0 and 1. The interval is also valid for small totals. It assumes independent trials:
        games are independent, the plies of one game are not. If the total is 0, the interval is (0, 1).
        """
        return wilson(self.share, self.of) if self.of else (0.0, 1.0)

    def minus(self, other: Share) -> tuple[float, float, float]:
        """The difference of two shares of independent games, with its 95% confidence interval: (difference, low, high).

        The interval is Newcombe's (1998), from the intervals of both shares. If 0 is outside, the shares differ. The
        difference is NaN if one of the totals is 0.

        >>> print("{:+.1%} ({:+.1%} to {:+.1%})".format(*Share(60, 100).minus(Share(45, 100))))
        +15.0% (+1.2% to +28.0%)
        """
        return difference((self.share, *self.interval), (other.share, *other.interval))

    def __str__(self) -> str:
        if not self.of:
            return "0 of 0"
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of many games. Memory does not grow with the number of games."""

    tally: Tally = field(default_factory=Tally)
    """The counters from which all figures follow."""

    # How games ended.

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.tally.lengths)

    @property
    def orange(self) -> int:
        """The number of games that Orange won."""
        return self.tally.flock_wins[0] + self.tally.stuck_wins[0]

    @property
    def blue(self) -> int:
        """The number of games that Blue won."""
        return self.tally.flock_wins[1] + self.tally.stuck_wins[1]

    @property
    def draws(self) -> int:
        """The number of games that ended in a draw [R14]."""
        return self.tally.draws

    @property
    def truncated(self) -> int:
        """The number of games that were cut off, which are neither won nor drawn [R19]."""
        return self.tally.truncated

    @property
    def results(self) -> dict[str, Share]:
        """The share of the games with each result: ``"orange"`` and ``"blue"`` (the winner), ``"draw"``, and
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
        """The number of games won by the player who did not make the last move [R18]."""
        return sum(self.tally.handed_over)

    # How long games were, and how many moves were legal.

    @property
    def lengths(self) -> Counts:
        """The number of games of each length: element ``i`` counts the games of ``i`` plies, truncated ones too."""
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
        """A quantile of the lengths: the smallest length such that at least this share of the games is not longer.

        Args:
            quantile: 0 for the shortest game, 0.5 for the median, 1 for the longest.

        Raises:
            VoloError: the quantile is not in the range 0 to 1, or there are no games.

        >>> Figures(Tally(lengths=(0, 1, 2, 0, 1))).length(0.5)
        2
        """
        if not 0 <= quantile <= 1:
            raise VoloError(f"a quantile must be 0 to 1, not {quantile}")
        games = self.games
        if not games:
            raise VoloError("cannot compute the length of a game: there are no games")
        wanted = max(1, ceil(quantile * games))
        return next(length for length, seen in enumerate(accumulate(self.lengths)) if seen >= wanted)

    @property
    def positions(self) -> Counts:
        """For each ply, from 0, the number of games in which a move was played at that ply."""
        shorter = accumulate(self.lengths)
        games = self.games
        return tuple(games - seen for _, seen in zip(self.tally.legal_moves, shorter, strict=False))

    @property
    def branching(self) -> tuple[float, ...]:
        """For each ply, from 0, the mean number of legal moves over the games in which that ply was played."""
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
        """The number of flights that cleared birds of the opponent [R15]."""
        return sum(self.tally.clearings)

    @property
    def birds_cleared(self) -> int:
        """The number of birds cleared by all flights together."""
        return sum(birds * number for birds, number in enumerate(self.tally.clearings))

    @property
    def deciding_clearings(self) -> Share:
        """The share of the clearings that ended the game with a win of the opponent [R18]."""
        return Share(sum(self.tally.deciding_clearings), self.clearings)

    @property
    def won_after_clearing(self) -> Share:
        """Of the won games with at least one clearing, the share that was won by the last player to clear."""
        won, lost = self.tally.won_after_clearing, self.tally.lost_after_clearing
        return Share(won, won + lost)

    # Where birds were added, and where the winning flocks were.

    def adds_on(self, color: ColorLike) -> dict[str, int]:
        """The number of birds that a player added on each space, by the name of the space, in board order.

        Empty if there are no games.
        """
        return self._by_space(self.tally.adds_on[as_color(color)])

    def flocks_on(self, color: ColorLike) -> dict[str, int]:
        """The number of a player's winning flocks that had a bird on each space, by the name of the space.

        The spaces are in board order. Empty if there are no games.
        """
        return self._by_space(self.tally.flocks_on[as_color(color)])

    def _by_space(self, counts: Counts) -> dict[str, int]:
        if self.tally.edge is None:
            return {}
        return dict(zip(layout(self.tally.edge).spaces, counts, strict=True))
