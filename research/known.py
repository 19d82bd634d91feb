"""Make the figures of the pages on what is known again, and write their tables. `make -C research known` calls it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import inf
from typing import Final

from research import drawn, matches, pages, rule_sets, shortest, solved_positions, states, statistics

MAKE: Final[dict[str, Callable[[], None]]] = {
    "states": states.make,
    "shortest": shortest.make,
    "solved": solved_positions.make,
    "drawn": drawn.make,
    "matches": matches.make,
    "report": rule_sets.make,
}

parser = argparse.ArgumentParser(prog="python -m research.known", description=__doc__)
parser.add_argument(
    "names", nargs="+", choices=[*MAKE, "statistics", "pages"], help="the figures; pages: only the tables"
)
parser.add_argument("--minutes", type=float, default=inf, help="begin no game of statistics after this time")

if __name__ == "__main__":
    given = parser.parse_args()
    for name in given.names:
        if name == "statistics":
            statistics.make(given.minutes)
        elif name in MAKE:
            MAKE[name]()
        pages.write()
