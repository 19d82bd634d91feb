"""The score of a match, and the difference in strength that it shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log10

from volo._support.confidence import score_interval
from volo.errors import VoloError

__all__ = ["MatchScore", "elo_of_share", "share_of_elo"]


def share_of_elo(elo: float) -> float:
    """Return the expected share of the points for a player who is stronger by this number of Elo points.

    >>> share_of_elo(0), round(share_of_elo(400), 4)
    (0.5, 0.9091)
    """
    if elo < 0:
        return 1 - share_of_elo(-elo)
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_share(share: float) -> float:
    """Return the difference in Elo points at which a player gets this share of the points, 0 to 1, on average.

    >>> elo_of_share(0.5), round(elo_of_share(0.75), 1), elo_of_share(1)
    (0.0, 190.8, inf)
    """
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return -400 * log10(1 / share - 1) + 0.0


@dataclass(slots=True)
class MatchScore:
    """The points of the first player of a match, counted in pairs of games.

    The games of a pair begin with the same opening, so they are not independent, but the pairs are. All intervals are
    computed from the pairs, so an opening that favours one colour makes them narrower and not wrong.

    Attributes:
        pairs: the numbers of pairs in which the first player got 0, 1/2, 1, 3/2 and 2 points.

    >>> score = MatchScore([1, 2, 10, 8, 4])
    >>> score.games, score.points, score.share
    (50, 31.0, 0.62)
    >>> print(score)
    Elo +85 (+14 to +156)
    """

    pairs: list[int] = field(default_factory=lambda: [0] * 5)

    def add(self, points: float) -> None:
        """Count a pair.

        Raises:
            VoloError: the points are not 0, 1/2, 1, 3/2 or 2.
        """
        if points not in (0, 0.5, 1, 1.5, 2):
            raise VoloError("the points of a pair must be 0, 0.5, 1, 1.5 or 2")
        self.pairs[round(2 * points)] += 1

    @property
    def games(self) -> int:
        """The number of games: two for each pair."""
        return 2 * sum(self.pairs)

    @property
    def points(self) -> float:
        """The points of the first player: 1 for a win, 1/2 for a draw."""
        return sum(halves * number for halves, number in enumerate(self.pairs)) / 2

    @property
    def share(self) -> float:
        """The share of all points that the first player got, 0 to 1; 1/2 if no game was played."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the share that the first player would get in a match without end.

        It is Wilson's score interval (1927) for the number of games without draws that would have the variance of the
        pairs. Its bounds are within 0 and 1, and it does not vanish if all pairs have the same result. If no game was
        played, it is (0, 1).
        """
        return score_interval(
            [(halves / 4, number) for halves, number in enumerate(self.pairs)], most=2 * sum(self.pairs)
        )

    @property
    def elo(self) -> float:
        """The difference in strength in Elo points. It is infinite if one player got all points."""
        return elo_of_share(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the difference in strength in Elo points."""
        low, high = self.interval
        return elo_of_share(low), elo_of_share(high)

    def __str__(self) -> str:
        low, high = self.elo_interval
        return f"Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
