"""One generation of the training: play games, fit weights to their results, and write the files of the core."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np

from training import samples
from training.fit import fit, log_loss
from training.weights import FOLDER, to_text

#: The number of generations of each edge. On edges 7 and 8, the fourth one is much stronger than the third.
GENERATIONS = {4: 3, 5: 3, 6: 3, 7: 4, 8: 4}

#: The number of careful random games of the first generation on each edge.
RANDOM_GAMES = 8000

#: The number of games of the engine on each edge, some 300,000 positions. With 300 games, the weights of edge 7 lost to
#: those of the generation before.
GAMES = {4: 8000, 5: 6000, 6: 4000, 7: 3000, 8: 3000}

#: The number of nodes that the engine searches for each move, from the second generation on.
NODES = 300

#: See `fit`.
PENALTY = 50.0


def train(edge: int, games: int, seed: int, generation: int, threads: int | None = None) -> tuple[str, float]:
    """Train the weights of an edge. Return the text of the file, and the log loss of the held-out games.

    The first generation plays careful random games, and so does not depend on the weights of the core.
    """
    nodes = NODES if generation > 0 else None
    played = samples.play(edge, games, seed * 1000 + generation, nodes, threads)
    inputs, targets, held_out = samples.inputs(played.features), played.targets(), played.held_out()
    weights = fit(inputs[~held_out], targets[~held_out], PENALTY)
    loss = log_loss((inputs[held_out] @ weights).astype(np.float64), targets[held_out])
    how = "careful random games" if nodes is None else f"games of the engine with itself at {nodes} nodes a move"
    note = (
        f"The evaluation on edge {edge}. `make train` made this file.\n"
        f"Generation {generation}, seed {seed}: {games} {how}, {len(targets)} positions.\n"
        f"Log loss of the results of held-out games: {loss:.4f}."
    )
    return to_text(weights, note), loss


def main() -> None:
    """Train one generation, for each edge that has it."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--generation", type=int, required=True, help="0 plays random games, 1 and more the engine")
    parser.add_argument("--edges", type=int, nargs="+", choices=sorted(GAMES), help="those that have this generation")
    parser.add_argument("--games", type=int, help="the number of games on each edge")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="the weights do not depend on it")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the files")
    options = parser.parse_args()
    edges = options.edges or [edge for edge, number in GENERATIONS.items() if options.generation < number]
    for edge in edges:
        games = options.games or (GAMES[edge] if options.generation > 0 else RANDOM_GAMES)
        text, loss = train(edge, games, options.seed, options.generation, options.threads)
        (options.out / f"edge-{edge}.txt").write_text(text, encoding="utf-8", newline="\n")
        print(f"generation {options.generation}, edge {edge}: log loss {loss:.4f}")


if __name__ == "__main__":
    main()
