"""Solves random positions in the middle of games, and prints the table of docs/SOLVED.md.

A position is that of a random careful game after a number of plies. Games that are shorter are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from statistics import quantiles

import volo
from volo import engine

__all__: list[str] = []


def positions(rules: str, plies: int, count: int, seed: int) -> list[volo.Position]:
    """The positions of the first games that last longer than this number of plies."""
    found: list[volo.Position] = []
    games = volo.play_random(4 * count, position=rules, policy="careful", seed=seed, record=True, threads=1)
    for number in range(4 * count):
        codes = games.moves[games.offsets[number] : games.offsets[number + 1]]
        if len(codes) > plies and len(found) < count:
            position = volo.Position(rules)
            for code in codes[:plies]:
                position = position.play(volo.Move.from_code(int(code)))
            found.append(position)
    return found


def row(rules: str, plies: int, count: int, seed: int, nodes: int) -> str:
    """A line of the table."""
    solutions = [engine.solve(position, nodes) for position in positions(rules, plies, count, seed)]
    values = Counter(solution.value for solution in solutions)
    searched = [solution.nodes for solution in solutions]
    cells = [plies, len(solutions), *(values[value] for value in ("win", "loss", "draw", "unknown")), min(searched)]
    return "".join(f"| {cell:,} " for cell in (*cells, *(round(part) for part in quantiles(searched, n=4)))) + "|"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m support.solved_positions", description=__doc__)
    parser.add_argument("--rules", default="standard-4")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.stdout.write(
        "| plies played | positions | wins of the player to move | losses | drawn | not solved "
        "| fewest searched | first quartile | median | third quartile |\n|" + "---:|" * 10 + "\n"
    )
    for plies in (8, 10, 12, 14, 16):
        sys.stdout.write(row(options.rules, plies, options.positions, options.seed, options.nodes) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
