"""Train the weights of the evaluation from nothing, and write the files of the core. `make -C research train` runs it.

Weights with nearly the same log loss differ by hundreds of Elo points, because a search finds the positions that they
judge wrongly. So each generation has several candidates, and matches choose one. docs/EVALUATION.md explains the
evaluation.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from research.weights import Samples, file_of, fit, log_loss, play, to_numbers, to_text
from volo._volo import Move, _Engine
from volo.engine.analysis import Analysis
from volo.engine.match import Match, MatchScore, Spec
from volo.engine.search import Limit
from volo.game import Game

NODES: Final = 1000
"""The number of nodes that a player of a match searches for each move."""
MAX_PLIES: Final = 400
"""After this number of plies, a game of a match is a draw."""
PENALTIES: Final = (50.0, 5000.0)
"""The penalties of the fits; see `fit`."""
MATCHES: Final = 500
"""This is added to the seed of a generation for its last match, which so has other openings than those before."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The amount of play for the weights of an edge.

    Attributes:
        generations: the number of generations.
        games: the number of games of each generation, after the first one.
        random_games: the number of careful random games of the first generation.
        nodes: the number of nodes that the engine searches for each move, after the first generation.
        halves: the number of fits of each later generation for each penalty. Each is of half of the games.
        trial_pairs: the number of pairs of games between each candidate and the strongest generation so far.
        pairs: the number of pairs of games between the best candidate and the strongest generation so far.
    """

    edge: int
    generations: int
    games: int
    random_games: int = 8000
    nodes: int = 300
    halves: int = 4
    trial_pairs: int = 20
    pairs: int = 100


PLANS: Final = [Plan(4, 4, 8000), Plan(5, 4, 6000), Plan(6, 4, 4000), Plan(7, 6, 3000)]
"""The games of a generation have some 200,000 to 400,000 positions."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The best of the weights that were fitted to games of the strongest generation before them.

    Attributes:
        number: the number of the generation, from 0.
        weights: the weights in the order of `Samples.inputs`.
        positions: the number of positions in the games. Those of nine games of ten were used for the fits.
        loss: the log loss of the results of the other games.
        match: the match with the strongest generation before this one; None for the first one.
    """

    number: int
    weights: NDArray[np.float64]
    positions: int
    loss: float
    match: MatchScore | None

    @property
    def is_strongest(self) -> bool:
        """Whether no generation before it is stronger."""
        return self.match is None or self.match.share > 0.5


class Player:
    """Plays with the engine of this package and with its own weights."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        self._weights = list(weights)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begin a game with a new engine, so that the games do not depend on each other."""
        self._engine = _Engine({"hash_mb": 1, "seed": seed, "level": 10}, self._weights)

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
        return Player(self.weights)


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


def text_of(plan: Plan, generation: Generation, below: NDArray[np.float64] | None, seed: int) -> str:
    """The text of the file of weights of a generation. `below` are the weights of the edge below."""
    positions = f"{generation.positions} positions of"
    if generation.weights is below:
        origin = f"the weights of edge {plan.edge - 1}"
    elif generation.number == 0:
        origin = f"{positions} careful random games"
    else:
        origin = f"{positions} games of the engine with itself at {plan.nodes} nodes a move"
    note = (
        f"The evaluation on edge {plan.edge}. `make -C research train` made this file.\n"
        f"Generation {generation.number} of {plan.generations}, seed {seed}: {origin}.\n"
        f"Log loss of the results of held-out games: {generation.loss:.4f}."
    )
    return to_text(to_numbers(generation.weights), note)


def main() -> None:
    """Train the weights of each edge."""
    parser = argparse.ArgumentParser(prog="python -m research.training", description=__doc__)
    parser.add_argument("--edges", type=int, default=len(PLANS), help="the number of edges, from 4")
    parser.add_argument("--generations", type=int, help="the number of generations")
    parser.add_argument("--games", type=int, help="the number of games of each generation")
    parser.add_argument("--pairs", type=int, help="the number of pairs of games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="the weights do not depend on it")
    parser.add_argument("--out", type=Path, default=file_of(4).parent, help="the folder of the files")
    options = parser.parse_args()
    given = {
        "generations": options.generations,
        "games": options.games,
        "random_games": options.games,
        "trial_pairs": options.pairs,
        "pairs": options.pairs,
    }
    below = None
    for plan in PLANS[: options.edges]:
        changed = replace(plan, **{name: number for name, number in given.items() if number is not None})
        strongest = None
        for generation in train(changed, below, options.seed, options.threads):
            if generation.is_strongest:
                strongest = generation.weights
                text = text_of(changed, generation, below, options.seed)
                (options.out / file_of(plan.edge).name).write_text(text, encoding="utf-8", newline="\n")
            match = "" if generation.match is None else f", {generation.match} against the strongest before"
            print(
                f"edge {plan.edge}, generation {generation.number}: {generation.positions} positions, "
                f"log loss {generation.loss:.4f}{match}",
                flush=True,
            )
        below = strongest


if __name__ == "__main__":
    main()
