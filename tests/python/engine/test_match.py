"""Matches: players, openings and games."""

from __future__ import annotations

import gc
import shlex
import sys
from contextlib import closing
from dataclasses import replace
from itertools import islice
from threading import Event
from time import monotonic
from typing import Any
from unittest.mock import Mock

import pytest

import volo
from support.fake_engine import command, on
from support.pictures import WIN_IN_ONE
from support.process import PATIENCE
from volo import Color, EngineBusyError, EngineError, EngineTimeoutError, Game, Move, Position, VoloError
from volo.engine import Engine, Limit
from volo.engine.local import RANGES
from volo.engine.match import Match, Pair, Spec, players
from volo.engine.match.game import play
from volo.engine.match.players import MoveFunction, _FunctionPlayer
from volo.engine.match.runner import openings

OURS = f"ugi:{sys.executable} -m volo engine"


def match(
    first: str | MoveFunction, second: str | MoveFunction, limit: Limit | None = None, **arguments: Any
) -> list[Pair]:
    specs = (Spec.parse(player) if isinstance(player, str) else Spec.of(player) for player in (first, second))
    arguments = {"start": "standard-4", "pairs": 3, **arguments}
    return list(Match(*(spec.limited(limit) if limit else spec for spec in specs), **arguments).run())


def games(pairs: list[Pair]) -> list[Game]:
    return [played.game for pair in pairs for played in pair.games]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("engine", {"kind": "engine", "name": "engine", "limit": None, "opening": 0}),
        ("engine:1500", {"limit": Limit(nodes=1500), "options": {}}),
        ("engine:depth=1,time=0.5,opening=3", {"limit": Limit(depth=1, time=0.5), "opening": 3}),
        ("engine:threads=2,hash=64,level=3", {"limit": None, "options": {"threads": 2, "hash_mb": 64, "level": 3}}),
        ("careful", {"kind": "policy", "name": "careful", "limit": None}),
        ("ugi:./engine --option=a:b", {"kind": "ugi", "name": "./engine --option=a:b", "timeout": 10}),
        ("ugi,timeout=60.5:./engine -x", {"name": "./engine -x", "timeout": 60.5}),
    ],
)
def test_players_are_read(text: str, fields: dict[str, Any]) -> None:
    spec = Spec.parse(text)
    assert {name: getattr(spec, name) for name in fields} == fields
    limited = spec.limited(Limit(depth=2))
    assert limited == replace(spec, limit=spec.limit if spec.limit or spec.kind == "policy" else Limit(depth=2))


def test_players_are_refused() -> None:
    for seconds in ("", "-1", "1e3"):
        with pytest.raises(VoloError, match="expected a number of seconds after timeout="):
            Spec.parse(f"ugi,timeout={seconds}:e")
    for text in ("ugi,timeout=5", "ugi,timeout=5:", "ugi,nodes=5:e"):
        with pytest.raises(VoloError, match="unknown player"):
            Spec.parse(text)
    # Texts are checked as the engine checks its arguments.
    for name, (least, most) in RANGES.items():
        setting = name.removesuffix("_mb")
        assert Spec.parse(f"engine:{setting}={most}").options == {name: most}
        for value in (least - 1, most + 1):
            with pytest.raises(VoloError, match=f"^{name} must be {least} to {most}"):
                Engine(**{name: value})
            with pytest.raises(VoloError, match=f"^{setting} must be {least} to {most}"):
                Spec.parse(f"engine:{setting}={value}")
    with pytest.raises(VoloError, match="opening must be 0 to 1000"):
        Spec.parse("engine:opening=1001")


def moves(text: str, game: Game, seeds: int) -> list[Move]:
    """What a player plays with each seed."""
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
    assert [game.tags["Orange"] for game in games(pairs)] == ["first_move", "<lambda>"] * 2
    assert [game.tags["Blue"] for game in games(pairs)] == ["<lambda>", "first_move"] * 2
    # Both players play the same moves.
    assert [pair.points for pair in pairs] == [1, 1]
    assert sum(len(game) - 6 for game in games(pairs)) >= len(seen) > 0


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        (None, "a player must return a volo.Move or a str, not NoneType"),
        ("z1", "expected a space"),
        ("b1", r"illegal move b1: .*\[R6\]"),
        (volo.Move("a3", edge=5), "edge"),
        (RuntimeError("a mistake"), "a mistake"),
    ],
)
def test_the_error_of_a_function_ends_the_match(returned: Any, error: str) -> None:
    with pytest.raises((TypeError, VoloError, RuntimeError), match=error):
        match(Mock(side_effect=[returned]), "uniform", opening_plies=0)


def test_a_player_does_not_lose_because_its_engine_is_in_use() -> None:
    with Engine(hash_mb=1) as engine, engine.analysis("standard"):
        match = Match(lambda game: engine.play(game, Limit(nodes=9)).move, Spec.parse("uniform"), start="standard-4")
        with pytest.raises(EngineBusyError):
            list(match.run())
    with pytest.raises(EngineError, match="a match is played once"):
        next(match.run())


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


@pytest.mark.parametrize(
    ("start", "orange", "blue", "ended"),
    [
        (WIN_IN_ONE, "f5-SE1", None, (Color.ORANGE, None, "1-0", "flock")),
        ("standard-4", "a3", EngineError("no {move}\n\x1b"), (Color.ORANGE, "no {move}\n\x1b", "1-0", "forfeit")),
        ("standard-4", "a3", EngineTimeoutError("late"), (Color.ORANGE, "late", "1-0", "time")),
        ("standard-4", EngineError("I resign"), None, (Color.BLUE, "I resign", "0-1", "forfeit")),
        ("standard-4", "a3", "d5", (None, None, "1/2-1/2", "adjudication")),
    ],
)
def test_a_game_ends_by_the_rules_a_failure_or_its_length(
    start: str, orange: Any, blue: Any, ended: tuple[Color | None, str | None, str, str]
) -> None:
    opening = Game(start)
    first, second = (_FunctionPlayer(Mock(side_effect=[each])) for each in (orange, blue))
    played = play(opening, first, second, 2)
    assert (played.winner, played.failure, played.game.result, played.game.termination) == ended
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


@pytest.mark.parametrize("go", ["say('bestmove a1')", "sys.exit(1)"])
def test_a_program_that_fails_loses_and_is_started_again(go: str) -> None:
    pairs = match(f"ugi:{shlex.join(command(on('go', go)))}", "uniform", Limit(depth=1), pairs=2)
    assert [pair.points for pair in pairs] == [0, 0]
    assert [game.termination for game in games(pairs)] == ["forfeit"] * 4


def test_a_program_has_the_seconds_to_start_that_its_text_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Mock()
    program.popen.side_effect = EngineTimeoutError("late")
    monkeypatch.setattr(players, "UgiEngine", program)
    with pytest.raises(EngineTimeoutError, match="late"):
        match("ugi,timeout=0.2:./engine -x", "uniform", Limit(depth=1))
    program.popen.assert_called_once_with("./engine -x", timeout=0.2)


def test_a_match_that_is_left_early_stops_soon() -> None:
    other = Spec.parse("uniform")
    run = Match(other, other, start="standard", pairs=10**6, concurrency=2).run()
    next(run)
    began = monotonic()
    run.close()
    assert monotonic() - began < PATIENCE


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
    less = {"pairs": 0, "seed": -1, "opening_plies": -1, "max_plies": 0, "concurrency": 0}
    for name, value in [*less.items(), ("concurrency", 257)]:
        with pytest.raises(VoloError, match=f"{name} must be"):
            match("uniform", "uniform", **{name: value})
