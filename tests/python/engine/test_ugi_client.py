"""Engines that are other programs: ours, and small ones that misbehave."""

from __future__ import annotations

import gc
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, current_thread
from time import sleep
from unittest.mock import patch

import pytest

import volo
from support.engines import refused
from support.fake_engine import command, fake, on
from support.pictures import OVER, WIN_IN_ONE
from support.process import PATIENCE
from volo import (
    EngineBusyError,
    EngineClosedError,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Game,
    Position,
    VoloError,
)
from volo.engine import Analysis, Engine, Limit, Score, UgiEngine
from volo.engine.ugi.client import UgiSearch
from volo.engine.ugi.process import Exchange
from volo.engine.ugi.protocol import UgiOption

OURS = [sys.executable, "-m", "volo", "engine"]
SLEEP = "time.sleep(600)"
ONE = Limit(depth=1)

needs_posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(is_done: Callable[[], bool]) -> None:
    while not is_done():
        sleep(0.01)


def test_our_engine_through_the_protocol_answers_as_it_does_directly() -> None:
    game, depth = Game("standard-5", ["d5", "i3"]), Limit(depth=2)

    def answers(engine: Engine | UgiEngine, limit: Limit, lines: int) -> list[tuple[object, ...]]:
        infos = engine.analyse(game, limit, lines)
        assert len(infos) == lines
        return [(info.score.points, info.pv, info.depth, info.nodes, info.multipv) for info in infos]

    with UgiEngine.popen(OURS) as other, Engine(hash_mb=1, seed=4, level=6) as own:
        assert (other.name, other.author) == (f"volo {volo.__version__}", "The volo authors")
        other.configure({"Hash": 1, "seed": 4, "Level": 6})
        for limit, lines in ((depth, 1), (Limit(nodes=2000), 1), (depth, 3), (depth, 1)):
            assert answers(other, limit, lines) == answers(own, limit, lines)
        other.clear()
        own.clear()
        result, expected = other.play(game, Limit(depth=3)), own.play(game, Limit(depth=3))
        assert (result.move, result.ponder) == (expected.move, expected.ponder)
        other.configure({"MultiPV": 2, "ponder": False})
        assert len(other.analyse(game, depth)) == 1
        won = other.play(WIN_IN_ONE, Limit(orange_clock=5, blue_clock=5)).info
        assert won is not None
        assert won.score == Score.win(1)
        assert other.play("standard-4", depth).ponder is None


def test_options_are_read_and_checked() -> None:
    with UgiEngine.popen(OURS) as engine:
        assert engine.options["Level"].most == 12
        for name, value, message in (
            ("Book", "x", "has no option 'Book'"),
            ("Hash", 0, "must be 1 to"),
            ("Hash", "x", "must be a number"),
            ("Ponder", 1, "must be True or False"),
            ("Rules", "a\nquit", "printable"),
            ("Rules", "x" * 2000, "at most 1000"),
        ):
            assert message in str(refused(VoloError, engine.configure, {name: value}))
        assert " reports: unknown rule set" in str(refused(EngineError, engine.configure, {"Rules": "nonsense"}))
    long = "option name X type string default" + " x" * 10_000
    for wrong in ("option", "option name", "option name X", "option name type check", long):
        assert "option" in str(refused(EngineError, UgiOption.parse, wrong))


def test_an_engine_whose_lines_are_untidy() -> None:
    lines = rb"\xef\xbb\xbfid\tname \tM\xc3\xbcller 1\r\n\xff\xfe\r\n\t option\tname Clear Hash type  button\nugiok \n"
    with fake(on("ugi", f"sys.stdout.buffer.write(b'{lines.decode()}'); sys.stdout.flush()")) as engine:
        assert (engine.name, engine.author) == ("M\u00fcller 1", "")
        engine.configure({"clear hash": None})
        assert "Clear Hash is a button" in str(refused(VoloError, engine.configure, {"Clear Hash": True}))


def test_what_cannot_be_searched_is_refused() -> None:
    with fake() as engine:
        assert (engine.name, engine.author, engine.options) == ("Fake", "Nobody", {})
        refused(TypeError, engine.play, None, ONE)
        refused(TypeError, engine.play, "standard", None)
        assert "the game is over" in str(refused(VoloError, engine.play, OVER, ONE))
        assert "has no option MultiPV" in str(refused(VoloError, engine.analyse, "standard", ONE, 2))
    start, later = Position(), Position("standard-4").play("a3")
    with fake(on("position", "say('info string error: ' + line)")) as engine:
        for game, *words in (
            (Game(), start.fen()),
            (Game("standard", ["c5"]), start.fen(), "moves c5"),
            (Game(later, ["d5"]), later.fen(), "moves d5"),
        ):
            message = str(refused(EngineError, engine.play, game, ONE))
            assert message == f"the engine Fake reports: position fen {' '.join(words)}"


def test_reports_may_have_anything() -> None:
    lines = [
        *("", "hello", "info", "info depth", "info depth x score cp", "info score cp 5 pv nonsense c5"),
        *("info string score cp 7", "info multipv 9 score cp 8 pv c5", "info depth 4 seldepth 1 score cp 9 pv c9"),
        *("info depth 4 multipv 1 currmove c9 score cp 30 nodes 7 time 250 pv c5 c9 x9", "info nodes 9 time 300"),
    ]
    for reply, ponder in (("c9", "c9"), ("x9", "None"), ("", "None")):
        with fake(on("go", f"say(*{lines}, 'bestmove c5 ponder {reply}')")) as engine:
            analysis = engine.analysis("standard", ONE)
            assert [info.score.points for info in analysis] == [5, 9, 30]
            result = engine.play("standard", ONE)
        assert (str(result.move), str(result.ponder)) == ("c5", ponder)
        assert (info := result.info) is not None
        assert (info.score.points, info.depth, info.nodes, info.time) == (30, 4, 9, 0.3)
        assert [*map(str, info.pv)] == ["c5", "c9"]
    with fake(on("go", "say('info score cp 5 pv c5', 'bestmove c9')")) as engine:
        assert engine.play("standard", ONE).info is None, "the report is about another move"


def test_garbage_in_place_of_a_move_is_an_error() -> None:
    cannot = "played a move that cannot be played"
    for line, message in (
        *((f"b'bestmove {move}'", cannot) for move in ("b3", "", r"\xff", r"\x1b[31m")),
        ("b'bestmove ' + b'x' * 5000", cannot),
        ("b'x' * 3_000_000", "wrote a line of more than 65536 bytes"),
    ):
        with fake(on("go", f"sys.stdout.buffer.write({line} + b'\\n'); sys.stdout.flush()")) as engine:
            problem = str(refused(EngineError, engine.play, "standard", ONE))
        assert problem.startswith(f"the engine Fake {message}")
        assert problem.isprintable()
        assert len(problem) < 400


def test_an_engine_that_does_not_start() -> None:
    for behavior, error, message in (
        ("raise SystemExit(3)", EngineTerminatedError, "status 3"),
        (on("ugi", "say('id name X'); raise SystemExit(0)"), EngineTerminatedError, "status 0"),
        (on("ugi", "\n    while True: print('id name X')"), EngineError, "1000 lines without ugiok"),
        (on("ugi", "say('option nonsense', 'ugiok')"), EngineError, "expected an option with a name and a type"),
        (SLEEP, EngineTimeoutError, "did not answer in time"),
    ):
        start = partial(fake, behavior, timeout=0.3 if behavior == SLEEP else 10)
        assert message in str(refused(error, start))


@needs_posix
def test_an_engine_that_fails_later() -> None:
    late, deep = "did not answer in time", on("go", "say('info string error: too deep')")
    endless = on("go", "\n    while True: print('info score cp 1 pv c5')")
    for behavior, limit, timeout, error, message in (
        (on("go", "raise SystemExit(3)"), ONE, 100, EngineTerminatedError, "has ended with status 3"),
        (on("position", f"os.close(1); {SLEEP}"), ONE, 100, EngineTerminatedError, "has ended with status -9"),
        *((on("position", SLEEP), limit, 0.3, EngineTimeoutError, late) for limit in (ONE, Limit(time=0.1))),
        (on("go", SLEEP), Limit(nodes=9), 0.3, EngineTimeoutError, late),
        (on("go", SLEEP), Limit(nodes=9, orange_clock=0.1), 0.3, EngineTimeoutError, late),
        (endless, Limit(nodes=9, time=0.1), 0.3, EngineTimeoutError, late),
        # A best move may or may not follow.
        (deep, Limit(), 0.3, EngineError, "reports: too deep"),
    ):
        with fake(behavior) as engine:
            engine._timeout = timeout
            # These do not fit into the pipe if the engine does not read.
            engine._program.unsent.put(lambda: "position" + "\n".join(["x" * 10_000] * 1000))
            assert f"the engine Fake {message}" in str(refused(error, engine.play, "standard", limit))
            assert not is_running(engine.pid)
            refused(EngineTerminatedError, engine.play, "standard", ONE)


@pytest.mark.parametrize("wait", [Analysis.wait, Analysis.close, lambda analysis: wait_for(lambda: analysis.is_over)])
def test_an_analysis_of_an_engine_that_hangs_ends_however_one_waits(wait: Callable[[Analysis], object]) -> None:
    with fake(on("go", SLEEP)) as engine:
        engine._timeout = 0.3
        analysis = engine.analysis("standard")
        assert analysis.get(0.01) is None
        analysis.stop()
        with suppress(EngineTimeoutError):
            wait(analysis)
        refused(EngineTimeoutError, analysis.get)


@needs_posix
def test_an_engine_that_does_not_quit_is_killed_also_if_a_shell_has_started_it() -> None:
    hung = shlex.join(command(on("go", "say('info score cp 5')") + "\n" + on("quit", SLEEP)))
    engine = UgiEngine.popen(["sh", "-c", f"{hung}; true"])
    analysis = engine.analysis("standard-4")
    assert analysis.get() is not None
    engine.close()
    assert not is_running(engine.pid)
    wait_for(lambda: not engine._program.reader.is_alive())
    engine.close()
    refused(EngineClosedError, analysis.wait)
    assert "the engine Fake is closed" in str(refused(EngineClosedError, engine.play, "standard", ONE))


def test_commands_that_cannot_be_run(tmp_path: Path) -> None:
    for wrong in ("   ", "'half", [], [""], "a\0b"):
        assert "the command of an engine" in str(refused(EngineError, UgiEngine.popen, wrong))
    assert "nowhere" in str(refused(FileNotFoundError, UgiEngine.popen, ["nowhere/engine"]))
    refused(PermissionError, UgiEngine.popen, [str(tmp_path)])
    assert "timeout must be" in str(refused(VoloError, partial(UgiEngine.popen, OURS, timeout=-1)))


@needs_posix
def test_a_forgotten_engine_ends() -> None:
    engine = fake()
    pid = engine.pid
    engine.play("standard", ONE)
    analysis = engine.analysis("standard", ONE)
    del engine
    assert analysis.wait() == []
    gc.collect()
    wait_for(lambda: not is_running(pid))


def test_the_collector_may_run_in_the_thread_that_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends what is forgotten, which needs this thread."""
    is_forgotten, is_collected = Event(), Event()
    hear = UgiSearch.hear

    def collect_and_hear(search: UgiSearch, words: list[str]) -> None:
        if current_thread() is engine._program.reader and not is_collected.is_set():
            assert is_forgotten.wait(PATIENCE)
            gc.collect()
            is_collected.set()
        hear(search, words)

    def reports() -> Iterator[object]:
        with engine.analysis("standard") as analysis:
            yield [fake(on("position", SLEEP)), analysis]

    info = "info score cp 5"
    with fake(on("go", f"say({info!r})") + "\n" + on("stop", f"say({info!r}, 'bestmove c5')")) as engine:
        monkeypatch.setattr(UgiSearch, "hear", collect_and_hear)
        generator = reports()
        cycle: list[object] = [generator, next(generator)]
        cycle.append(cycle)
        del generator, cycle
        is_forgotten.set()
        assert is_collected.wait(PATIENCE)
        with engine.analysis("standard") as analysis:
            assert next(analysis).score == Score.from_points(5)


def interrupt(work: Callable[[], object]) -> None:
    """Call a function, and interrupt its first wait as Ctrl-C does."""
    with patch.object(Exchange, "wait_until_over", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        work()


# An engine that refuses values and positions for three lines, and searches until it is told to stop.
REFUSES = """
if command == 'ugi':
    say('option name MultiPV type spin default 1 min 1 max 9', 'option name Book type string')
if command == 'setoption' and line.split()[-1] == '3' or 'Book' in line:
    say('info string error: ' + line.split()[-1])
if command == 'stop':
    say('bestmove c5')
return command == 'go'"""


def test_a_command_after_one_that_was_interrupted_or_refused() -> None:
    with fake(REFUSES) as engine:
        for _ in range(3):
            interrupt(lambda: engine.play("standard", ONE))
            interrupt(lambda: engine.configure({"Book": "first"}))
        assert "reports: second" in str(refused(EngineError, engine.configure, {"Book": "second"}))
        assert "reports: 3" in str(refused(EngineError, engine.analyse, "standard", ONE, 3))
        analysis = engine.analysis("standard")
        refused(EngineBusyError, engine.clear)
        analysis.stop()
        engine.clear()
        assert analysis.is_over, "the command has waited for the end of the search"
