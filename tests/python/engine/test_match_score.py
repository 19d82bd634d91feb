"""Elo points with intervals, the sequential test, and ratings: known values, and how often they are right."""

from __future__ import annotations

import pickle
from functools import partial
from itertools import combinations
from math import inf, nan, sqrt

import numpy as np
import pytest

from support.engines import refused
from volo import VoloError
from volo.engine.match import MatchScore, Rating, Sprt, ratings
from volo.engine.match.score import elo_of_share, share_of_elo


def test_elo_points_of_known_shares() -> None:
    # The table of the logistic formula, as in the rating regulations of chess.
    table = ((0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.9, 381.70), (10 / 11, 400), (0.99, 798.25), (1, inf))
    for share, elo in table:
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
    assert (won.interval[1], lost.interval[0]) == (1, 0)
    assert lost.interval[1] == pytest.approx(1 - won.interval[0])
    assert (won.elo, won.elo_interval[1], lost.elo, lost.elo_interval[0]) == (inf, inf, -inf, -inf)
    assert won.elo_interval[0] == pytest.approx(566.2, abs=0.1)
    drawn = MatchScore([0, 0, 30, 0, 0])
    assert drawn.interval[0] < 0.5 < drawn.interval[1]


def test_known_log_likelihood_ratios() -> None:
    # The values of fishtest (LLRcalc.LLR_logistic), the test framework of Stockfish.
    for pairs, elo0, elo1, ratio in (
        ([10, 20, 40, 20, 10], 0, 5, -0.03450685095168987),
        ([2, 8, 20, 30, 40], 0, 20, 5.075977753709384),
        ([0, 0, 3, 5, 12], -5, 15, 1.134691718982101),
        ([120, 40, 10, 0, 0], 0, 10, -4.963391403752239),
        ([0, 0, 0, 0, 50], 0, 10, 1.4184639053829764),
        ([1, 60, 500, 1200, 600], 0, 2, 13.53056854384076),
    ):
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


# Ratings of the players of a tournament

Scores = dict[tuple[str, str], MatchScore]


def by_player(scores: Scores) -> dict[str, Rating]:
    return {each.player: each for each in ratings(scores)}


def scores_of(random: np.random.Generator, elo: dict[str, float], pairs: int) -> Scores:
    """Independent pairs of games, of which a third is drawn between equal players."""
    scores = {}
    for one, other in combinations(elo, 2):
        strength = 10 ** ((elo[one] - elo[other]) / 800)
        # The model of Davidson, in which the share of the points is nearly that of Elo points.
        weights = np.array([1 / strength, 1, strength])
        halves = random.choice(3, size=(pairs, 2), p=weights / weights.sum()).sum(axis=1)
        scores[one, other] = MatchScore([*map(int, np.bincount(halves, minlength=5))])
    return scores


def test_the_ratings_of_two_players_are_those_of_their_match() -> None:
    for pairs in ([1, 2, 4, 8, 5], [30, 0, 0, 1, 0], [0, 0, 9, 0, 0], [100, 200, 400, 300, 200]):
        score = MatchScore(pairs)
        found = by_player({("a", "b"): score})
        assert found["a"].elo - found["b"].elo == pytest.approx(score.elo, abs=0.01)
        assert found["a"].elo + found["b"].elo == pytest.approx(0, abs=0.01)
        assert by_player({("b", "a"): MatchScore(pairs[::-1])}) == found
    # Many games have nearly the interval of the match.
    low, high = score.elo_interval
    assert 2 * found["a"].error == pytest.approx((high - low) / 2, rel=0.01)


def test_an_order_is_as_often_wrong_as_its_certainty_says() -> None:
    random = np.random.default_rng(1)
    # The ratings of c and of both others have little to do with the order of a and b.
    found = [ratings(scores_of(random, {"a": 0, "b": 0, "c": 900}, pairs=30)) for _ in range(1000)]
    assert {each[0].player for each in found} == {"c"}
    sure = sum(each[1].above_next > 0.95 for each in found if each[1].above_next is not None)
    assert 70 < sure < 130  # 5% for each of the two orders
    assert all(each[2].above_next is None for each in found)


def test_ratings_are_the_most_likely_ones() -> None:
    random = np.random.default_rng(0)
    scores = scores_of(random, {name: 120 * place for place, name in enumerate("abcde")}, 20)
    # Not every two players have met, or as often.
    del scores["a", "d"]
    scores["b", "e"] = MatchScore([1, 0, 2, 0, 0])
    elo = {name: each.elo for name, each in by_player(scores).items()}
    # Every player is expected to get the points that the player got.
    expected, points = (dict.fromkeys("abcde", 0.0) for _ in range(2))
    for (one, other), score in scores.items():
        share = share_of_elo(elo[one] - elo[other])
        expected[one] += score.games * share
        expected[other] += score.games * (1 - share)
        points[one] += score.points
        points[other] += score.games - score.points
    assert expected == pytest.approx(points, abs=1e-3)
    assert sum(elo.values()) == pytest.approx(0, abs=0.01)


def test_the_intervals_of_equal_players_have_a_closed_form() -> None:
    """The information of N players with n games in each match is n/4 (N I - J), if all have half of the points."""
    pairs, total = [3, 4, 6, 4, 3], 6
    found = ratings(dict.fromkeys(combinations("abcdef", 2), MatchScore(pairs)))
    number = 15 * sum(pairs)
    observed = sum(times * (halves / 2 - 1) ** 2 for halves, times in enumerate(pairs)) / sum(pairs)
    factor = (observed / 0.5 * number + 2) / (number - (total - 1) + 2)
    variance = factor * 4 / (2 * sum(pairs) * total) * (1 - 1 / total)
    assert [each.elo for each in found] == [0] * total
    error = 1.96 * sqrt(variance) * 400 / np.log(10)
    assert [each.error for each in found] == pytest.approx([error] * total, abs=0.01)


def test_intervals_have_their_confidence() -> None:
    random = np.random.default_rng(2)
    elo = {"a": -150.0, "b": -50.0, "c": 50.0, "d": 150.0}
    # What the ratings tend to: those of a match without end.
    true = by_player(scores_of(random, elo, 100_000))
    held = [
        abs(each.elo - true[each.player].elo) <= each.error
        for _ in range(200)
        for each in ratings(scores_of(random, elo, pairs=2))
    ]
    assert 0.93 < np.mean(held) < 0.98


def test_players_who_win_all_games_have_finite_ratings() -> None:
    won, even = MatchScore([0, 0, 0, 0, 10]), MatchScore([2, 0, 6, 0, 2])
    found = ratings({("b", "c"): even, ("a", "b"): won, ("a", "c"): won})
    assert [each.player for each in found] == ["a", "b", "c"]
    assert not any(each.is_bounded for each in found)
    assert all(0 < each.error < 1000 for each in found)
    # With a draw more, 20.5 of 21 points are won.
    assert found[0].elo - found[1].elo == pytest.approx(400 * np.log10(20.5 / 0.5), abs=0.01)
    assert sum(each.elo for each in found) == pytest.approx(0, abs=0.01)
    # A group that no other player has taken a point from.
    group = {**dict.fromkeys(combinations("abcd", 2), won), ("a", "b"): even, ("c", "d"): even}
    assert [each.is_bounded for each in ratings(group)] == [False] * 4
    # One draw between the groups is enough.
    group["b", "d"] = MatchScore([0, 0, 0, 1, 9])
    assert [each.is_bounded for each in ratings(group)] == [True] * 4


def test_players_whom_no_games_connect_are_refused() -> None:
    even = MatchScore([1, 1, 1, 1, 1])
    apart = {("a", "b"): even, ("c", "d"): even, ("b", "c"): MatchScore()}
    assert "no games connect 'a' and 'c'" in str(refused(VoloError, ratings, apart))
    for scores in ({}, {("a", "a"): even}):
        assert "there are no games" in str(refused(VoloError, ratings, scores))
