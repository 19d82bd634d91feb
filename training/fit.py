"""Logistic regression."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: The number of rows that are multiplied at a time.
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

    All sums are of doubles. So their order, which depends on the machine, changes the weights by 1e-9 or less.

    Args:
        inputs: a row for each position.
        targets: the results, 0 to 1.
        penalty: the weight of the squares of the weights, where each input is divided by its standard deviation. It
            keeps weights small that the positions say little about.
    """
    deviations = inputs.std(axis=0, dtype=np.float64)
    deviations[deviations < 1e-9] = 1
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        slope = penalty * weights
        curvature = penalty * np.eye(len(weights))
        for first in range(0, len(inputs), ROWS_AT_A_TIME):
            some = slice(first, first + ROWS_AT_A_TIME)
            rows = inputs[some] / deviations
            expected = probability(rows @ weights)
            slope += rows.T @ (expected - targets[some])
            curvature += (rows * (expected * (1 - expected))[:, None]).T @ rows
        step = np.linalg.solve(curvature, slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    fitted: NDArray[np.float64] = weights / deviations
    return fitted
