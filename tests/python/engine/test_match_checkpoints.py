"""Checkpoints of matches, which go on with the pairs that they have not played, and tournaments."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from itertools import combinations, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from support.engines import refused
from support.process import PATIENCE
from volo import CheckpointError, EngineError, Game, Move, VoloError
from volo.engine import Limit
from volo.engine.match import Match, Pair, Spec, Tournament, runner

CALLS: list[int] = []
# Orange has one flock.
WON = ["b5", "f1", "b5-NW2", "e3", "e1", "e3-W1/e1"]
Played = list[tuple[int, float, list[object]]]
Whole = tuple[bytes, Any]


def first_move(game: Game) -> Move:
    CALLS.append(len(game))
    return game.position.legal_moves()[0]


def play(checkpoint: Path | str, **arguments: Any) -> Generator[Pair, None, None]:
    CALLS.clear()
    arguments = {"start": "standard-4", "pairs": 6, "max_plies": 30, **arguments}
    return Match(first_move, Spec.parse("careful"), **arguments).run(checkpoint=checkpoint)


def played(pairs: Iterable[Pair]) -> Played:
    return [
        (pair.number, pair.points, [(one.game.record(), one.winner, one.failure) for one in pair.games])
        for pair in pairs
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    path = tmp_path_factory.mktemp("whole") / "match"
    pairs = played(play(path))
    return path.read_bytes(), pairs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match"


def test_a_match_goes_on(whole: Whole, path: Path) -> None:
    content, pairs = whole
    run = play(path)
    list(islice(run, 2))
    run.close()
    assert CALLS
    assert played(play(path)) == pairs
    assert CALLS
    assert path.read_bytes() == content
    # Nothing is left to play.
    assert played(play(path)) == pairs
    assert CALLS == []
    heading, *lines = content.splitlines(keepends=True)
    for missing in ({0}, {1, 4}, {5}):
        path.write_bytes(heading + b"".join(line for place, line in enumerate(lines) if place not in missing))
        assert played(play(path, concurrency=2)) == pairs
        assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())
        assert CALLS.count(6) == len(missing)


def test_finished_pairs_are_kept_while_an_earlier_one_is_played(path: Path) -> None:
    begun: list[Game] = []
    kept: list[bytes] = []

    def waits(game: Game) -> Move:
        begun.append(game)
        if len(begun) == 1:
            late = monotonic() + PATIENCE
            while len(path.read_bytes().splitlines()) < 4 and monotonic() < late:
                sleep(0.01)
            kept.extend(path.read_bytes().splitlines()[1:])
        return game.position.legal_moves()[0]

    run = Match(waits, Spec.parse("careful"), start="standard-4", pairs=4, concurrency=2).run(checkpoint=path)
    assert [pair.number for pair in run] == [1, 2, 3, 4]
    assert [json.loads(line)["pair"] for line in kept] == [2, 3, 4]


def test_pairs_that_ended_are_kept_when_the_match_is_stopped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = monotonic() + PATIENCE
    ended: list[object] = []
    set_result = Future.set_result

    def end(future: Future[object], result: object) -> None:
        set_result(future, result)
        ended.append(result)

    monkeypatch.setattr(Future, "set_result", end)
    run = play(path)
    next(run)
    # While the caller has the first pair, the thread plays the second one.
    while len(ended) < 2 and monotonic() < late:
        sleep(0.01)
    run.close()
    assert len(path.read_bytes().splitlines()) == 1 + len(ended) == 3


def test_a_file_that_is_cut_or_changed_anywhere_is_continued_or_refused(whole: Whole, path: Path) -> None:
    content = whole[0]
    for place in range(0, len(content), 509):
        path.write_bytes(content[:place])
        list(play(path))
        assert path.read_bytes() == content
        for byte in (0, ord("1"), content[place] ^ 128):
            path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
            with suppress(CheckpointError):
                list(play(path))


def test_games_with_comments_and_failures_are_kept(path: Path) -> None:
    def fails(game: Game) -> Move:
        raise EngineError(f"no {{move}}\n after {len(game)} plies")

    first, second = (
        played(Match(fails, first_move, start="standard-4", pairs=2, max_plies=8).run(checkpoint=path)) for _ in "12"
    )
    assert first == second
    assert "no {move}\\n" in str(first)


def test_another_match_is_refused(whole: Whole, path: Path) -> None:
    path.write_bytes(whole[0])
    others: list[tuple[dict[str, Any], str]] = [
        ({"seed": 1}, "seed"),
        ({"start": "standard-5", "max_plies": 40}, "start and max_plies"),
        ({"opening_plies": 3}, "opening_plies"),
        ({"clock": "5"}, "clock"),
    ]
    for arguments, different in others:
        problem = str(refused(CheckpointError, next, play(path, **arguments)))
        assert problem.endswith(f"line 1: the file is of another match, with a different {different}")


def test_a_file_in_use_and_what_is_no_file_are_refused(path: Path) -> None:
    run = play(path)
    next(run)
    assert "another match is using this file" in str(refused(CheckpointError, next, play(path)))
    assert len(list(run)) == 5
    assert "is a URL" in str(refused(VoloError, next, play("s3://bucket/match")))
    assert "not a regular file" in str(refused(OSError, next, play(path.parent)))


def test_damaged_files_are_refused(whole: Whole, path: Path) -> None:
    contradicts = "the winner, the failure or the tag Result contradicts the moves"
    damaged: list[tuple[str | dict[str, Any], str]] = [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("{}", "a pair must have the member 'pair'"),
        ('{"pair":0,"games":[]}', "pair must be an integer from 1"),
        ('{"pair":1,"games":[]}', "a pair must have two games"),
        ({"moves": ["z9"]}, "ply 1: expected a space"),
        ({"moves": ["b1"]}, "ply 1: illegal move b1: "),
        ({"tags": {"Event": 1}}, "tags"),
        ({"comments": {"2": "."}}, "a comment must have a number of moves"),
        ({"winner": "green"}, "winner must be null or a color"),
        ({"failure": 1}, "failure must be a string"),
        ({"winner": "orange"}, contradicts),
        ({"winner": "orange", "failure": "late"}, contradicts),
        ({"failure": "late"}, contradicts),
        ({"tags": {"Result": "1-0"}}, contradicts),
        ({"moves": WON, "winner": "blue"}, contradicts),
        ({"moves": WON, "winner": "orange", "failure": "late"}, contradicts),
    ]
    heading, *_ = whole[0].decode().splitlines()
    for line, problem in damaged:
        if isinstance(line, dict):
            game = {"moves": [], "tags": {}, "comments": {}, "winner": None, "failure": None, **line}
            line = json.dumps({"pair": 1, "games": [game, game]})  # noqa: PLW2901
        path.write_text(f"{heading}\n{line}\n", encoding="utf-8")
        assert str(refused(CheckpointError, next, play(path))).startswith(f"{path}: line 2: {problem}")


# Tournaments

PLAYERS: list[Any] = [first_move, Spec.parse("careful"), Spec.parse("engine:20"), Spec.parse("uniform")]


def tournament(players: list[Any] = PLAYERS, **arguments: Any) -> Tournament:
    return Tournament(players, **{"start": "standard-4", "pairs": 2, "max_plies": 30, "seed": 5, **arguments})


def by_match(pairs: Iterable[tuple[tuple[str, str], Pair]]) -> dict[Any, Any]:
    return {(match, pair.number): played([pair]) for match, pair in pairs}


@pytest.fixture(scope="module")
def whole_tournament(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    path = tmp_path_factory.mktemp("whole") / "tournament"
    pairs = by_match(tournament().run(checkpoint=path))
    return path.read_bytes(), pairs


def test_every_two_players_play_the_match_of_their_seed(whole_tournament: Whole) -> None:
    names = ["careful", "engine:20", "first_move", "uniform"]
    assert [*whole_tournament[1]] == [(match, number) for number in (1, 2) for match in combinations(names, 2)]
    assert len(set(tournament().seeds.values())) == 6
    specs = {Spec.of(each).text: Spec.of(each) for each in PLAYERS}
    for match, seed in tournament().seeds.items():
        alone = Match(*(specs[name] for name in match), start="standard-4", pairs=2, max_plies=30, seed=seed)
        assert by_match((match, pair) for pair in alone.run()).items() <= whole_tournament[1].items()


def test_games_depend_neither_on_other_players_nor_on_threads(
    whole_tournament: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = whole_tournament[1]
    assert [*by_match(tournament(PLAYERS[::-1], concurrency=3).run()).items()] == [*games.items()]
    assert by_match(tournament(PLAYERS[1:], pairs=1).run()).items() <= games.items()
    assert by_match(tournament(PLAYERS[1:], seed=6).run()).items().isdisjoint(games.items())

    def backwards(function: Callable[..., Pair], calls: Iterable[tuple[Any, Any]], *_: object) -> Iterator[Any]:
        for key, arguments in [*calls][::-1]:
            yield key, function(*arguments)

    monkeypatch.setattr(runner, "results_on_ray", backwards)
    assert [*by_match(tournament().run(cluster="ray")).items()] == [*games.items()]


def test_a_tournament_goes_on_with_more_players_and_games(
    whole_tournament: Whole, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, games = whole_tournament
    run = tournament(PLAYERS[:3], pairs=1).run(checkpoint=path)
    list(islice(run, 2))
    run.close()
    kept = path.read_bytes().splitlines()
    assert len(kept) >= 3
    assert by_match(tournament(concurrency=2).run(checkpoint=path)) == games
    assert path.read_bytes().splitlines()[: len(kept)] == kept
    assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())
    # Nothing is left to play, also for fewer players and games.
    monkeypatch.setattr(runner, "play_pair", None)
    assert by_match(tournament(PLAYERS[::-1]).run(checkpoint=path)) == games
    assert len(by_match(tournament(PLAYERS[2:], pairs=1).run(checkpoint=path))) == 1
    assert len(path.read_bytes().splitlines()) == 13


def test_another_tournament_is_refused(whole_tournament: Whole, path: Path) -> None:
    def problem(work: Match | Tournament) -> str:
        return str(refused(CheckpointError, next, work.run(checkpoint=path)))

    few, more = (tournament([Spec.parse("engine").limited(Limit(nodes=nodes)), PLAYERS[1]]) for nodes in (20, 21))
    assert len(by_match(few.run(checkpoint=path))) == 2
    assert problem(more).endswith("line 2: one of these players had another limit: careful, engine")
    heading, *lines = whole_tournament[0].decode().splitlines()
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
