"""A sequential test: a match that ends as soon as it has shown enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from volo.engine.match.score import MatchScore, share_of_elo
from volo.errors import VoloError

__all__ = ["Sprt"]

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
