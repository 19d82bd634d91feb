"""Wilson's confidence interval of a share."""

from __future__ import annotations

from math import sqrt

__all__ = ["CONFIDENCE", "wilson"]

CONFIDENCE = 0.95
"""The confidence level of all intervals."""

# The quantile of the normal distribution for this level. A literal has the same digits on every machine.
_Z = 1.959963984540054


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Return Wilson's score interval (1927) of the probability of a success, as (low, high).

    Both bounds are within 0 and 1. The interval is also valid for few trials.

    Args:
        share: the share of successes, 0 to 1.
        trials: the number of independent trials, more than 0. It need not be whole.
    """
    # Both bounds solve (share - p)^2 = z^2 p (1 - p) / trials.
    spread = _Z * _Z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    # Where the share is 0 or 1, one bound is exactly that. The formula would only round to it.
    return (0.0 if share == 0 else centre - half), (1.0 if share == 1 else centre + half)
