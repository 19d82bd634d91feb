"""Tests of Batch, which plays games in lockstep and exchanges moves as arrays."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import volo
from support import pictures
from volo import Batch, IllegalMoveError, InvalidRulesError, Move, Position, VoloError

OVER = Position.from_fen(pictures.OVER)


def chosen(batch: Batch, random: np.random.Generator) -> NDArray[np.uint32]:
    """A random legal move for each game that is not over."""
    codes, offsets = batch.legal_moves()
    goes_on = np.diff(offsets) > 0
    picks = np.full(len(batch), Batch.SKIP, np.uint32)
    picks[goes_on] = codes[random.integers(offsets[:-1][goes_on], offsets[1:][goes_on])]
    return picks


def test_games_start_at_the_start_position() -> None:
    for rules in ("french", "standard-5", volo.Rules.abstract_play(4)):
        assert set(Batch(3, rules).positions) == {Position(rules)}
    batch = Batch(5)
    assert len(batch) == 5
    assert set(batch.positions) == {Position()}
    assert batch.plies.tolist() == [0] * 5
    assert repr(batch) == "<volo.Batch of 5 games>"


def test_arrays_have_the_promised_types() -> None:
    batch = Batch(6, "standard-4")
    codes, offsets = batch.legal_moves()
    arrays: list[NDArray[Any]] = [codes, offsets, batch.turn, batch.outcome, batch.reason, batch.plies, batch.observe()]
    assert [array.dtype.name for array in arrays] == ["uint32", "int64", "int8", "int8", "int8", "int32", "uint8"]
    assert [array.shape for array in arrays] == [(54,), (7,), (6,), (6,), (6,), (6,), (6, 10, 15, 15)]


def refused(batch: Batch, codes: Any) -> VoloError:
    """Return the error for a turn that is refused. Also check that the batch does not change."""
    before, plies = batch.positions, batch.plies.tolist()
    with pytest.raises(VoloError) as error:
        batch.play(codes)
    assert batch.positions == before
    assert batch.plies.tolist() == plies
    return error.value


@pytest.mark.parametrize("index", [0, 400])
def test_an_illegal_code_names_its_index_and_changes_nothing(index: int) -> None:
    batch, random = Batch(500, "standard-5", threads=2), np.random.default_rng(3)
    batch.play(chosen(batch, random))
    codes = chosen(batch, random)
    codes[index] = Move("b2", edge=5).code
    error = refused(batch, codes)
    assert isinstance(error, IllegalMoveError)
    assert (error.move, error.ruling, error.index) == ("b2", "R6", index)
    assert str(error).startswith(f"illegal move b2 at index {index}: ")
    assert pickle.loads(pickle.dumps(error)).index == index
    for wrong in (0xFFF, Move("b3", edge=4).code):
        codes[index] = wrong
        codes[-1] = wrong
        error = refused(batch, codes)
        assert not isinstance(error, IllegalMoveError)
        assert f"index {index} " in str(error)
    assert "codes: expected one entry for each of the 500 games, not 499" in str(refused(batch, codes[1:]))


def test_reset_takes_a_mask() -> None:
    batch = Batch(3, "standard-4")
    batch.play(np.array([Move("a3", edge=4).code] * 3, np.uint32))
    mask = np.array([True, False, True])
    batch.reset(mask)
    assert batch.plies.tolist() == [0, 1, 0]
    with pytest.raises(VoloError):
        batch.reset(mask[:-1])
    with pytest.raises(TypeError):
        batch.reset(mask.astype(np.uint8))
    batch.reset()
    assert batch.positions == [Position("standard-4")] * 3


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({}, TypeError),
        ({"rules": "standard", "positions": [OVER]}, TypeError),
        ({"positions": [OVER, 5]}, TypeError),
        ({"n": 1.5}, TypeError),
        ({"n": -1}, VoloError),
        ({"n": 1, "threads": 0}, VoloError),
        ({"n": 1, "rules": "chess"}, InvalidRulesError),
    ],
    ids=repr,
)
def test_wrong_arguments_of_a_batch_are_refused(options: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(**options)
