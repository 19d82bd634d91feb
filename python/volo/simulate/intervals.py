"""Shares of a total, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

__all__ = ["CONFIDENCE", "Share"]

CONFIDENCE = 0.95
"""The confidence level of all intervals."""

# The quantile of the normal distribution for this level. A literal has the same digits on every machine.
_Z = 1.959963984540054


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
        if not self.of:
            return 0.0, 1.0
        # Both bounds solve (share - p)^2 = z^2 p (1 - p) / of.
        spread = _Z * _Z / self.of
        centre = (self.share + spread / 2) / (1 + spread)
        half = _Z * sqrt(self.share * (1 - self.share) / self.of + spread / self.of / 4) / (1 + spread)
        # Here one solution is exactly 0 or 1, which the formula would only round to.
        low = 0.0 if self.number == 0 else centre - half
        high = 1.0 if self.number == self.of else centre + half
        return low, high

    def __str__(self) -> str:
        if not self.of:
            return "0 of 0"
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"
