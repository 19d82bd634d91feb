"""Tests of games of a Batch that end and begin again, and of the opponent."""

from __future__ import annotations

import numpy as np
import pytest

from support.batches import A3, DIVIDING, NO, OVER
from volo import Batch, Decision, IllegalMoveError


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
