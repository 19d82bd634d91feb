"""Lists of moves as arrays: of codes, of moves, and of texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import volo
from support.strategies import positions
from volo import Move, Position

START = Position("standard-5")
MOVES = START.legal_moves()
OVER = Position("2/1oo2/6/4/6/3b1/2 b 0 standard-4").legal_moves()


@given(positions())
def test_codes_are_those_of_the_moves(position: Position) -> None:
    moves = position.legal_moves()
    codes = moves.codes()
    assert codes.dtype == np.uint32
    assert codes.tolist() == [move.code for move in moves]
    assert [Move.from_code(code) for code in codes] == list(moves)
    batch = volo.Batch(positions=[position])
    assert batch.legal_moves()[0].tolist() == codes.tolist()


@given(positions())
def test_a_code_is_played_by_way_of_its_move(position: Position) -> None:
    moves = position.legal_moves()
    for move, code in zip(moves, moves.codes(), strict=True):
        assert position.play(Move.from_code(code)) == position.play(move)


def test_codes_are_new_and_can_be_written_to() -> None:
    codes = MOVES.codes()
    codes[:] = 0
    assert MOVES.codes().all()
    assert OVER.codes().shape == (0,)


@pytest.mark.parametrize("moves", [MOVES, MOVES[:1], OVER], ids=len)
def test_numpy_takes_the_moves_as_objects(moves: volo.MoveList) -> None:
    for array in (np.asarray(moves), np.array(moves), np.asarray(moves, dtype=object), np.array(moves, copy=True)):
        assert array.dtype == object
        assert array.shape == (len(moves),)
        assert array.tolist() == list(moves)


def test_numpy_takes_the_texts_of_the_moves() -> None:
    assert np.asarray(MOVES, dtype=str).tolist() == [str(move) for move in MOVES]


def test_an_array_is_always_a_copy() -> None:
    with pytest.raises(ValueError, match="copy"):
        np.asarray(MOVES, copy=False)


def test_an_array_of_another_type_is_refused() -> None:
    with pytest.raises((TypeError, ValueError)):
        np.asarray(MOVES, dtype=np.uint32)


def test_generators_choose_and_shuffle() -> None:
    random = np.random.default_rng(1)
    assert all(random.choice(MOVES) in MOVES for _ in range(20))
    chosen = random.choice(MOVES, size=5, replace=False)
    assert len(set(chosen)) == 5
    assert set(random.permutation(MOVES)) == set(MOVES)
    with pytest.raises(ValueError, match="empty"):
        random.choice(OVER)
