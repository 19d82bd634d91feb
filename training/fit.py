"""Logistic regression."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: The number of rows of which the curvature is computed at a time.
ROWS_AT_A_TIME = 1 << 16

#: The greatest number of steps. Five are nearly always enough.
STEPS = 12


def probability(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the expected result for these natural logarithms of the odds to win."""
    return 1 / (1 + np.exp(-odds))


def log_loss(odds: NDArray[np.float64], targets: NDArray[np.float64]) -> float:
    """Return the mean log loss. For odds of 0, it is the natural logarithm of 2, 0.693."""
    return float((np.logaddexp(0, odds) - targets * odds).mean())


def fit(inputs: NDArray[np.float32], targets: NDArray[np.float64], penalty: float) -> NDArray[np.float64]:
    """Return the weights with the least log loss, by Newton's method.

    Args:
        inputs: a row for each position.
        targets: the results, 0 to 1.
        penalty: the weight of the squares of the weights, where each input is divided by its standard deviation. It
            keeps weights small that the positions say little about.
    """
    deviations = inputs.std(axis=0, dtype=np.float64)
    deviations[deviations < 1e-9] = 1
    scaled = inputs / deviations.astype(np.float32)
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        expected = probability((scaled @ weights.astype(np.float32)).astype(np.float64))
        slope = scaled.T @ (expected - targets).astype(np.float32) + penalty * weights
        curvature = penalty * np.eye(len(weights))
        variances = (expected * (1 - expected)).astype(np.float32)
        for first in range(0, len(scaled), ROWS_AT_A_TIME):
            rows = slice(first, first + ROWS_AT_A_TIME)
            curvature += (scaled[rows] * variances[rows, None]).T @ scaled[rows]
        step = np.linalg.solve(curvature, slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    fitted: NDArray[np.float64] = weights / deviations
    return fitted
