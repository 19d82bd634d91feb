"""Tests of games of a Batch that end and begin again, and of the opponent."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from support.batches import A3, DIVIDING, NO, OVER
from volo import BLUE, Batch, Decision, IllegalMoveError


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


@pytest.mark.parametrize("mode", ["next-step", "same-step"])
def test_finished_games_begin_again(mode: Literal["next-step", "same-step"]) -> None:
    batch = Batch(50, "standard-4", max_plies=30, autoreset=mode, seed=3)
    start, over, ends = Decision("standard-4"), np.zeros(50, bool), 0
    for _ in range(80):
        before, actions = batch.turns, batch.random_actions()
        rewards, terminated, truncated = batch.step(actions)
        ends_now = terminated | truncated
        last = batch.observe(before_reset=True, chosen=True)
        for game, turn in enumerate(batch.turns):
            if mode == "next-step" and over[game]:
                assert turn == start
                assert not ends_now[game]
                assert not rewards[game].any()
                continue
            after = before[game].step(int(actions[game]))
            assert turn == (start if mode == "same-step" and ends_now[game] else after)
            assert np.array_equal(last[game], after.observe(15))
            assert (after.outcome() is not None) == terminated[game]
        over = ends_now
        ends += int(ends_now.sum())
    assert ends > 50


@pytest.mark.parametrize("policy", ["uniform", "careful"])
def test_the_opponent_answers(policy: Literal["uniform", "careful"]) -> None:
    players = np.arange(40) % 2
    batches = [
        Batch(40, "standard-4", opponent=policy, player=players, seed=5, threads=threads, autoreset="next-step")
        for threads in (1, 2)
    ]
    assert batches[0].plies.tolist() == players.tolist()
    for _ in range(30):
        actions = [batch.random_actions() for batch in batches]
        assert np.array_equal(actions[0], actions[1])
        _, terminated, _ = batches[0].step(actions[0])
        batches[1].step(actions[1])
        assert batches[0].turns == batches[1].turns
        assert np.array_equal(batches[0].turn[~terminated], players[~terminated])
    assert batches[0].turns != Batch(40, "standard-4").turns
    one = Batch(5, "standard-4", opponent=policy, player=BLUE)
    assert one.turn.tolist() == [1] * 5
    one.reset()
    assert one.plies.tolist() == [1] * 5


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
