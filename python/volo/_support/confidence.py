"""Numbers with confidence intervals, and the intervals of a share, of a mean score and of any other mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

CONFIDENCE = 0.95
"""The confidence level of all intervals."""

# A literal has the same digits on every machine.
Z = 1.959963984540054
"""The quantile of the normal distribution for this level."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95% confidence interval.

    Attributes:
        value: the number. None if nothing was observed, or for an infinite difference in Elo points.
        low: the lower bound. None if there is none.
        high: the upper bound. None if there is none.
        of: the number of independent observations.
    """

    value: float | None
    low: float | None
    high: float | None
    of: int

    def minus(self, other: Estimate) -> Estimate:
        """The difference of two independent estimates. Both must have an interval."""
        bounds = self.value, self.low, self.high, other.value, other.low, other.high
        found = [each for each in bounds if each is not None]
        if len(found) < len(bounds):
            return Estimate(None, None, None, 0)
        value, low, high, other_value, other_low, other_high = found
        return Estimate(*difference((value, low, high), (other_value, other_low, other_high)), min(self.of, other.of))


def difference(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    """The difference of two numbers with intervals, (value, low, high), and its interval by Newcombe (1998)."""
    (value, low, high), (other_value, other_low, other_high) = one, other
    down, up = hypot(value - low, other_high - other_value), hypot(high - value, other_value - other_low)
    return value - other_value, value - other_value - down, value - other_value + up


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Return Wilson's score interval (1927) of the probability of a success, as (low, high).

    Both bounds are within 0 and 1. The interval is also valid for few trials, whose number need not be whole.
    """
    # Both bounds solve (share - p)^2 = z^2 p (1 - p) / trials.
    spread = Z * Z / trials
    center = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    # Where the share is 0 or 1, one bound is exactly that. The formula would only round to it.
    return (0.0 if share == 0 else center - half), (1.0 if share == 1 else center + half)


def score_interval(counts: Iterable[tuple[float, int]], most: float) -> tuple[float, float]:
    """Return the interval of the mean of scores from 0 to 1, such as the points of games, as (low, high).

    It is Wilson's interval for the number of successes and failures that would have the variance of the scores. So its
    bounds are within 0 and 1, and it does not vanish if all scores are equal. Without scores, it is (0, 1).

    Args:
        counts: scores, and how often each occurred.
        most: the number of successes and failures that is assumed if all scores are equal.
    """
    counts = list(counts)
    number = sum(times for _, times in counts)
    if not number:
        return 0.0, 1.0
    share = sum(score * times for score, times in counts) / number
    variance = sum(times * (score - share) ** 2 for score, times in counts) / number
    return wilson(share, share * (1 - share) * number / variance if variance > 0 else most)


def mean_interval(counts: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Return the interval of the mean of at least two independent values, by the normal approximation, as (low, high).

    >>> [round(bound, 2) for bound in mean_interval([(1, 1), (2, 1), (3, 1), (4, 1)])]
    [1.23, 3.77]
    """
    number = sum(times for _, times in counts)
    mean = sum(value * times for value, times in counts) / number
    half = Z * sqrt(sum(times * (value - mean) ** 2 for value, times in counts) / (number - 1) / number)
    return mean - half, mean + half
