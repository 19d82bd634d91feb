"""The generations of the weights of an edge.

Weights with nearly the same log loss differ by hundreds of Elo points, because a search finds the positions that they
judge wrongly. So each generation has several candidates, and matches choose one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.contest import contest
from training.fit import fit, log_loss
from training.samples import Samples, play
from training.weights import to_numbers
from volo.engine.match import MatchScore

#: The penalties of the fits; see `fit`.
PENALTIES = (50.0, 5000.0)

#: The number that is added to the seed of a generation for the match of its best candidate. So this match has other
#: openings than the matches before.
MATCHES = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """The amount of play for the weights of an edge."""

    edge: int
    #: The number of generations.
    generations: int
    #: The number of games of each generation, after the first one.
    games: int
    #: The number of careful random games of the first generation.
    random_games: int = 8000
    #: The number of nodes that the engine searches for each move, after the first generation.
    nodes: int = 300
    #: The number of fits of each generation for each penalty, after the first generation. Each is of half of the games.
    halves: int = 4
    #: The number of pairs of games between each candidate and the strongest generation so far.
    trial_pairs: int = 20
    #: The number of pairs of games between the best candidate and the strongest generation so far.
    pairs: int = 100


@dataclass(frozen=True, slots=True)
class Generation:
    """The best of the weights that were fitted to games of the strongest generation before them."""

    number: int
    #: In the order of `Samples.inputs`.
    weights: NDArray[np.float64]
    #: The number of positions in the games. Those of nine games of ten were used for the fits.
    positions: int
    #: The log loss of the results of the other games.
    loss: float
    #: The match with the strongest generation before this one; None for the first one.
    match: MatchScore | None

    @property
    def is_strongest(self) -> bool:
        """Whether no generation before it is stronger."""
        return self.match is None or self.match.share > 0.5


def train(plan: Plan, below: NDArray[np.float64] | None, seed: int, threads: int) -> Iterator[Generation]:
    """Yield the generations of an edge. They depend on the plan, the weights of the edge below and the seed only.

    The first generation is fitted to half of the careful random games, and each other one to games of the strongest one
    before it. The weights of the edge below are one of the candidates of the second generation.
    """
    played = play(plan.edge, plan.random_games, seed * 1000, None, None, threads)
    strongest = next(_fits(plan, played, seed * 1000))
    yield Generation(0, strongest, len(played.games), _loss(played, strongest), None)
    for number in range(1, plan.generations):
        own_seed = seed * 1000 + number
        played = play(plan.edge, plan.games, own_seed, plan.nodes, to_numbers(strongest), threads)
        candidates = list(_fits(plan, played, own_seed))
        if number == 1 and below is not None:
            candidates.append(below)
        trials = [contest(plan.edge, each, strongest, plan.trial_pairs, own_seed, threads) for each in candidates]
        best = candidates[int(np.argmax([trial.points for trial in trials]))]
        match = contest(plan.edge, best, strongest, plan.pairs, own_seed + MATCHES, threads)
        generation = Generation(number, best, len(played.games), _loss(played, best), match)
        if generation.is_strongest:
            strongest = best
        yield generation


def _fits(plan: Plan, played: Samples, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield fits to random halves of the games, with each penalty."""
    random = np.random.default_rng(seed)
    for _ in range(plan.halves):
        half = (random.random(int(played.games.max()) + 1) < 0.5)[played.games] & ~played.held_out
        for penalty in PENALTIES:
            yield fit(played.inputs[half], played.targets[half], penalty)


def _loss(played: Samples, weights: NDArray[np.float64]) -> float:
    """The log loss of the results of the games that are kept for a test."""
    held_out = played.held_out
    return log_loss(played.inputs[held_out] @ weights, played.targets[held_out])
