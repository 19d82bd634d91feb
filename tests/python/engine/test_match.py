"""Matches: players, openings, games and clocks."""

from __future__ import annotations

import gc
import json
import shlex
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest

import volo
from support.command_line import output
from support.engines import refused
from support.fake_engine import command, on
from support.pages import ROOT
from support.pictures import WIN_IN_ONE
from support.process import PATIENCE
from volo import Color, EngineBusyError, EngineError, EngineTimeoutError, Game, Move, Position, VoloError
from volo.engine import Engine, Limit
from volo.engine.local import OPTIONS
from volo.engine.match import Match, Pair, PlayedGame, Player, Spec, TimeControl, players
from volo.engine.match import game as game_module
from volo.engine.match.game import Clocks, play
from volo.engine.match.players import MoveFunction, _FunctionPlayer
from volo.engine.match.runner import openings
from volo.engine.search import PlayResult

OURS = f"ugi:{sys.executable} -m volo engine"


def match(
    first: str | MoveFunction, second: str | MoveFunction, limit: Limit | None = None, **arguments: Any
) -> list[Pair]:
    specs = (Spec.parse(player) if isinstance(player, str) else Spec.of(player) for player in (first, second))
    arguments = {"start": "standard-4", "pairs": 3, **arguments}
    return list(Match(*(spec.limited(limit) if limit else spec for spec in specs), **arguments).run())


def games(pairs: list[Pair]) -> list[PlayedGame]:
    return [played for pair in pairs for played in pair.games]


def test_players_are_read() -> None:
    players: list[tuple[str, dict[str, Any]]] = [
        ("engine", {"kind": "engine", "name": "engine", "limit": None, "opening": 0}),
        ("engine:1500", {"limit": Limit(nodes=1500), "options": {}}),
        ("engine:depth=1,time=0.5,opening=3", {"limit": Limit(depth=1, time=0.5), "opening": 3}),
        ("engine:threads=2,hash=64,level=3", {"limit": None, "options": {"threads": 2, "hash_mb": 64, "level": 3}}),
        ("careful", {"kind": "policy", "name": "careful", "limit": None}),
        ("ugi:./engine --option=a:b", {"kind": "ugi", "name": "./engine --option=a:b", "timeout": 10}),
        ("ugi,timeout=60.5:./engine -x", {"name": "./engine -x", "timeout": 60.5}),
    ]
    for text, fields in players:
        spec = Spec.parse(text)
        assert {name: getattr(spec, name) for name in fields} == fields
        limit = spec.limit if spec.limit or spec.kind == "policy" else Limit(depth=2)
        assert spec.limited(Limit(depth=2)) == replace(spec, limit=limit)


def test_players_are_refused() -> None:
    for seconds in ("", "-1", "1e3"):
        message = str(refused(VoloError, Spec.parse, f"ugi,timeout={seconds}:e"))
        assert "expected a number of seconds after timeout=" in message
    for text in ("ugi,timeout=5", "ugi,timeout=5:", "ugi,nodes=5:e"):
        assert "unknown player" in str(refused(VoloError, Spec.parse, text))
    # Texts are checked as the engine checks its arguments.
    for name, (setting, least, most, _) in OPTIONS.items():
        if name == "seed":
            continue
        assert Spec.parse(f"engine:{setting}={most}").options == {name: most}
        for value in (least - 1, most + 1):
            of_engine, of_text = partial(Engine, **{name: value}), partial(Spec.parse, f"engine:{setting}={value}")
            assert str(refused(VoloError, of_engine)).startswith(f"{name} must be {least} to {most}")
            assert str(refused(VoloError, of_text)).startswith(f"{setting} must be {least} to {most}")
    assert "opening must be 0 to 1000" in str(refused(VoloError, Spec.parse, "engine:opening=1001"))


def moves(text: str, game: Game, seeds: int) -> list[Move]:
    found = []
    with closing(Spec.parse(text).player()) as player:
        for seed in range(seeds):
            player.begin(seed)
            found.append(player.move(game))
    return found


LATER = Game("standard-5", ["d5", "i3"])


def test_a_policy_chooses_by_the_seed_and_the_ply() -> None:
    uniform = moves("uniform", LATER, 20)
    assert len(set(uniform)) > 5
    assert moves("uniform", LATER, 20) == uniform != moves("uniform", Game(LATER.position), 20)
    wins = [
        [Position(WIN_IN_ONE).play(move).outcome() is not None for move in moves(policy, Game(WIN_IN_ONE), 20)]
        for policy in ("careful", "uniform")
    ]
    assert all(wins[0])
    assert not all(wins[1])


def test_a_player_is_the_engine_that_its_text_describes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=Engine)
    monkeypatch.setattr(players, "Engine", made)
    expected = []
    for seed in range(8):
        with Engine(hash_mb=1, seed=seed, level=1) as engine:
            expected.append(engine.play(LATER, Limit(nodes=50)).move)
    assert moves("engine:nodes=50,level=1,hash=1", LATER, 8) == expected
    # The plies of the opening are random.
    assert len(set(moves("engine:nodes=50,opening=3", LATER, 8))) > 3
    assert len(set(moves("engine:nodes=50,opening=2", LATER, 8))) == 1
    moves("engine:nodes=5,threads=2,hash=3", LATER, 8)
    calls = [each.kwargs for each in made.call_args_list]
    assert (calls[0], calls[8]) == ({"hash_mb": 1, "seed": 0, "level": 1}, {"hash_mb": 1, "seed": 7, "level": 1})
    assert (calls[10], calls[-1]) == ({"hash_mb": 16, "seed": 0}, {"hash_mb": 3, "seed": 7, "threads": 2})
    # A level limits the search itself.
    assert moves("engine:level=3", LATER, 3) == moves("engine:depth=12,level=3", LATER, 3)


def test_a_function_is_a_player() -> None:
    seen: list[Game] = []

    def first_move(game: Game) -> str:
        seen.append(game)
        move = str(game.position.legal_moves()[0])
        # The game is a copy.
        game.push(move)
        return move

    pairs = match(first_move, lambda game: game.position.legal_moves()[0], pairs=2)
    assert all(isinstance(game, Game) for game in seen)
    assert [each.game.tags["Orange"] for each in games(pairs)] == ["first_move", "<lambda>"] * 2
    assert [each.game.tags["Blue"] for each in games(pairs)] == ["<lambda>", "first_move"] * 2
    # Both players play the same moves.
    assert [pair.points for pair in pairs] == [1, 1]
    assert sum(len(each.game) - 6 for each in games(pairs)) >= len(seen) > 0


def test_the_error_of_a_function_ends_the_match() -> None:
    for returned, error, message in (
        (None, TypeError, "a player must return a volo.Move or a str, not NoneType"),
        ("z1", VoloError, "expected a space"),
        ("b1", VoloError, "illegal move b1: "),
        (volo.Move("a3", edge=5), VoloError, "edge"),
        (RuntimeError("a mistake"), RuntimeError, "a mistake"),
    ):
        ends = partial(match, Mock(side_effect=[returned]), "uniform", opening_plies=0)
        assert message in str(refused(error, ends))


def test_a_player_does_not_lose_because_its_engine_is_in_use() -> None:
    with Engine(hash_mb=1) as engine, engine.analysis("standard"):
        match = Match(lambda game: engine.play(game, Limit(nodes=9)).move, Spec.parse("uniform"), start="standard-4")
        refused(EngineBusyError, list, match.run())
    assert "a match is played once" in str(refused(EngineError, next, match.run()))


def test_openings_are_different_and_the_same_for_a_seed() -> None:
    start = Position("standard-5")
    games = list(islice(openings(start, 4, 7), 50))
    assert [game.moves for game in games] == [game.moves for game in islice(openings(start, 4, 7), 50)]
    assert games != list(islice(openings(start, 4, 8), 50))
    assert len({game.position for game in games}) == 50
    assert {len(game) for game in games} == {4}
    assert {game.outcome() for game in games} == {None}
    # There are 9 first moves, and each occurs before one occurs again.
    assert len({game.position for game in islice(openings(Position("standard-4"), 1, 7), 9)}) == 9
    # A careful player wins at once, so an opening that must not be over has no move.
    assert [len(game) for game in islice(openings(Position(WIN_IN_ONE), 1, 7), 3)] == [0, 0, 0]


def test_a_game_ends_by_the_rules_a_failure_or_its_length() -> None:
    for start, orange, blue, *ended in (
        (WIN_IN_ONE, "f5-SE1", None, Color.ORANGE, None, "1-0", "flock"),
        ("standard-4", "a3", EngineError("no {move}\n\x1b"), Color.ORANGE, "no {move}\n\x1b", "1-0", "forfeit"),
        ("standard-4", "a3", EngineTimeoutError("late"), Color.ORANGE, "late", "1-0", "time"),
        ("standard-4", EngineError("I resign"), None, Color.BLUE, "I resign", "0-1", "forfeit"),
        ("standard-4", "a3", "d5", None, None, "1/2-1/2", "adjudication"),
    ):
        opening = Game(start)
        first, second = (_FunctionPlayer(Mock(side_effect=[each])) for each in (orange, blue))
        played = play(opening, first, second, 2)
        assert [played.winner, played.failure, played.game.result, played.game.termination] == ended
        assert len(opening) == 0
        again = Game.from_record(played.game.record())
        assert (again.result, [*again.comments]) == (ended[2], [] if played.failure is None else [len(played.game)])


def test_players_exchange_colors_after_each_opening() -> None:
    expected = islice(openings(Position("standard-4"), 4, 9), 5)
    for opening, pair in zip(expected, match("careful", "uniform", pairs=5, opening_plies=4, seed=9), strict=True):
        one, other = (played.game for played in pair.games)
        assert one.moves[:4] == other.moves[:4] == opening.moves
        assert one.moves != other.moves
        assert [one.tags[name] for name in ("Orange", "Blue", "Round")] == ["careful", "uniform", f"{pair.number}.1"]
        assert [other.tags[name] for name in ("Orange", "Blue", "Round")] == ["uniform", "careful", f"{pair.number}.2"]
        points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
        assert pair.points == points[one.result] + 1 - points[other.result]
    strong, weak = match("engine:60", "uniform"), match("uniform", "engine:60")
    assert sum(pair.points for pair in strong) > 5 > 1 > sum(pair.points for pair in weak)


def test_games_do_not_depend_on_the_number_played_at_once() -> None:
    texts = ("engine:depth=2", "engine:nodes=60")
    expected = games(match(*texts, pairs=3, seed=3))
    assert games(match(*texts, pairs=3, seed=3, concurrency=3)) == expected
    assert games(match(*texts, pairs=2, seed=3)) == expected[:4]
    assert games(match(*texts, pairs=2, seed=4)) != expected[:4]


def test_an_engine_that_is_another_program_plays_as_ours_does() -> None:
    theirs, ours = (match(text, "uniform", Limit(nodes=30), pairs=2, concurrency=2) for text in (OURS, "engine"))
    assert games(theirs) == games(ours)


def test_the_engine_of_the_documentation_plays_matches() -> None:
    engine = shlex.join([sys.executable, str(ROOT / "docs/examples/ugi_engine.py")])
    pairs = match(f"ugi:{engine}", "uniform", Limit(depth=1))
    assert all(played.failure is None for played in games(pairs))
    assert sum(pair.points for pair in pairs) > 3


def test_a_program_that_fails_loses_and_is_started_again() -> None:
    for go in ("say('bestmove a1')", "sys.exit(1)"):
        pairs = match(f"ugi:{shlex.join(command(on('go', go)))}", "uniform", Limit(depth=1), pairs=2)
        assert [pair.points for pair in pairs] == [0, 0]
        assert [each.game.termination for each in games(pairs)] == ["forfeit"] * 4


def test_a_program_has_the_seconds_to_start_that_its_text_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Mock()
    program.popen.side_effect = EngineTimeoutError("late")
    monkeypatch.setattr(players, "UgiEngine", program)
    refused(EngineTimeoutError, match, "ugi,timeout=0.2:./engine -x", "uniform", Limit(depth=1))
    program.popen.assert_called_once_with("./engine -x", timeout=0.2)


def test_the_collector_may_end_a_match_in_a_thread_of_its_own() -> None:
    is_forgotten, is_collected = Event(), Event()
    begun: list[Game] = []

    def collects(game: Game) -> Move:
        begun.extend([game] if len(game) < 2 else [])
        # The first pair is read. The iterator is forgotten during the second one.
        if len(begun) > 2 and not is_collected.is_set():
            assert is_forgotten.wait(PATIENCE)
            gc.collect()
            is_collected.set()
        return game.position.legal_moves()[0]

    played: list[Any] = [Match(collects, Spec.parse("uniform"), start="standard-4", opening_plies=0).run()]
    next(played[0])
    played.append(played)
    gc.disable()
    try:
        del played
        is_forgotten.set()
        assert is_collected.wait(PATIENCE)
    finally:
        gc.enable()


def test_numbers_out_of_range_are_refused() -> None:
    less: dict[str, Any] = {"pairs": 0, "seed": -1, "opening_plies": -1, "max_plies": 0, "concurrency": 0}
    for name, value in [*less.items(), ("concurrency", 257)]:
        assert f"{name} must be" in str(refused(VoloError, partial(match, "uniform", "uniform", **{name: value})))


# Clocks


def test_time_controls_are_read_and_written() -> None:
    for written, seconds, increment in (("10+0.1", 10, 0.1), ("60", 60, 0), ("100000.125+30", 100000.125, 30)):
        control = TimeControl.parse(written)
        assert (control.seconds, control.increment, str(control)) == (seconds, increment, written)
    assert str(TimeControl.parse("0.5+0")) == "0.5"
    assert str(TimeControl.parse("0.001")) == "0.001"


def test_malformed_clocks_are_refused() -> None:
    message = "a clock must be SECONDS or SECONDS+INCREMENT, as in 10+0.1, not '"
    for text in ("", "10+", "+1", "10+0.1+2", "-1", "1e3", "nan", "1:00", "10 + 1", ".5", "5.", "\u0661", "9" * 10_000):
        for read in (partial(TimeControl.parse, text), partial(match, "uniform", "uniform", clock=text)):
            problem = str(refused(VoloError, read))
            assert problem.startswith(message)
            assert len(problem) < 200
    for text in ("0", "0+1", "0.0"):
        assert "more than 0 seconds" in str(refused(VoloError, TimeControl.parse, text))
    for number in (-1.0, float("nan"), float("inf"), 1e10):
        assert "seconds must be 0 to" in str(refused(VoloError, TimeControl, number))
        assert "increment must be 0 to" in str(refused(VoloError, TimeControl, 1, number))
    for wrong in ("1", None, True):
        assert "seconds must be a number" in str(refused(TypeError, TimeControl, wrong))
    problem = str(refused(TypeError, partial(match, "uniform", "uniform", clock=10)))
    assert "clock must be a TimeControl or a str" in problem


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
    played = games(match("engine", "engine:depth=3,time=9", pairs=1, clock="600+2"))
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
    played = games(match(text, text, start="standard", clock="500+100", opening_plies=0, pairs=2, seed=3))
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


# It moves when its clock of a second has run out.
LATE = "ugi:" + shlex.join(command("if command == 'go':\n    time.sleep(1.05)"))


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
