"""Shares, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

__all__ = ["CONFIDENCE", "Share"]

CONFIDENCE = 0.95
"""How probable it is that an interval holds what it is for."""

# The normal quantile that belongs to it, as a number: its digits are the same on every machine.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A number of things out of a number of things.

    Attributes:
        number: how many.
        of: out of how many.

    >>> won = Share(60, 100)
    >>> print(won)
    60.0% (50.2% to 69.1%)
    """

    number: int
    of: int

    @property
    def share(self) -> float:
        """The share, 0 to 1; not a number where there is nothing to share."""
        return self.number / self.of if self.of else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the probability behind the share, by Wilson's score (1927).

        It keeps within 0 and 1, and holds for small numbers too. It supposes independent trials: games are, the plies
        of one game are not. Where nothing was tried, it is 0 to 1.
        """
        if not self.of:
            return 0.0, 1.0
        # Both bounds solve (share - p)^2 = z^2 p (1 - p) / of.
        spread = _Z * _Z / self.of
        centre = (self.share + spread / 2) / (1 + spread)
        half = _Z * sqrt(self.share * (1 - self.share) / self.of + spread / self.of / 4) / (1 + spread)
        # At the ends the solutions are 0 and 1, but for a rounding.
        low = 0.0 if self.number == 0 else centre - half
        high = 1.0 if self.number == self.of else centre + half
        return low, high

    def __str__(self) -> str:
        if not self.of:
            return "none of none"
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"
