"""Tests of Batch.step, which plays an action in each game, and of games that end or go on from other positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import volo
from support.batches import A3, DIVIDING, NO, OVER, SPACE, some_turns, state
from volo import Batch, Color, Decision, IllegalMoveError

INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, ">i8", "<u2", ">u2", "l"]


def test_a_batch_steps_as_its_turns_do() -> None:
    expected = some_turns(100)
    batch = Batch(positions=expected, threads=3)
    for _ in range(8):
        actions, offsets = batch.legal_actions()
        assert [part.tolist() for part in np.split(actions, offsets[1:-1])] == [
            turn.legal_actions() for turn in expected
        ]
        drawn = batch.random_actions()
        before = [turn.outcome() for turn in expected]
        assert (drawn == NO).tolist() == [outcome is not None for outcome in before]
        rewards, terminated, truncated = batch.step(drawn)
        expected = [
            turn if action == NO else turn.step(action) for turn, action in zip(expected, drawn.tolist(), strict=True)
        ]
        assert batch.turns == expected
        assert terminated.tolist() == [turn.outcome() is not None for turn in expected] == batch.terminated.tolist()
        assert not truncated.any()
        for reward, turn, was in zip(rewards.tolist(), expected, before, strict=True):
            outcome = turn.outcome()
            winner = outcome.winner if outcome and not was else None
            assert reward == [0 if winner is None else 1 if winner == color else -1 for color in Color]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_actions_may_have_any_integer_type(dtype: Any) -> None:
    batch = Batch(2, "standard-4")
    batch.step(np.array([A3, A3], dtype))
    assert batch.plies.tolist() == [1, 1]
    if np.dtype(dtype).kind == "i":
        batch.step(np.array([-1, -1], dtype))
        assert batch.plies.tolist() == [1, 1]


def test_an_illegal_action_is_named_with_its_ruling() -> None:
    batch = Batch(positions=["standard-4", OVER, DIVIDING])
    before = state(batch)
    keep = SPACE.of("c2-E3/a2")[1]
    for actions, move, ruling, index in [
        ([SPACE.pass_action, NO, keep], "pass", "R13", 0),
        ([keep, 3, 3], "/a2", "R15", 0),
        ([A3, A3, 3], "a3", "R17", 1),
        ([A3, NO, A3], "a3", "R15", 2),
    ]:
        with pytest.raises(IllegalMoveError) as raised:
            batch.step(np.array(actions))
        error = raised.value
        assert (error.move, error.ruling, error.index) == (move, ruling, index)
        assert state(batch) == before
    batch.step(np.array([A3, NO, keep]))
    assert batch.plies.tolist() == [1, 0, 1]


def test_R15_between_two_decisions_moves_finish_the_turn() -> None:
    batch = Batch(positions=[DIVIDING])
    codes, _ = batch.legal_moves()
    assert [str(volo.Move.from_code(code)) for code in codes.tolist()] == ["c2-E3/a2", "c2-E3/b5"]
    assert batch.positions == [DIVIDING.position]
    with pytest.raises(IllegalMoveError, match=r"R15"):
        batch.play(np.array([DIVIDING.position.legal_moves()[0].code], np.uint32))
    batch.play(codes[:1])
    assert batch.positions == [DIVIDING.position.play("c2-E3/a2")]


def test_seeds_decide_the_actions() -> None:
    def actions(seed: Any) -> list[int]:
        batch = Batch(64, seed=seed)
        drawn: list[int] = np.concatenate([batch.random_actions() for _ in range(3)]).tolist()
        return drawn

    assert actions(1) == actions(1) != actions(2)
    each = np.arange(64) // 2
    pairs = np.array(actions(each.astype(np.uint8))).reshape(-1, 2)
    assert (pairs[:, 0] == pairs[:, 1]).all()
    assert len({*pairs[:32, 0].tolist()}) > 10
    batch = Batch(64)
    first = batch.random_actions()
    batch.seed(each)
    assert batch.random_actions().tolist() == actions(each)[:64]
    batch.seed(0)
    assert np.array_equal(batch.random_actions(), first)


def test_R19_games_are_truncated_after_max_plies() -> None:
    batch = Batch(2, "standard-4", max_plies=2)
    for truncated in ([False, False], [True, True]):
        assert batch.step(batch.random_actions())[2].tolist() == truncated == batch.truncated.tolist()
    assert batch.random_actions().tolist() == [NO, NO]
    assert batch.legal_actions()[1].tolist() == [0, 0, 0]
    assert not batch.legal_mask().any()
    assert batch.step(np.array([-1, -1]))[2].all()
    with pytest.raises(IllegalMoveError) as raised:
        batch.step(np.array([NO, A3]))
    assert (raised.value.ruling, raised.value.index) == ("R19", 1)
    # `play` goes on.
    codes, offsets = batch.legal_moves()
    batch.play(codes[offsets[:-1]])
    assert batch.plies.tolist() == [3, 3]


def test_games_go_on_from_other_positions() -> None:
    batch = Batch(4, "standard-4")
    batch.step(batch.random_actions())
    middle = "2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4"
    batch.set_positions([middle, DIVIDING, "standard-5"], np.array([True, False, True, True]))
    assert batch.positions[0].fen() == middle
    assert batch.turns[2:] == [DIVIDING, Decision("standard-5")]
    assert batch.plies.tolist() == [0, 1, 0, 0]
    batch.set_positions(iter([OVER] * 4))
    assert batch.terminated.all()
    batch.reset()
    assert batch.turns == [Decision("standard-4")] * 4
