"""Make figures of docs/KNOWN.md and docs/known again, and write the tables of these pages. `make known` calls it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from support.known import drawn, matches, pages, shortest, states, statistics

NAMES: Final = ("states", "shortest", "drawn", "matches", "statistics", "pages")

parser = argparse.ArgumentParser(prog="python -m support.known", description=__doc__)
parser.add_argument("names", nargs="+", choices=NAMES, help="the figures; pages: only the tables")
parser.add_argument("--minutes", type=float, default=inf, help="begin no game of statistics after this time")

if __name__ == "__main__":
    given = parser.parse_args()
    make: dict[str, Callable[[], None]] = {
        "states": states.make,
        "shortest": shortest.make,
        "drawn": drawn.make,
        "matches": matches.make,
        "statistics": partial(statistics.make, given.minutes),
    }
    for name in given.names:
        if name in make:
            make[name]()
        pages.write()
