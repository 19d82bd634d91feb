"""Batches that tests step, and arrays that they write to."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import volo
from support.strategies import made_up, some_rules
from volo import Batch, Decision, Position

OVER = Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4")
DIVIDING = Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")
NO = Batch.NO_ACTION
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]


def some_turns(count: int, seed: int = 1) -> list[Decision]:
    """Turns under various rule sets. In some of them the game is over, and in one of them a flight was chosen."""
    random = Random(seed)
    positions = [made_up(random, some_rules(random, 4 + number % 5)) for number in range(count)]
    return [*map(Decision, positions), Decision(OVER), DIVIDING]


def state(batch: Batch) -> tuple[object, ...]:
    """Everything that a call may change, and the actions that the generators draw next."""
    return batch.turns, batch.plies.tolist(), batch.copy().random_actions().tolist()


def outputs(games: int) -> list[NDArray[Any]]:
    return [np.full((games, 2), 7, np.float32), np.ones(games, bool), np.ones(games, bool)]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array
