"""Tests of the arrays that a Batch writes for learners: masks, planes and the results of a step."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import volo
from support.batches import A3, DIVIDING, NO, OVER, outputs, some_turns
from volo import BLUE, ORANGE, Batch, VoloError


@pytest.mark.parametrize("edge", [4, 8])
def test_masks_show_the_legal_actions(edge: int) -> None:
    batch = Batch(20, f"standard-{edge}", seed=edge)
    size = batch.action_space.size
    assert batch.action_space == volo.ActionSpace(edge)
    mask, bits = np.ones((20, size), bool), np.full((20, -(-size // 8)), 255, np.uint8)
    for _ in range(5):
        assert batch.legal_mask(mask) is mask
        assert batch.legal_mask(out=bits, packed=True) is bits
        assert np.array_equal(np.unpackbits(bits, axis=1, count=size, bitorder="little"), mask)
        actions, offsets = batch.legal_actions()
        assert np.array_equal(np.flatnonzero(mask) % size, actions)
        assert np.array_equal(mask.sum(axis=1), np.diff(offsets))
        batch.step(batch.random_actions())
    # The bits beyond the action space are 0.
    assert not np.unpackbits(bits, axis=1, bitorder="little")[:, size:].any()


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("chosen", [False, True])
def test_observations_are_those_of_the_turns(dtype: str, chosen: bool) -> None:
    turns = some_turns(20)
    batch = Batch(positions=turns)
    mirror = volo.Symmetry("mirror-rotate-60")
    for player in (None, ORANGE, BLUE):
        planes = batch.observe(player=player, dtype=dtype, symmetry=mirror, chosen=chosen)
        assert planes.dtype == dtype
        for turn, seen in zip(turns, planes, strict=True):
            source = turn if chosen else turn.position
            assert np.array_equal(seen, source.observe(15, player, symmetry=mirror))
    small = Batch(positions=[DIVIDING, OVER])
    out = np.ones((2, 12, 9, 9), np.float32)
    assert small.observe(out, size=9, dtype=np.float32, chosen=True) is out
    assert np.array_equal(out[0], DIVIDING.observe(9))


def test_a_step_writes_to_the_arrays_that_are_given() -> None:
    batch, out = Batch(3, "standard-4"), tuple(outputs(3))
    returned = batch.step(np.array([A3, NO, A3]), out=out)  # type: ignore[arg-type]
    assert all(one is other for one, other in zip(returned, out, strict=True))
    assert not any(array.any() for array in out)


def test_a_step_with_given_arrays_allocates_no_array() -> None:
    batch = Batch(4000, "standard-4", autoreset="same-step", max_plies=20, threads=1)
    rewards, terminated, truncated = outputs(4000)
    actions, mask, bits = batch.random_actions(), batch.legal_mask(), batch.legal_mask(packed=True)
    planes = batch.observe(size=7, dtype=np.float32)

    def step() -> None:
        batch.random_actions(actions)
        batch.step(actions, out=(rewards, terminated, truncated))
        batch.legal_mask(mask)
        batch.legal_mask(bits, packed=True)
        batch.observe(planes, size=7, dtype=np.float32)

    step()
    tracemalloc.start()
    try:
        for _ in range(3):
            step()
        # NumPy reports its arrays. The smallest of one element for each game would have 4,000 bytes.
        assert tracemalloc.get_traced_memory()[1] < 4000
    finally:
        tracemalloc.stop()


def test_every_plane_has_a_name() -> None:
    assert len(Batch.PLANES) == len(set(Batch.PLANES)) == Batch(1).observe().shape[1]
    assert Batch.PLANES[:4] == ("sky", "own", "other", "vacant")


def test_planes_are_written_to_the_given_array() -> None:
    batch = Batch(3)
    out = np.full((3, 10, 15, 15), 77, np.uint8)
    assert batch.observe(out) is out
    assert np.array_equal(out, batch.observe())
    batch.play(batch.legal_moves()[0][:3])
    batch.observe(out=out)
    assert np.array_equal(out, batch.observe())


@pytest.mark.parametrize(
    ("out", "error"),
    [
        (np.zeros((2, 10, 15, 15), np.uint8), VoloError),
        (np.zeros((3, 10, 15), np.uint8), VoloError),
        (np.zeros((3, 10, 15, 30), np.uint8)[:, :, :, ::2], VoloError),
        (np.asfortranarray(np.zeros((3, 10, 15, 15), np.uint8)), VoloError),
        (np.broadcast_to(np.zeros(15, np.uint8), (3, 10, 15, 15)), VoloError),  # read-only
        (np.zeros((3, 10, 15, 15), np.int8), TypeError),
        (np.zeros((3, 10, 15, 15)), TypeError),
        (b"bytes", TypeError),
    ],
)
def test_unsuitable_arrays_are_refused(out: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="out must"):
        Batch(3).observe(out)
