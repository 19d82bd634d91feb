"""Tests of copies, subsets and pickles of a Batch."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from support.batches import some_turns, state
from volo import Batch, VoloError


def play_on(batch: Batch) -> tuple[object, ...]:
    """The results of the next steps of a batch."""
    batch = batch.copy()
    seen = [[array.tolist() for array in batch.step(batch.random_actions())] for _ in range(10)]
    return seen, batch.turns, batch.plies.tolist(), batch.observe(before_reset=True, size=15).tobytes()


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("opponent", [None, "uniform"])
def test_copies_pickles_and_subsets_play_on_alike(opponent: Any, drawn: bool) -> None:
    batch = Batch(positions=some_turns(100), opponent=opponent, autoreset="same-step", max_plies=20, seed=9)
    if drawn:
        for _ in range(5):
            batch.step(batch.random_actions())
    expected = play_on(batch)
    everything = np.arange(len(batch))
    for same in (
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
        batch[:],
        batch[everything],
        batch[everything >= 0],
    ):
        assert state(same) == state(batch)
        assert play_on(same) == expected
        before = state(batch)
        same.reset()
        assert state(batch) == before
    some = np.array([5, 5, -1, 0])
    assert batch[some].turns == [batch.turns[game] for game in some]
    assert batch[3:1].turns == []
    assert batch[::-1].copy()[::-1].turns == batch.turns
    batch.reset()
    subset = batch[some]
    subset.reset()
    assert opponent or subset.turns == [batch.turns[game] for game in some]


def test_a_pickle_is_compact() -> None:
    batch = Batch(1000)
    assert len(pickle.dumps(batch)) < 10_000
    for _ in range(30):
        batch.step(batch.random_actions())
    assert len(pickle.dumps(batch)) < 80_000


def reduced(batch: Batch) -> tuple[Callable[[Any, int], Batch], tuple[bytes, int]]:
    result: tuple[Callable[[Any, int], Batch], tuple[bytes, int]] = batch.__reduce__()  # type: ignore[assignment]
    return result


def test_a_damaged_pickle_is_refused() -> None:
    batch = Batch(positions=some_turns(30), max_plies=40, autoreset="same-step")
    batch.step(batch.random_actions())
    restore, (image, threads) = reduced(batch)
    assert restore(image, threads).turns == batch.turns
    random = Random(1)
    for _ in range(30):
        damaged = bytearray(image)
        damaged[random.randrange(len(image))] ^= 1 << random.randrange(8)
        with pytest.raises(VoloError, match="not those of a batch"):
            restore(bytes(damaged), threads)
        with pytest.raises(VoloError, match="not those of a batch"):
            restore(image[: random.randrange(len(image))], threads)
    with pytest.raises(VoloError, match="not those of a batch"):
        restore(image + b"\0", threads)
    for wrong in (None, "", bytearray(image)):
        with pytest.raises(TypeError):
            restore(wrong, threads)
