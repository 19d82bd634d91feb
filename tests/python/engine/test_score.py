"""Scores: their order, their values, and what they refuse."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from math import nan
from typing import Any

import numpy as np
import pytest

from volo import VoloError
from volo.engine import Score


def test_scores_are_ordered_by_what_a_player_wants() -> None:
    scores = [Score.loss(0), Score.loss(2), Score.loss(1000), Score(-1), Score(-0.5), Score(0), Score(0.5), Score(1)]
    scores += [Score.win(1000), Score.win(3), Score.win(1)]
    assert all(one < other for one, other in pairwise(scores))
    assert len(set(scores)) == len(scores)
    assert [-score for score in reversed(scores[1:-1])] == sorted(-score for score in scores[1:-1])


def test_scores_are_values() -> None:
    for score in (Score.win(3), Score.loss(4), Score(0.25), Score(-1), Score(0)):
        assert pickle.loads(pickle.dumps(score)) == copy.copy(score) == copy.deepcopy(score) == score
        other = -score
        assert (-other, hash(-other)) == (score, hash(score))
        with pytest.raises(AttributeError):
            score.expected = 0.0  # type: ignore[misc]
    assert (Score.win(3).win_in, Score.win(3).loss_in, Score.win(3).expected, Score.win(3).points) == (3, None, 1, None)
    assert (Score.loss(4).win_in, Score.loss(4).loss_in, Score.loss(4).expected) == (None, 4, -1)
    assert (Score(0).win_in, Score(0).loss_in, Score(0).expected, Score(0).points) == (None, None, 0, 0)
    assert [repr(score) for score in (Score.win(1), Score.loss(2), Score(0))] == [
        "Score.win(1)",
        "Score.loss(2)",
        "Score(+0.000)",
    ]
    assert Score(0) != 0


def test_points_are_read_as_they_are_written() -> None:
    for points in range(-3000, 3001, 7):
        score = Score.from_points(points)
        assert score.points == points
        assert score.expected == pytest.approx(np.tanh(points / 200), abs=0.005)
    assert Score.from_points(10**300) == Score(1) < Score.win(1000)


@pytest.mark.parametrize("number", [1.01, -2, nan, float("inf"), 10**400])
def test_scores_out_of_range_are_refused(number: Any) -> None:
    with pytest.raises((VoloError, OverflowError)):
        Score(number)
    with pytest.raises(VoloError):
        Score.win(1001)
    with pytest.raises(VoloError):
        Score.loss(-1)


@pytest.mark.parametrize("value", ["1", None, True, [], b"1"])
def test_what_is_not_a_number_is_refused(value: Any) -> None:
    for make in (Score, Score.win, Score.loss, Score.from_points):
        with pytest.raises(TypeError):
            make(value)
