"""Matches with clocks."""

from __future__ import annotations

import json
import shlex
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import volo
from support.command_line import output
from support.fake_engine import command
from support.pictures import WIN_IN_ONE
from volo import Color, Game, Move, VoloError
from volo.engine import Engine, Limit
from volo.engine.match import Match, Spec, TimeControl
from volo.engine.match import game as game_module
from volo.engine.match.game import Clocks, PlayedGame, play
from volo.engine.match.players import Player
from volo.engine.search import PlayResult

# It moves when its clock of a second has run out.
LATE = "ugi:" + shlex.join(command("if command == 'go':\n    time.sleep(1.05)"))


def match(first: str, second: str, **arguments: Any) -> list[PlayedGame]:
    arguments = {"start": "standard-4", "pairs": 1, **arguments}
    pairs = Match(Spec.parse(first), Spec.parse(second), **arguments).run()
    return [played for pair in pairs for played in pair.games]


def test_time_controls_are_read_and_written() -> None:
    for written, seconds, increment in (("10+0.1", 10, 0.1), ("60", 60, 0), ("100000.125+30", 100000.125, 30)):
        control = TimeControl.parse(written)
        assert (control.seconds, control.increment, str(control)) == (seconds, increment, written)
    assert str(TimeControl.parse("0.5+0")) == "0.5"
    assert str(TimeControl.parse("0.001")) == "0.001"


def test_malformed_clocks_are_refused() -> None:
    message = r"a clock must be SECONDS or SECONDS\+INCREMENT, as in 10\+0\.1, not '"
    for text in ("", "10+", "+1", "10+0.1+2", "-1", "1e3", "nan", "1:00", "10 + 1", ".5", "5.", "\u0661", "9" * 10_000):
        for read in (TimeControl.parse, lambda text: match("uniform", "uniform", clock=text)):
            with pytest.raises(VoloError, match=message) as refused:
                read(text)
            assert len(str(refused.value)) < 200
    for text in ("0", "0+1", "0.0"):
        with pytest.raises(VoloError, match="more than 0 seconds"):
            TimeControl.parse(text)
    for name, number in product(("seconds", "increment"), (-1.0, float("nan"), float("inf"), 1e10)):
        with pytest.raises(VoloError, match=f"{name} must be 0 to"):
            TimeControl(**{"seconds": 1, name: number})
    for wrong in ("1", None, True):
        with pytest.raises(TypeError, match="seconds must be a number"):
            TimeControl(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="clock must be a TimeControl or a str"):
        match("uniform", "uniform", clock=10)


def test_a_clock_loses_the_time_of_moves_and_gains_the_increment() -> None:
    clocks = Clocks(TimeControl(8, 0.5))
    assert clocks.limit == Limit(orange_clock=8, blue_clock=8, orange_inc=0.5, blue_inc=0.5)
    assert [clocks.spend(Color.ORANGE, 2), clocks.spend(Color.BLUE, 8)] == [True, True]
    assert clocks.limit == Limit(orange_clock=6.5, blue_clock=0.5, orange_inc=0.5, blue_inc=0.5)
    assert not clocks.spend(Color.BLUE, 0.75)
    assert clocks.left(Color.BLUE) == 0.5
    # A limit can have no more.
    clocks = Clocks(TimeControl(999_999_999, 999_999_999))
    assert (clocks.spend(Color.ORANGE, 0), clocks.limit.orange_clock) == (True, 1e9)


class Slow(Player):
    """A player that takes the given times, on the clock of the test, for the first legal move that wins or any move."""

    now = 100.0

    def __init__(self, *seconds: float, wins: bool = False) -> None:
        self.seconds = list(seconds)
        self.wins = wins
        self.seen: list[Limit | None] = []

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        self.seen.append(clocks)
        Slow.now += self.seconds.pop(0)
        moves = game.position.legal_moves()
        return next(move for move in moves if not self.wins or game.position.play(move).outcome())


def test_a_player_without_time_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "perf_counter", lambda: Slow.now)
    orange, blue = Slow(1, 0.5, 1), Slow(1.5, 1)
    played = play(Game("standard-5"), orange, blue, 100, TimeControl(2, 0.25))
    # Blue had 0.75 seconds left.
    assert (played.winner, len(played.game), played.is_lost_on_time) == (Color.ORANGE, 3, True)
    assert (played.game.result, played.game.termination) == ("1-0", "time")
    assert played.failure == "Blue moved after 1.000 s and had 0.750 s left"
    assert [each and each.orange_clock for each in orange.seen] == [2, 1.25]
    assert [each and each.blue_clock for each in blue.seen] == [2, 0.75]
    assert Game.from_record(played.game.record()).termination == "time"
    # A move in time is played, and a late win is a loss.
    start = Game("standard-4")
    assert len(play(start, Slow(2), Slow(2), 2, TimeControl(2)).game) == 2
    assert play(start, Slow(2.001), Slow(), 2, TimeControl(2)).winner is Color.BLUE
    assert not play(start, Slow(1e6), Slow(1e6), 2).is_lost_on_time
    assert play(Game(WIN_IN_ONE), Slow(1, wins=True), Slow(), 9, TimeControl(1)).winner is Color.ORANGE
    late = play(Game(WIN_IN_ONE), Slow(1.5, wins=True), Slow(), 9, TimeControl(1))
    assert (late.winner, len(late.game)) == (Color.BLUE, 0)


def test_engines_are_told_the_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []
    search = Engine.play

    def watched(self: Engine, position: Game, limit: Limit) -> PlayResult:
        limits.append(limit)
        return search(self, position, Limit(nodes=20))

    monkeypatch.setattr(Engine, "play", watched)
    played = match("engine", "engine:depth=3,time=9", clock="600+2")
    assert not any(each.is_lost_on_time for each in played)
    assert {each.game.tags["TimeControl"] for each in played} == {"600+2"}
    assert {(limit.depth, limit.time) for limit in limits} == {(None, None), (3, 9)}
    for limit in limits:
        assert (limit.orange_inc, limit.blue_inc) == (2, 2)
        assert 600 <= (limit.orange_clock or 0) < 1000


def test_a_program_is_told_the_clocks_and_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "go"
    behavior = f"""if command == "ugi":
    say("option name Seed type spin default 0 min 0 max {2**64 - 1}")
if command in ("go", "setoption"):
    open({str(file)!r}, "a").write(line)"""
    text = f"ugi:{shlex.join(command(behavior))}"
    # The second player plays c5 too, which is illegal then.
    played = match(text, text, start="standard", clock="500+100", opening_plies=0, pairs=2, seed=3)
    assert [(len(each.game), each.winner, each.is_lost_on_time) for each in played] == [(1, Color.ORANGE, False)] * 4
    lines = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    seeds = [int(words[-1]) for words in lines if words[0] == "setoption"]
    assert seeds == [30_000_000 + game for game in (0, 0, 1, 1, 2, 2, 3, 3)]
    searches = [words for words in lines if words[0] == "go"]
    assert len(searches) == 8
    for number, words in enumerate(searches):
        assert words[1::2] == ["p1time", "p2time", "p1inc", "p2inc"]
        orange, *others = map(int, words[2::2])
        assert others == [500_000, 100_000, 100_000]
        assert (orange > 500_000) == (number % 2 == 1)
        assert 500_000 <= orange <= 600_000


def test_a_program_that_is_late_loses_on_time(tmp_path: Path) -> None:
    file = tmp_path / "games.volo"
    words = ("--rules", "standard", "--games", "2", "--clock", "1", "--opening-plies", "0")
    lines = output("match", LATE, "careful", *words, "--out", str(file)).splitlines()
    assert lines[0].endswith(" against careful: 2 games, clock 1")
    assert lines[1] == "wins 0, draws 0, losses 2"
    assert lines[-1] == "games ended by time: 2, of which A lost 2 and B lost 0"
    assert "by time" not in output("match", "careful", "uniform", "--rules", "standard-4", "--games", "2")
    kept = list(volo.read_records(file))
    assert [(game.result, game.termination, game.tags["TimeControl"]) for game in kept] == [
        ("0-1", "time", "1"),
        ("1-0", "time", "1"),
    ]
    assert [text.split(" moved after ")[0] for game in kept for text in game.comments.values()] == ["Orange", "Blue"]
    result = json.loads(output("match", "careful", LATE, *words, "--json"))
    assert (result["clock"], result["lost_on_time"], result["failures"], result["wins"]) == ("1", [0, 2], [], 2)
