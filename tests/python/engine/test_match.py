"""Matches: players, openings and games."""

from __future__ import annotations

import gc
import shlex
import sys
from itertools import islice
from threading import Event
from time import monotonic
from typing import Any

import pytest

import volo
from support.fake_engine import command
from support.pictures import WIN_IN_ONE
from support.process import PATIENCE
from volo import Color, EngineBusyError, EngineError, EngineTimeoutError, Game, Move, Position, VoloError
from volo.engine import Engine, Limit
from volo.engine.local import RANGES
from volo.engine.match import Match, Pair, Spec
from volo.engine.match.game import play
from volo.engine.match.players import _PolicyPlayer
from volo.engine.match.runner import openings

OURS = f"ugi:{sys.executable} -m volo engine"


def match(first: str, second: str, **arguments: Any) -> list[Pair]:
    arguments = {"start": "standard-4", "pairs": 3, **arguments}
    return list(Match(Spec.parse(first), Spec.parse(second), **arguments).run())


def records(pairs: list[Pair]) -> list[str]:
    return [played.game.record() for pair in pairs for played in pair.games]


# Players


def test_players_are_read() -> None:
    spec = Spec.parse("engine:time=0.5,threads=2,hash=64")
    assert (spec.kind, spec.name, spec.limit, spec.options) == (
        "engine",
        "engine",
        Limit(time=0.5),
        {"threads": 2, "hash_mb": 64},
    )
    assert Spec.parse("engine:1500").limit == Spec.parse("engine:nodes=1500").limit == Limit(nodes=1500)
    assert Spec.parse("engine").limit is None
    assert Spec.parse("engine").limited(Limit(depth=2)).limit == Limit(depth=2)
    assert Spec.parse("engine:depth=1").limited(Limit(depth=2)).limit == Limit(depth=1)
    assert Spec.parse("uniform").limited(None).limit is None
    other = Spec.parse("ugi:./engine --option=a:b")
    assert (other.name, other.timeout) == ("./engine --option=a:b", 10)
    patient = Spec.parse("ugi,timeout=60.5:./engine -x").limited(Limit(depth=2))
    assert (patient.name, patient.timeout, patient.limit) == ("./engine -x", 60.5, Limit(depth=2))
    for wrong in ("ugi,timeout=:e", "ugi,timeout=-1:e", "ugi,timeout=1e3:e"):
        with pytest.raises(VoloError, match="expected a number of seconds after timeout="):
            Spec.parse(wrong)
    for wrong in ("ugi,timeout=5", "ugi,timeout=5:", "ugi,nodes=5:e", "engine,timeout=5:e", "uniform,timeout=5:e"):
        with pytest.raises(VoloError, match="unknown player"):
            Spec.parse(wrong)


@pytest.mark.parametrize("name", RANGES)
def test_texts_are_checked_as_the_engine_checks_its_arguments(name: str) -> None:
    setting = name.removesuffix("_mb")
    least, most = RANGES[name]
    assert Spec.parse(f"engine:{setting}={most}").options == {name: most}
    for value in (least - 1, most + 1):
        with pytest.raises(VoloError, match=f"^{name} must be {least} to {most}"):
            Engine(**{name: value})
        with pytest.raises(VoloError, match=f"^{setting} must be {least} to {most}"):
            Spec.parse(f"engine:{setting}={value}")


def test_the_careful_player_wins_at_once() -> None:
    position = Position(WIN_IN_ONE)
    player = _PolicyPlayer("careful")
    for seed in range(20):
        player.begin(seed)
        assert position.play(player.move(Game(position))).outcome() is not None


def test_a_function_is_a_player() -> None:
    seen: list[Game] = []

    def first_move(game: Game) -> str:
        seen.append(game)
        move = str(game.position.legal_moves()[0])
        # The game is a copy.
        game.push(move)
        return move

    pairs = list(Match(first_move, lambda game: game.position.legal_moves()[0], start="standard-4", pairs=2).run())
    assert all(isinstance(game, Game) for game in seen)
    assert {pair.games[0].game.tags["Orange"] for pair in pairs} == {"first_move"}
    assert {pair.games[0].game.tags["Blue"] for pair in pairs} == {"<lambda>"}
    # Both players play the same moves.
    assert [pair.points for pair in pairs] == [1, 1]
    assert sum(len(played.game) - 6 for pair in pairs for played in pair.games) >= len(seen) > 0


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        (None, "a player must return a volo.Move or a str, not NoneType"),
        (5, "a player must return a volo.Move or a str, not int"),
        ("z1", "expected a space"),
        ("b1", r"illegal move b1: .*\[R6\]"),
        (volo.Move("a3", edge=5), "edge"),
        (RuntimeError("a mistake"), "a mistake"),
    ],
)
def test_the_error_of_a_function_ends_the_match(returned: Any, error: str) -> None:
    def player(game: Game) -> Any:  # noqa: ARG001
        if isinstance(returned, Exception):
            raise returned
        return returned

    with pytest.raises((TypeError, VoloError, RuntimeError), match=error):
        list(Match(player, Spec.parse("uniform"), start="standard-4", opening_plies=0).run())


def test_a_function_that_raises_an_engine_error_loses() -> None:
    def resigns(game: Game) -> volo.Move:  # noqa: ARG001
        raise EngineError("I resign")

    (pair,) = Match(resigns, Spec.parse("uniform"), start="standard-4", pairs=1).run()
    assert (pair.points, pair.games[0].failure) == (0, "I resign")


def test_a_player_does_not_lose_because_its_engine_is_in_use() -> None:
    with Engine(hash_mb=1) as engine, engine.analysis("standard"):
        match = Match(lambda game: engine.play(game, Limit(nodes=9)).move, Spec.parse("uniform"), start="standard-4")
        with pytest.raises(EngineBusyError):
            list(match.run())
    with pytest.raises(EngineError, match="a match is played once"):
        next(match.run())


# Openings


def test_openings_are_different_and_the_same_for_a_seed() -> None:
    start = Position("standard-5")
    games = list(islice(openings(start, 4, 7), 50))
    assert [game.moves for game in games] == [game.moves for game in islice(openings(start, 4, 7), 50)]
    assert games != list(islice(openings(start, 4, 8), 50))
    assert len({game.position for game in games}) == 50
    assert {len(game) for game in games} == {4}
    assert {game.outcome() for game in games} == {None}


# Games


class Scripted:
    """A player that plays the given moves, or raises the given error."""

    def __init__(self, *moves: str | Exception) -> None:
        self.moves = list(moves)

    def begin(self, seed: int) -> None:
        pass

    def move(self, game: Game, clocks: Limit | None = None) -> volo.Move:  # noqa: ARG002
        move = self.moves.pop(0)
        if isinstance(move, Exception):
            raise move
        return game.position.parse_move(move)

    def close(self) -> None:
        pass


def test_a_game_ends_by_the_rules() -> None:
    start = Game(WIN_IN_ONE)
    (winning, *_) = [move for move in start.position.legal_moves() if start.position.play(move).outcome()]
    played = play(start, Scripted(str(winning)), Scripted(), 10)
    assert (played.winner, played.failure, played.game.termination) == (Color.ORANGE, None, "flock")
    assert len(start) == 0


@pytest.mark.parametrize(
    ("error", "termination"),
    [(EngineError("no {move}\n\x1b"), "forfeit"), (EngineTimeoutError("late"), "time")],
)
def test_a_player_that_fails_loses(error: Exception, termination: str) -> None:
    played = play(Game("standard-4"), Scripted("a3"), Scripted(error), 10)
    assert (played.winner, played.failure) == (Color.ORANGE, str(error))
    assert (played.game.result, played.game.termination) == ("1-0", termination)
    assert Game.from_record(played.game.record()).comments


def test_a_long_game_is_a_draw() -> None:
    played = play(Game("standard-4"), Scripted("a3"), Scripted("d5"), 2)
    assert (played.winner, played.failure, len(played.game)) == (None, None, 2)
    assert (played.game.result, played.game.termination) == ("1/2-1/2", "adjudication")
    assert Game.from_record(played.game.record()).result == "1/2-1/2"


# Matches


def test_players_exchange_colors_after_each_opening() -> None:
    for pair in match("careful", "uniform", pairs=5, opening_plies=4):
        one, other = (played.game for played in pair.games)
        assert one.moves[:4] == other.moves[:4]
        assert one.moves != other.moves
        assert (one.tags["Orange"], one.tags["Blue"]) == ("careful", "uniform")
        assert (other.tags["Orange"], other.tags["Blue"]) == ("uniform", "careful")
        assert (one.tags["Round"], other.tags["Round"]) == (f"{pair.number}.1", f"{pair.number}.2")
        points = [
            0.5 if played.winner is None else float(played.winner is side)
            for played, side in zip(pair.games, Color, strict=True)
        ]
        assert pair.points == sum(points)


def test_games_do_not_depend_on_the_number_played_at_once() -> None:
    players = ("engine:depth=2", "engine:nodes=60")
    expected = records(match(*players, pairs=6, seed=3))
    assert records(match(*players, pairs=6, seed=3, concurrency=3)) == expected
    assert records(match(*players, pairs=6, seed=4)) != expected
    assert records(match(*players, pairs=4, seed=3)) == expected[:8]


def test_an_engine_that_is_another_program_plays_a_match() -> None:
    spec = Spec.parse(OURS).limited(Limit(nodes=30))
    played = list(Match(spec, Spec.parse("uniform"), start="standard-4", pairs=2, concurrency=2).run())
    assert len(played) == 2
    assert all(each.failure is None for pair in played for each in pair.games)


@pytest.mark.parametrize("go", ["say('bestmove a1')", "sys.exit(1)"])
def test_a_program_that_fails_loses_and_is_started_again(go: str) -> None:
    program = shlex.join(command(f"if command == 'go':\n    {go}\n    return True"))
    spec = Spec.parse(f"ugi:{program}").limited(Limit(depth=1))
    played = list(Match(spec, Spec.parse("uniform"), start="standard-4", pairs=2).run())
    assert [pair.points for pair in played] == [0, 0]
    assert all(each.failure for pair in played for each in pair.games)
    assert {each.game.termination for pair in played for each in pair.games} == {"forfeit"}


def test_a_program_has_the_seconds_to_start_that_its_text_gives() -> None:
    spec = Spec.parse(f"ugi,timeout=0.2:{sys.executable} -c 'import time; time.sleep(600)'").limited(Limit(depth=1))
    with pytest.raises(EngineTimeoutError, match="did not answer in time"):
        list(Match(spec, Spec.parse("uniform")).run())


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


@pytest.mark.parametrize(
    ("name", "number"),
    [("pairs", 0), ("seed", -1), ("opening_plies", -1), ("max_plies", 0), ("concurrency", 0), ("concurrency", 257)],
)
def test_numbers_out_of_range_are_refused(name: str, number: int) -> None:
    with pytest.raises(VoloError, match=f"{name} must be"):
        match("uniform", "uniform", **{name: number})
