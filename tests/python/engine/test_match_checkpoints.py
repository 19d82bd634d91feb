"""Checkpoints of matches: a match goes on with the pairs that it has not played."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from concurrent.futures import Future
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from support.process import PATIENCE
from volo import CheckpointError, EngineError, Game, Move, VoloError
from volo.engine.match import Match, Pair, Spec

CALLS: list[int] = []
# Orange has one flock.
WON = ["b5", "f1", "b5-NW2", "e3", "e1", "e3-W1/e1"]
Played = list[tuple[int, float, list[object]]]
Whole = tuple[bytes, Played]


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
    """A checkpoint of a match, and its pairs."""
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


@pytest.mark.parametrize(
    ("arguments", "different"),
    [
        ({"seed": 1}, "seed"),
        ({"start": "standard-5", "max_plies": 40}, "start and max_plies"),
        ({"opening_plies": 3}, "opening_plies"),
        ({"clock": "5"}, "clock"),
    ],
)
def test_another_match_is_refused(whole: Whole, arguments: dict[str, Any], different: str, path: Path) -> None:
    path.write_bytes(whole[0])
    with pytest.raises(CheckpointError, match=f"line 1: the file is of another match, with a different {different}$"):
        list(play(path, **arguments))


def test_a_file_in_use_and_what_is_no_file_are_refused(path: Path) -> None:
    run = play(path)
    next(run)
    with pytest.raises(CheckpointError, match="another match is using this file"):
        list(play(path))
    assert len(list(run)) == 5
    with pytest.raises(VoloError, match="is a URL"):
        next(play("s3://bucket/match"))
    with pytest.raises(OSError, match="not a regular file"):
        next(play(path.parent))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("{}", "a pair must have the member 'pair'"),
        ('{"pair":0,"games":[]}', "pair must be an integer from 1"),
        ('{"pair":1,"games":[]}', "a pair must have two games"),
        ({"moves": ["z9"]}, "ply 1: expected a space"),
        ({"moves": ["b1"]}, r"ply 1: illegal move b1: .*\[R6\]"),
        ({"tags": {"Event": 1}}, "tags"),
        ({"comments": {"2": "."}}, "a comment must have a number of moves"),
        ({"winner": "green"}, "winner must be null or a color"),
        ({"failure": 1}, "failure must be a string"),
        ({"winner": "orange"}, "the winner, the failure or the tag Result contradicts the moves"),
        ({"winner": "orange", "failure": "late"}, "the winner, .* contradicts"),
        ({"failure": "late"}, "the winner, .* contradicts"),
        ({"tags": {"Result": "1-0"}}, "the winner, .* contradicts"),
        ({"moves": WON, "winner": "blue"}, "the winner, .* contradicts"),
        ({"moves": WON, "winner": "orange", "failure": "late"}, "the winner, .* contradicts"),
    ],
)
def test_damaged_files_are_refused(whole: Whole, line: str | dict[str, Any], problem: str, path: Path) -> None:
    heading = whole[0].decode().splitlines()[0]
    if isinstance(line, dict):
        game = {"moves": [], "tags": {}, "comments": {}, "winner": None, "failure": None, **line}
        line = json.dumps({"pair": 1, "games": [game, game]})
    path.write_text(f"{heading}\n{line}\n", encoding="utf-8")
    with pytest.raises(CheckpointError, match=f"match: line 2: {problem}"):
        list(play(path))
