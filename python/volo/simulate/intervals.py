"""Shares of a total, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from volo._support.confidence import wilson

__all__ = ["Share"]


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

    def __str__(self) -> str:
        if not self.of:
            return "0 of 0"
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
