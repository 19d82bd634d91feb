"""Matches between two weights of the evaluation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.weights import to_numbers
from volo._volo import Move, _Engine
from volo.engine.analysis import Analysis
from volo.engine.match import Match, MatchScore, Spec
from volo.engine.search import Limit
from volo.game import Game

#: The number of nodes that a player searches for each move.
NODES = 1000

#: After this number of plies, a game is a draw.
MAX_PLIES = 400

#: The size of the table of a player in megabytes.
HASH_MB = 1


class Player:
    """Plays with the engine of this package and with its own weights."""

    def __init__(self, weights: list[int]) -> None:
        self._weights = weights
        self._engine = _Engine(1, HASH_MB, 0, 10, weights)

    def begin(self, seed: int) -> None:
        """Begin a game with a new engine, so that the games do not depend on each other."""
        self._engine = _Engine(1, HASH_MB, seed, 10, self._weights)

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
        """Choose a move."""
        *earlier, position = game.positions
        with Analysis(self._engine.start(position, earlier, None, NODES, None, 1)) as analysis:
            return analysis.wait()[0].pv[0]

    def close(self) -> None:
        """Stop a search."""
        self._engine.close()


@dataclass(frozen=True, slots=True)
class Weighted(Spec):
    """A player of a match that has its own weights."""

    weights: tuple[int, ...] = ()

    def player(self) -> Player:
        """Return a new player."""
        return Player(list(self.weights))


def contest(
    edge: int, first: NDArray[np.float64], second: NDArray[np.float64], pairs: int, seed: int, threads: int
) -> MatchScore:
    """Play a match between two weights, with two games for each opening. The score is that of the first."""
    players = [
        Weighted(name, "engine", "engine", Limit(nodes=NODES), weights=tuple(to_numbers(weights)))
        for name, weights in (("first", first), ("second", second))
    ]
    match = Match(*players, start=f"standard-{edge}", pairs=pairs, seed=seed, max_plies=MAX_PLIES, concurrency=threads)
    for pair in match.run():
        match.score.add(pair.points)
    return match.score
