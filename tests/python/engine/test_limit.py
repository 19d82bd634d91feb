"""Limits of searches, the share of a clock that they give to a move, and scores."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import pairwise, product
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from support.fake_engine import fake
from support.pictures import WIN_IN_ONE
from volo import BLUE, ORANGE, Position, VoloError
from volo.engine import Engine, Limit, Score


def test_a_limit_checks_its_numbers() -> None:
    """Hostile whole numbers are in tests/python/robustness/test_hostile.py."""
    times = ("time", "orange_clock", "blue_clock", "orange_inc", "blue_inc")
    wrong: list[tuple[str, Any]] = [
        *product(times, (-0.001, nan, inf, 1e10, 10**400, Fraction(10**400))),
        *(("nodes", 0), ("depth", 0), ("depth", 10**7), ("remaining_moves", 0)),
    ]
    for field, number in wrong:
        with pytest.raises(VoloError, match=f"{field} must be"):
            Limit(**{field: number})
    others: list[tuple[str, Any]] = [*product(times, ("1", True, [])), ("blue_inc", None)]
    for field, value in others:
        with pytest.raises(TypeError, match=field):
            Limit(**{field: value})
    assert Limit(time=Fraction(1, 2), nodes=np.int64(5)) == Limit(time=0.5, nodes=5)  # type: ignore[arg-type]


def test_a_clock_gives_a_share_of_its_time() -> None:
    assert Limit().time_for(ORANGE) is None
    assert Limit(time=3).time_for(BLUE) == 3
    limit = Limit(orange_clock=60, blue_clock=30, blue_inc=2)
    shares = limit.time_for(ORANGE), limit.time_for(BLUE), Limit(orange_clock=10, remaining_moves=1).time_for(ORANGE)
    for share, least, most in zip(shares, (1, 1.5, 9), (60, 30, 10), strict=True):
        assert share is not None
        assert least < share < most
    # An increment of a player counts for that player only.
    alike = Limit(orange_clock=60, blue_clock=60, orange_inc=5)
    assert (alike.time_for(ORANGE) or 0) > 2 * (alike.time_for(BLUE) or 0)
    assert Limit(time=0.5, orange_clock=10, remaining_moves=1).time_for(ORANGE) == 0.5
    assert Limit(orange_clock=0, orange_inc=100).time_for(ORANGE) == 0


@pytest.mark.parametrize("fields", [{"blue_clock": 1}, {"blue_clock": 1, "orange_inc": 0.1}, {"remaining_moves": 40}])
def test_a_limit_without_a_bound_for_the_player_to_move_is_refused(
    fields: dict[str, Any], small_engine: Engine
) -> None:
    limit = Limit(**fields)
    with fake() as other:
        for search in (small_engine.play, small_engine.analyse, small_engine.analysis, other.play, other.analyse):
            with pytest.raises(VoloError, match=r"no limit for Orange, who is to move: set .* or orange_clock"):
                search("standard", limit)
    assert not limit.binds(ORANGE)
    assert limit.binds(BLUE) == ("blue_clock" in fields)
    after = Position().play("c5")
    assert small_engine.play(after, Limit(blue_clock=0.1)).move in after.legal_moves()
    with pytest.raises(VoloError, match="no limit for Blue"):
        small_engine.play(after, Limit(orange_clock=0.1))
    # Without any number, a search ends with a proof.
    assert small_engine.play(WIN_IN_ONE, Limit()).info is not None


def test_scores_are_ordered_by_what_a_player_wants() -> None:
    points = [Score(number) for number in (-1, -0.5, 0, 0.5, 1)]
    scores = [*map(Score.loss, (0, 2, 1000)), *points, *map(Score.win, (1000, 3, 1))]
    assert all(one < other for one, other in pairwise(scores))
    assert len(set(scores)) == len(scores)
    assert [-score for score in reversed(scores[1:-1])] == sorted(-score for score in scores[1:-1])


@pytest.mark.parametrize(
    ("score", "fields", "text"),
    [
        (Score.win(3), (3, None, 1, None), "Score.win(3)"),
        (Score.loss(4), (None, 4, -1, None), "Score.loss(4)"),
        (Score.from_points(51), (None, None, pytest.approx(0.2504, abs=1e-4), 51), "Score(+0.250)"),
        (Score(0), (None, None, 0, 0), "Score(+0.000)"),
    ],
)
def test_scores_are_values(score: Score, fields: tuple[Any, ...], text: str) -> None:
    assert (score.win_in, score.loss_in, score.expected, score.points) == fields
    assert repr(score) == text
    assert pickle.loads(pickle.dumps(score)) == copy.copy(score) == copy.deepcopy(score) == score
    other = -score
    assert (-other, hash(-other)) == (score, hash(score))
    assert score != score.expected  # type: ignore[comparison-overlap]
    with pytest.raises(AttributeError):
        score.expected = 0.0  # type: ignore[misc]


def test_scores_out_of_range_are_refused() -> None:
    for number in (1.01, -2, nan, inf, 10**400):
        with pytest.raises((VoloError, OverflowError)):
            Score(number)
    with pytest.raises(VoloError):
        Score.win(1001)
