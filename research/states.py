"""The number of valid positions, by sampled boards. `make -C research known ONLY=states` makes them again.

A board has orange birds, blue birds and vacant spaces. The boards with a given number of birds are counted exactly:
each bird is orange or blue. A sample of them shows which share is valid: no player has more birds than the supply, each
has at least one, and each player's birds lie in one region, unless those of some player form one flock.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import comb
from random import Random
from time import process_time
from typing import Final

import research
from volo import InvalidPositionError, Position, Rules

EDGES: Final = Rules.EDGES
SAMPLES: Final = 2_000
"""The number of sampled boards for each number of birds."""
SEED: Final = 1

_RUN: Final = re.compile("1+")


@dataclass(frozen=True, slots=True)
class States:
    """The boards of a sky.

    Attributes:
        rules: the rule set.
        seed: the seed of the samples.
        samples: the number of sampled boards for each number of birds.
        valid: for each number of birds, from 2, the number of sampled boards that are valid.
        seconds: the processor time.
    """

    rules: str
    seed: int
    samples: int
    valid: list[int]
    seconds: int

    @property
    def spaces(self) -> int:
        return len(self.valid) + 1

    def boards(self, birds: int) -> int:
        """The number of all boards with this number of birds."""
        return comb(self.spaces, birds) << birds

    @property
    def interval(self) -> tuple[float, float]:
        """The number of valid boards, and the half width of its 95% interval."""
        total = variance = 0.0
        for birds, valid in enumerate(self.valid, 2):
            # Laplace's rule: a share of 0 or 1 in the sample does not mean that the share is exactly that.
            share = (valid + 1) / (self.samples + 2)
            boards = float(self.boards(birds))
            total += boards * valid / self.samples
            variance += boards * boards * share * (1 - share) / self.samples
        return total, 1.96 * variance**0.5


def is_valid(fen: str) -> bool:
    try:
        Position.from_fen(fen)
    except InvalidPositionError:
        return False
    return True


def count(rules: str, samples: int, seed: int) -> States:
    """Sample the boards of a sky.

    >>> count("standard-4", 100, 1).spaces
    30
    """
    began = process_time()
    rows = Counter(space[0] for space in Position(rules).rules.spaces).values()
    spaces, tail = sum(rows), f" o 0 {rules}"
    valid = []
    for birds in range(2, spaces + 1):
        random = Random(f"{seed} {rules} {birds}")
        found = 0
        for _ in range(samples):
            board = ["1"] * spaces
            for space in random.sample(range(spaces), birds):
                board[space] = random.choice("ob")
            found += is_valid(_fen(board, rows) + tail)
        valid.append(found)
    return States(rules, seed, samples, valid, round(process_time() - began))


def _fen(board: list[str], rows: Iterable[int]) -> str:
    """The rows of a board as a fen."""
    places = iter(board)
    text = "/".join("".join(islice(places, length)) for length in rows)
    return _RUN.sub(lambda run: str(len(run[0])), text)


def make() -> None:
    research.write(States, (count(f"standard-{edge}", SAMPLES, SEED) for edge in EDGES))
