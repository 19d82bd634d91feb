"""Tournaments: their games, their checkpoints, and the ratings of their players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.engines import refused
from volo import CheckpointError, Game, Move, VoloError
from volo.engine import Limit
from volo.engine.match import Match, MatchScore, Pair, Rating, Spec, Tournament, ratings, runner, share_of_elo

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


@pytest.mark.parametrize("pairs", [[1, 2, 4, 8, 5], [30, 0, 0, 1, 0], [0, 0, 9, 0, 0], [100, 200, 400, 300, 200]])
def test_the_ratings_of_two_players_are_those_of_their_match(pairs: list[int]) -> None:
    score = MatchScore(pairs)
    found = by_player({("a", "b"): score})
    assert found["a"].elo - found["b"].elo == pytest.approx(score.elo, abs=0.01)
    assert found["a"].elo + found["b"].elo == pytest.approx(0, abs=0.01)
    assert by_player({("b", "a"): MatchScore(pairs[::-1])}) == found
    if score.games > 1000:
        low, high = score.elo_interval
        assert 2 * found["a"].error == pytest.approx((high - low) / 2, rel=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_the_most_likely_ones(seed: int) -> None:
    random = np.random.default_rng(seed)
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


@pytest.mark.parametrize("pairs", [2, pytest.param(20, marks=pytest.mark.long)])
def test_intervals_have_their_confidence(pairs: int) -> None:
    random = np.random.default_rng(pairs)
    elo = {"a": -150.0, "b": -50.0, "c": 50.0, "d": 150.0}
    # What the ratings tend to: those of a match without end.
    true = by_player(scores_of(random, elo, 100_000))
    held = [
        abs(each.elo - true[each.player].elo) <= each.error
        for _ in range(200)
        for each in ratings(scores_of(random, elo, pairs))
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


def first_move(game: Game) -> Move:
    return game.position.legal_moves()[0]


PLAYERS: list[Any] = [first_move, Spec.parse("careful"), Spec.parse("engine:20"), Spec.parse("uniform")]


Whole = tuple[bytes, dict[Any, Any]]


def tournament(players: list[Any] = PLAYERS, **arguments: Any) -> Tournament:
    return Tournament(players, **{"start": "standard-4", "pairs": 2, "max_plies": 30, "seed": 5, **arguments})


def played(pairs: Iterable[tuple[tuple[str, str], Pair]]) -> dict[Any, Any]:
    return {(match, pair.number): [each.game.record() for each in pair.games] for match, pair in pairs}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A checkpoint of a tournament, and its games."""
    path = tmp_path_factory.mktemp("whole") / "tournament"
    games = played(tournament().run(checkpoint=path))
    return path.read_bytes(), games


def test_every_two_players_play_the_match_of_their_seed(whole: Whole) -> None:
    names = ["careful", "engine:20", "first_move", "uniform"]
    assert [*whole[1]] == [(match, number) for number in (1, 2) for match in combinations(names, 2)]
    assert len(set(tournament().seeds.values())) == 6
    specs = {Spec.of(each).text: Spec.of(each) for each in PLAYERS}
    for match, seed in tournament().seeds.items():
        alone = Match(*(specs[name] for name in match), start="standard-4", pairs=2, max_plies=30, seed=seed)
        assert played((match, pair) for pair in alone.run()).items() <= whole[1].items()


def test_games_depend_neither_on_other_players_nor_on_threads(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    games = whole[1]
    assert [*played(tournament(PLAYERS[::-1], concurrency=3).run()).items()] == [*games.items()]
    assert played(tournament(PLAYERS[1:], pairs=1).run()).items() <= games.items()
    assert played(tournament(PLAYERS[1:], seed=6).run()).items().isdisjoint(games.items())

    def backwards(function: Callable[..., Pair], calls: Iterable[tuple[Any, Any]], *_: object) -> Iterator[Any]:
        """A cluster that finishes its last task first."""
        for key, arguments in [*calls][::-1]:
            yield key, function(*arguments)

    monkeypatch.setattr(runner, "results_on_ray", backwards)
    assert [*played(tournament().run(cluster="ray")).items()] == [*games.items()]


def test_a_tournament_goes_on_with_more_players_and_games(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, games = whole
    path = tmp_path / "tournament"
    run = tournament(PLAYERS[:3], pairs=1).run(checkpoint=path)
    list(islice(run, 2))
    run.close()
    kept = path.read_bytes().splitlines()
    assert len(kept) >= 3
    assert played(tournament(concurrency=2).run(checkpoint=path)) == games
    assert path.read_bytes().splitlines()[: len(kept)] == kept
    assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())
    # Nothing is left to play, also for fewer players and games.
    monkeypatch.setattr(runner, "play_pair", None)
    assert played(tournament(PLAYERS[::-1]).run(checkpoint=path)) == games
    assert len(played(tournament(PLAYERS[2:], pairs=1).run(checkpoint=path))) == 1
    assert len(path.read_bytes().splitlines()) == 13


def test_another_tournament_is_refused(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "tournament"

    def problem(work: Match | Tournament) -> str:
        return str(refused(CheckpointError, next, work.run(checkpoint=path)))

    few, more = (tournament([Spec.parse("engine").limited(Limit(nodes=nodes)), PLAYERS[1]]) for nodes in (20, 21))
    assert len(played(few.run(checkpoint=path))) == 2
    assert problem(more).endswith("line 2: one of these players had another limit: careful, engine")
    heading, *lines = whole[0].decode().splitlines()
    for change, message in (({"players": 5}, "players must be an array"), ({"pair": 0}, "pair must be an integer")):
        path.write_text(f"{heading}\n{json.dumps({**json.loads(lines[0]), **change})}\n")
        assert f"line 2: {message}" in problem(tournament())
    assert problem(tournament(seed=1)).endswith("line 1: the file is of another tournament, with a different seed")
    assert "expected the format 'volo match 1', not 'volo tournament 1'" in problem(Match(*PLAYERS[:2]))


def test_players_are_refused() -> None:
    for players, message in (
        (PLAYERS[:1], "a tournament must have 2 to 1,000 players"),
        ([*PLAYERS, Spec.parse("careful")], "two players are 'careful'"),
        ([*PLAYERS, Spec.parse("engine")], "needs a limit"),
    ):
        assert message in str(refused(VoloError, tournament, players))
