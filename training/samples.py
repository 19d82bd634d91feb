"""Positions from games, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from volo import _volo

#: The number of features of each player.
PER_PLAYER = len(_volo._FEATURES)

#: The phase of a late position. An early one has phase 0.
LATE = 64

#: The number of rows and columns of the table by numbers of flocks. They begin with two flocks.
FLOCKS = 8


@dataclass(frozen=True)
class Samples:
    """Positions from games. Each row of an array is a position."""

    #: The features of the mover, those of the opponent, and the phase.
    features: NDArray[np.int16]
    #: The result of the game for the mover: 1, 0 or -1.
    results: NDArray[np.int8]
    #: The number of the game.
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
