"""The score of a match, the difference in strength that it shows, and the test whether it has shown enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, log, log10
from typing import Literal

from volo._support.confidence import score_interval
from volo.errors import VoloError


def share_of_elo(elo: float) -> float:
    """Return the expected share of the points for a player who is stronger by this number of Elo points."""
    if elo < 0:
        return 1 - share_of_elo(-elo)
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_share(share: float) -> float:
    """Return the difference in Elo points at which a player gets this share of the points, 0 to 1, on average."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return -400 * log10(1 / share - 1) + 0.0


@dataclass(slots=True)
class MatchScore:
    """The points of the first player of a match, counted in pairs of games.

    The games of a pair begin with the same opening, so they are not independent, but the pairs are. All intervals are
    computed from the pairs, so an opening that favors one color makes them narrower and not wrong.

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


# The count of a result of a pair that did not occur. The logarithm of 0 is infinite.
_NEVER = 1e-3

_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential probability ratio test (Wald 1945) of a match.

    It decides between two hypotheses about the difference in strength: ``elo0`` and ``elo1`` Elo points. The log of the
    generalized likelihood ratio is computed from the results of the pairs, as Van den Bergh describes for fishtest, the
    test framework of Stockfish.

    Attributes:
        elo0: the difference in strength of the first hypothesis.
        elo1: the difference in strength of the second hypothesis, greater than ``elo0``.
        alpha: the probability of accepting the second hypothesis if the first is true.
        beta: the probability of accepting the first hypothesis if the second is true.

    Raises:
        VoloError: ``elo0`` is not less than ``elo1``, or a number is out of range.

    >>> test = Sprt(elo0=0, elo1=10)
    >>> round(test.lower, 2), round(test.upper, 2), round(test.llr(MatchScore([2, 8, 20, 30, 40])), 2)
    (-2.94, 2.94, 2.59)
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise VoloError("elo0 must be less than elo1, and both must be -2000 to 2000")
        for name in ("alpha", "beta"):
            if not 1e-9 <= getattr(self, name) < 0.5:
                raise VoloError(f"{name} must be greater than 0 and less than 0.5")

    @property
    def lower(self) -> float:
        """The log likelihood ratio below which the first hypothesis is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio above which the second hypothesis is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, score: MatchScore) -> float:
        """The log likelihood ratio of the second hypothesis and the first. It is 0 if no game was played."""
        if not score.games:
            return 0.0
        counts = [number or _NEVER for number in score.pairs]
        one, other = (_log_likelihood(counts, share_of_elo(elo)) for elo in (self.elo1, self.elo0))
        return one - other

    def accepted(self, score: MatchScore) -> Literal["elo0", "elo1"] | None:
        """The hypothesis that the results show; None if the match must go on.

        >>> test = Sprt(elo0=0, elo1=20)
        >>> test.accepted(MatchScore([0, 1, 5, 9, 80])), test.accepted(MatchScore([80, 9, 5, 1, 0]))
        ('elo1', 'elo0')
        """
        ratio = self.llr(score)
        if ratio <= self.lower:
            return "elo0"
        return "elo1" if ratio >= self.upper else None


def _log_likelihood(counts: Sequence[float], share: float) -> float:
    """The log likelihood of the counts under the most likely distribution with this mean, up to a constant.

    By Lagrange multipliers, the distribution is that of the counts with each probability divided by
    ``1 + x * distance``, where ``distance`` is how far the result is from the mean, and ``x`` makes the mean right.
    """
    distances = [halves / 4 - share for halves in range(5)]
    low, high = -1 / distances[-1], -1 / distances[0]

    def excess(x: float) -> float:
        return sum(n * distance / (1 + x * distance) for n, distance in zip(counts, distances, strict=True))

    # The excess falls from infinity to minus infinity between the bounds.
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    x = (low + high) / 2
    return -sum(n * log(1 + x * distance) for n, distance in zip(counts, distances, strict=True))
