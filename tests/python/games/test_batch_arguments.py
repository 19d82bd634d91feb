"""Tests of wrong arguments of a Batch for learners. A wrong argument changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from support.batches import A3, outputs, read_only, state
from volo import ORANGE, Batch, VoloError


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (None, TypeError),
        ([1, 2], TypeError),
        (3, TypeError),
        (np.array([1.0, 2.0]), TypeError),
        (np.array([True, False]), TypeError),
        (np.array([[1, 2]]), TypeError),
        (np.array(["a3", "a3"]), TypeError),
        (np.array([None, None]), TypeError),
        (np.array(5), TypeError),
        (np.zeros(2, "m8"), TypeError),
        (np.zeros(2, [("action", "i4")]), TypeError),
        (np.zeros(3, int), VoloError),
        (np.zeros(0, int), VoloError),
        (np.broadcast_to(np.int64(1), 2**50), VoloError),
        (np.broadcast_to(np.array(1, ">i4"), 2**50), VoloError),
    ],
)
def test_actions_of_another_type_or_length_are_refused(actions: Any, error: type[Exception]) -> None:
    batch = Batch(2, "standard-4")
    before = state(batch)
    with pytest.raises(error):
        batch.step(actions)
    assert state(batch) == before


@pytest.mark.parametrize(
    ("dtype", "number"),
    [("u2", 1201), ("u2", 65_534), ("i4", 65_536), ("i8", -2), ("i8", -(2**63)), ("i8", 2**63 - 1), ("u8", 2**64 - 1)],
)
def test_an_action_out_of_range_is_named(dtype: str, number: int) -> None:
    batch = Batch(4, "standard-4")
    before = state(batch)
    with pytest.raises(VoloError) as raised:
        batch.step(np.array([A3, A3, number, number], dtype))
    assert str(raised.value) == f"game 2: action {number} is out of range: the action space has 1201 actions"
    assert type(raised.value) is VoloError
    assert state(batch) == before


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda out: out[:2], TypeError),
        (lambda out: [*out, out[1]], TypeError),
        (lambda out: [out[0], out[1], None], TypeError),
        (lambda out: [out[0].astype("f8"), *out[1:]], TypeError),
        (lambda out: [out[0], out[1].view("u1"), out[2]], TypeError),
        (lambda out: [out[0].T, *out[1:]], VoloError),
        (lambda out: [out[0][:2], *out[1:]], VoloError),
        (lambda out: [np.zeros((3, 4), "f4")[:, ::2], *out[1:]], VoloError),
        (lambda out: [out[0], read_only(out[1]), out[2]], VoloError),
        (lambda out: [out[0], out[1], out[1]], VoloError),
        (lambda out: [out[0], out[0].view(bool).ravel()[:3], out[2]], VoloError),
    ],
)
def test_other_arrays_to_write_to_are_refused(change: Callable[[Any], Any], error: type[Exception]) -> None:
    batch = Batch(3, "standard-4")
    before = state(batch)
    with pytest.raises(error):
        batch.step(np.array([A3] * 3), out=tuple(change(outputs(3))))
    assert state(batch) == before
    with pytest.raises(TypeError):
        batch.step(np.array([A3] * 3), out=outputs(3))  # type: ignore[arg-type]
    assert state(batch) == before


def test_games_on_different_skies_have_no_mask() -> None:
    batch = Batch(positions=["standard-4", "standard-4", "standard-6"])
    for call in (batch.legal_mask, lambda: batch.action_space):
        with pytest.raises(VoloError, match="game 2 is on a sky of edge 6, and game 0 on a sky of edge 4"):
            call()
    with pytest.raises(VoloError, match="without games"):
        Batch(0).legal_mask()


def test_planes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(VoloError, match="game 1: the side of a plane"):
        Batch(positions=["standard-4", "standard-5"]).observe(size=7)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda batch: batch.legal_mask(np.zeros((3, 1201), np.uint8)), TypeError),
        (lambda batch: batch.legal_mask(np.zeros((3, 151), bool), packed=True), TypeError),
        (lambda batch: batch.legal_mask(np.zeros((3, 1200), bool)), VoloError),
        (lambda batch: batch.legal_mask(np.zeros((3, 151), np.uint8)[:, ::-1], packed=True), VoloError),
        (lambda batch: batch.legal_mask(read_only(np.zeros((3, 1201), bool))), VoloError),
        (lambda batch: batch.legal_mask([[]]), TypeError),
        (lambda batch: batch.random_actions(np.zeros(3, np.int64)), TypeError),
        (lambda batch: batch.random_actions(np.zeros(2, np.uint16)), VoloError),
        (lambda batch: batch.random_actions(read_only(np.zeros(3, np.uint16))), VoloError),
        (lambda batch: batch.observe(size=8), VoloError),
        (lambda batch: batch.observe(size=16), VoloError),
        (lambda batch: batch.observe(dtype="complex64"), TypeError),
        (lambda batch: batch.observe(player=1.0), TypeError),
        (lambda batch: batch.observe(symmetry="mirror"), TypeError),
        (lambda batch: batch.observe(np.zeros((3, 10, 15, 15), np.uint8), chosen=True), VoloError),
        (lambda batch: batch.seed(-1), VoloError),
        (lambda batch: batch.seed(2**64), VoloError),
        (lambda batch: batch.seed("1"), TypeError),
        (lambda batch: batch.seed(np.array([1, 2])), VoloError),
        (lambda batch: batch.seed(np.array([1, 2, -3])), VoloError),
        (lambda batch: batch.seed(np.array([1.0, 2, 3])), TypeError),
        (lambda batch: batch.set_positions(["standard-4"]), VoloError),
        (lambda batch: batch.set_positions(["standard-4"], np.array([3])), IndexError),
        (lambda batch: batch.set_positions(["standard-4"], np.array([True])), IndexError),
        (lambda batch: batch.set_positions(["standard-4", "nonsense", "standard-4"]), VoloError),
        (lambda batch: batch.set_positions([1, 2, 3]), TypeError),
        (lambda batch: batch.set_positions(["standard-4"], 1), TypeError),
        (lambda batch: batch.set_positions(None), TypeError),
        (lambda batch: batch[1], TypeError),
        (lambda batch: batch["a"], TypeError),
        (lambda batch: batch[None], TypeError),
        (lambda batch: batch[[1, 2]], TypeError),
        (lambda batch: batch[np.array([3])], IndexError),
        (lambda batch: batch[np.array([1.0])], IndexError),
        (lambda batch: batch[np.array([[1]])], TypeError),
        (lambda batch: batch[np.array([True])], IndexError),
        (lambda batch: batch[np.broadcast_to(np.int64(1), 2**50)], VoloError),
        (lambda batch: batch[np.array(1)], TypeError),
        (list, TypeError),
    ],
)
def test_wrong_arguments_change_nothing(call: Callable[[Batch], object], error: type[Exception]) -> None:
    batch = Batch(3, "standard-4")
    batch.step(batch.random_actions())
    before = state(batch)
    with pytest.raises(error):
        call(batch)
    assert state(batch) == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": -1}, VoloError),
        ({"seed": 1.0}, TypeError),
        ({"seed": np.array([1])}, VoloError),
        ({"max_plies": -1}, VoloError),
        ({"max_plies": 2**31}, VoloError),
        ({"autoreset": "now"}, VoloError),
        ({"autoreset": True}, TypeError),
        ({"opponent": "perfect"}, VoloError),
        ({"opponent": 1}, TypeError),
        ({"player": ORANGE}, TypeError),
        ({"player": True, "opponent": "uniform"}, TypeError),
        ({"player": np.array([0, 1]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0, 1, 2]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0, 1, -1]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0.0, 1, 1]), "opponent": "uniform"}, TypeError),
    ],
)
def test_wrong_options_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(3, "standard-4", **arguments)
