"""Train the weights of the evaluation from nothing, and write the files of the core."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.generations import Generation, Plan, train
from training.weights import FOLDER, to_numbers, to_text

#: The games of a generation have some 200,000 to 400,000 positions.
PLANS = [Plan(4, 4, 8000), Plan(5, 4, 6000), Plan(6, 4, 4000), Plan(7, 6, 3000), Plan(8, 6, 3000)]


def text_of(plan: Plan, generation: Generation, below: NDArray[np.float64] | None, seed: int) -> str:
    """Return the text of the file of weights of a generation. `below` are the weights of the edge below."""
    positions = f"{generation.positions} positions of"
    if generation.weights is below:
        origin = f"the weights of edge {plan.edge - 1}"
    elif generation.number == 0:
        origin = f"{positions} careful random games"
    else:
        origin = f"{positions} games of the engine with itself at {plan.nodes} nodes a move"
    note = (
        f"The evaluation on edge {plan.edge}. `make train` made this file.\n"
        f"Generation {generation.number} of {plan.generations}, seed {seed}: {origin}.\n"
        f"Log loss of the results of held-out games: {generation.loss:.4f}."
    )
    return to_text(to_numbers(generation.weights), note)


def main() -> None:
    """Train the weights of each edge."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--edges", type=int, default=len(PLANS), help="the number of edges, from 4")
    parser.add_argument("--generations", type=int, help="the number of generations")
    parser.add_argument("--games", type=int, help="the number of games of each generation")
    parser.add_argument("--pairs", type=int, help="the number of pairs of games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="the weights do not depend on it")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the files")
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
                (options.out / f"edge-{plan.edge}.txt").write_text(text, encoding="utf-8", newline="\n")
            match = "" if generation.match is None else f", {generation.match} against the strongest before"
            print(
                f"edge {plan.edge}, generation {generation.number}: {generation.positions} positions, "
                f"log loss {generation.loss:.4f}{match}",
                flush=True,
            )
        below = strongest


if __name__ == "__main__":
    main()
