"""The weights of the evaluation: their files, the positions that they are fitted to, and the fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from research import ROOT
from volo import _volo

UNIT: Final = 16 * 256
"""One unit of a score is 1/256 of the natural logarithm of the odds, and 16 units of a weight."""
GREATEST: Final = 99_999
"""The core accepts five digits."""
PER_PLAYER: Final = len(_volo._FEATURES)
"""The number of features of each player."""
LATE: Final = 64
"""The phase of a late position. An early one has phase 0."""
FLOCKS: Final = 8
"""The number of rows and columns of the table by numbers of flocks. They begin with two flocks."""

ROWS_AT_A_TIME: Final = 1 << 16
"""The number of rows that are multiplied at a time."""
STEPS: Final = 12
"""The greatest number of steps of a fit. Five are nearly always enough."""


@dataclass(frozen=True)
class Samples:
    """Positions from games. Each row of an array is a position.

    Attributes:
        features: the features of the mover, those of the opponent, and the phase.
        results: the result of the game for the mover: 1, 0 or -1.
        games: the number of the game.
    """

    features: NDArray[np.int16]
    results: NDArray[np.int8]
    games: NDArray[np.uint32]

    @cached_property
    def inputs(self) -> NDArray[np.float32]:
        """The numbers that the weights multiply, in the order of a file of weights.

        These are the features of early positions, those of late ones, and the table by numbers of flocks. Between early
        and late, a feature counts in part as each of them.
        """
        rows = len(self.features)
        late = self.features[:, -1:].astype(np.float32) / LATE
        both = np.hstack([np.ones((rows, 1), np.float32), self.features[:, :-1].astype(np.float32)])
        flocks = np.clip(self.features[:, [1, PER_PLAYER + 1]] - 2, 0, FLOCKS - 1).astype(np.int64)
        race = np.zeros((rows, FLOCKS * FLOCKS), np.float32)
        race[np.arange(rows), flocks[:, 0] * FLOCKS + flocks[:, 1]] = 1
        return np.hstack([both * (1 - late), both * late, race])

    @cached_property
    def targets(self) -> NDArray[np.float64]:
        """The results as shares of a point: 1, 0.5 or 0."""
        return (self.results.astype(np.float64) + 1) / 2

    @cached_property
    def held_out(self) -> NDArray[np.bool_]:
        """Which positions are kept for the test: those of every tenth game."""
        held_out: NDArray[np.bool_] = self.games % 10 == 0
        return held_out


def play(
    edge: int, games: int, seed: int, nodes: int | None, weights: list[int] | None, threads: int | None = None
) -> Samples:
    """Play games of the engine with itself, or careful random games if `nodes` is None."""
    features, _, results, numbers = _volo._play_samples(
        f"standard-{edge}", games, seed=seed, nodes=nodes, opening=10, threads=threads, weights=weights
    )
    return Samples(features, results, numbers)


def probability(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The expected result for these natural logarithms of the odds to win."""
    return 1 / (1 + np.exp(-odds))


def log_loss(odds: NDArray[np.float64], targets: NDArray[np.float64]) -> float:
    """The mean log loss. For odds of 0, it is the natural logarithm of 2, 0.693."""
    return float((np.logaddexp(0, odds) - targets * odds).mean())


def fit(inputs: NDArray[np.float32], targets: NDArray[np.float64], penalty: float) -> NDArray[np.float64]:
    """The weights with the least log loss: a logistic regression by Newton's method.

    All sums are of doubles, so their order, which depends on the machine, changes the weights by 1e-9 or less.

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


def file_of(edge: int) -> Path:
    """The file with the weights of an edge, which the core reads when it is compiled. Edge 8 has those of edge 7."""
    return ROOT / "src" / "search" / "weights" / f"edge-{min(edge, 7)}.txt"


def to_numbers(weights: NDArray[np.float64]) -> list[int]:
    """The numbers of a file, in their order. `weights` are in the order of `Samples.inputs`."""
    whole = np.clip(np.rint(weights * UNIT), -GREATEST, GREATEST).astype(int)
    pairs = 1 + 2 * PER_PLAYER
    early_and_late = np.stack([whole[:pairs], whole[pairs : 2 * pairs]], axis=1)
    mover, opponent = early_and_late[1 : 1 + PER_PLAYER], early_and_late[1 + PER_PLAYER :]
    numbers: list[int] = np.concatenate(
        [early_and_late[0], np.hstack([mover, opponent]).ravel(), whole[2 * pairs :]]
    ).tolist()
    return numbers


def to_text(numbers: list[int], note: str) -> str:
    """The text of a file, an array of Rust. `note` describes how its numbers were made."""
    rows = [*(f"// {line}" for line in note.splitlines()), "["]
    rows.append("// feature: mover early, mover late, opponent early, opponent late")
    rest = iter(numbers)

    def row(name: str, length: int) -> str:
        return ", ".join([*(str(next(rest)) for _ in range(length)), f"// {name}"])

    rows += [row("bias", 2), *(row(name, 4) for name in _volo._FEATURES)]
    rows.append("// a row for each number of flocks of the mover from 2, a column for each of the opponent")
    rows += [row("race", FLOCKS) for _ in range(FLOCKS)]
    return "\n".join([*rows, "]"]) + "\n"
