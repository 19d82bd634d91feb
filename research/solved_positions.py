"""How hard random positions of edge 4 are to solve. `make -C research known ONLY=solved` solves them again.

A position is that of a random careful game after a number of plies. Games that are shorter are left out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import quantiles
from typing import Final

import research
from volo import Position, engine, play_random

RULES: Final = "standard-4"
PLIES: Final = (8, 10, 12, 14, 16)
POSITIONS: Final = 30
NODES: Final = 200_000
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Solved:
    """The random positions after a number of plies.

    Attributes:
        plies: the number of plies.
        values: the number of positions that are a win of the player to move, a loss, drawn, and not solved.
        least: the least number of positions that were searched.
        quartiles: the quartiles of this number.
    """

    plies: int
    values: list[int]
    least: int
    quartiles: list[int]


def positions(plies: int, count: int) -> list[Position]:
    """The positions of the first games that last longer than this number of plies."""
    games = play_random(4 * count, position=RULES, policy="careful", seed=SEED, record=True, threads=1)
    return [game.positions[plies] for game in games if len(game) > plies][:count]


def search(plies: int, count: int = POSITIONS, nodes: int = NODES) -> Solved:
    solutions = [engine.solve(position, nodes) for position in positions(plies, count)]
    values = Counter(solution.value for solution in solutions)
    searched = [solution.nodes for solution in solutions]
    counts = [values[value] for value in ("win", "loss", "draw", "unknown")]
    return Solved(plies, counts, min(searched), [round(part) for part in quantiles(searched, n=4)])


def make() -> None:
    research.write(Solved, map(search, PLIES))
