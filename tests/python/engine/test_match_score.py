"""Elo points with intervals, and the sequential test: known values, and how often they are right."""

from __future__ import annotations

import pickle
from functools import partial
from math import inf, nan

import numpy as np
import pytest

from support.engines import refused
from volo import VoloError
from volo.engine.match import MatchScore, Sprt, elo_of_share, share_of_elo


@pytest.mark.parametrize(
    ("share", "elo"),
    # The table of the logistic formula, as in the rating regulations of chess.
    [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.9, 381.70), (10 / 11, 400), (0.99, 798.25), (1, inf)],
)
def test_elo_points_of_known_shares(share: float, elo: float) -> None:
    assert elo_of_share(share) == pytest.approx(elo, abs=0.01)
    assert elo_of_share(1 - share) == pytest.approx(-elo, abs=0.01)
    assert share_of_elo(elo) == pytest.approx(share, abs=1e-5)


def test_points_are_counted_in_pairs() -> None:
    score = MatchScore()
    for points in (0, 0.5, 1, 1.5, 2, 2):
        score.add(points)
    assert (score.pairs, score.games, score.points) == ([1, 1, 1, 1, 2], 12, 7.0)
    for wrong in (0.25, -1, 3, nan):
        refused(VoloError, score.add, wrong)
    assert pickle.loads(pickle.dumps(score)) == score


def test_intervals() -> None:
    # Independent games of equal strength give pairs in the proportion 1 : 2 : 1. Wilson's interval of 100 successes in
    # 200 trials is theirs.
    independent, paired = MatchScore([25, 0, 50, 0, 25]), MatchScore([1, 0, 98, 0, 1])
    assert independent.interval == pytest.approx((0.43136, 0.56864), abs=1e-5)
    # Openings that favor a color make it narrower.
    assert paired.share == independent.share == 0.5
    assert paired.interval[1] - paired.interval[0] < (independent.interval[1] - independent.interval[0]) / 3
    assert MatchScore().interval == (0, 1)
    assert str(MatchScore()) == "Elo +0 (-inf to +inf)"
    won, lost = MatchScore([0, 0, 0, 0, 50]), MatchScore([50, 0, 0, 0, 0])
    # Wilson's interval of 100 successes in 100 trials.
    assert won.interval == pytest.approx((0.96301, 1), abs=1e-5)
    assert (won.interval[1], lost.interval) == (1, (0, pytest.approx(1 - won.interval[0])))
    assert (won.elo, won.elo_interval[1], lost.elo, lost.elo_interval[0]) == (inf, inf, -inf, -inf)
    assert won.elo_interval[0] == pytest.approx(566.2, abs=0.1)
    drawn = MatchScore([0, 0, 30, 0, 0])
    assert drawn.interval[0] < 0.5 < drawn.interval[1]


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "ratio"),
    # The values of fishtest (LLRcalc.LLR_logistic), the test framework of Stockfish.
    [
        ([10, 20, 40, 20, 10], 0, 5, -0.03450685095168987),
        ([2, 8, 20, 30, 40], 0, 20, 5.075977753709384),
        ([0, 0, 3, 5, 12], -5, 15, 1.134691718982101),
        ([120, 40, 10, 0, 0], 0, 10, -4.963391403752239),
        ([0, 0, 0, 0, 50], 0, 10, 1.4184639053829764),
        ([1, 60, 500, 1200, 600], 0, 2, 13.53056854384076),
    ],
)
def test_known_log_likelihood_ratios(pairs: list[int], elo0: float, elo1: float, ratio: float) -> None:
    assert Sprt(elo0, elo1).llr(MatchScore(pairs)) == pytest.approx(ratio, rel=1e-5)
    assert Sprt(-elo1, -elo0).llr(MatchScore(pairs[::-1])) == pytest.approx(-ratio, rel=1e-5)


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((np.log(0.1 / 0.95), np.log(0.9 / 0.05)))
    assert test.llr(MatchScore()) == 0
    scores = ([0, 0, 0, 0, 0], [0, 1, 5, 9, 80], [80, 9, 5, 1, 0])
    assert [Sprt(elo1=20).accepted(MatchScore([*pairs])) for pairs in scores] == [None, "elo1", "elo0"]


def test_impossible_tests_are_refused() -> None:
    wrong = [*({"elo0": elo} for elo in (10, nan, -1e300)), *({"elo1": elo} for elo in (0, inf, 1e300))]
    for arguments in [*wrong, *({name: number} for name in ("alpha", "beta") for number in (0, 0.5, nan, -1))]:
        assert "must be" in str(refused(VoloError, partial(Sprt, **arguments)))
