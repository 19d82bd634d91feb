"""Engines that are other programs: ours, and small ones that misbehave."""

from __future__ import annotations

import gc
import io
import os
import shlex
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event, current_thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

import volo
from support.engines import refused
from support.fake_engine import command, fake, on
from support.pictures import OVER, WIN_IN_ONE
from support.process import PATIENCE
from volo import EngineClosedError, EngineError, EngineTerminatedError, EngineTimeoutError, Game, Position, VoloError
from volo.engine import Analysis, Engine, Info, Limit, Score, UgiEngine
from volo.engine.ugi.process import _Reader
from volo.engine.ugi.protocol import UgiOption
from volo.engine.ugi.search import Reports, UgiSearch

OURS = [sys.executable, "-m", "volo", "engine"]
SLEEP = "time.sleep(600)"
ONE = Limit(depth=1)

needs_posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")


def is_running(pid: int) -> bool:
    """Whether a process exists, also as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def plays(engine: UgiEngine) -> str:
    """The move that an engine plays at the start."""
    return str(engine.play("standard", ONE).move)


def fields(infos: list[Info]) -> list[tuple[object, ...]]:
    return [(info.score.points, info.pv, info.depth, info.nodes, info.multipv) for info in infos]


def test_our_engine_through_the_protocol_answers_as_it_does_directly() -> None:
    game, depth = Game("standard-5", ["d5", "i3"]), Limit(depth=2)
    with UgiEngine.popen(OURS) as other, Engine(hash_mb=1, seed=4, level=6) as own:
        assert (other.name, other.author) == (f"volo {volo.__version__}", "The volo authors")
        other.configure({"Hash": 1, "seed": 4, "Level": 6})
        for limit, lines in ((depth, 1), (Limit(nodes=2000), 1), (depth, 3), (depth, 1)):
            infos = other.analyse(game, limit, lines)
            assert fields(infos) == fields(own.analyse(game, limit, lines))
            assert len(infos) == lines
        other.clear()
        own.clear()
        result, expected = other.play(game, Limit(depth=3)), own.play(game, Limit(depth=3))
        assert (result.move, result.ponder) == (expected.move, expected.ponder)
        assert result.info is not None
        assert result.info.pv[0] == result.move
        other.configure({"MultiPV": 2, "ponder": False})
        assert len(other.analyse(game, depth)) == 1
        won = other.play(WIN_IN_ONE, Limit(orange_clock=5, blue_clock=5))
        assert won.info is not None
        assert (won.info.score, won.ponder) == (Score.win(1), None)
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
    for line in ("option name Playing style type string default very solid", "option name Debug type check default "):
        assert UgiOption.parse(line).line() == line
    assert UgiOption.parse("option  name N type spin min -9 max -3").most == -3
    long = "option name X type string default" + " x" * 10_000
    for wrong in ("option", "option name", "option name X", "option type check", "option name type check", long):
        assert "option" in str(refused(EngineError, UgiOption.parse, wrong))


def test_an_engine_whose_lines_are_untidy() -> None:
    lines = rb"\xef\xbb\xbfid\tname \tM\xc3\xbcller 1\r\n\xff\xfe\r\nid author\tM\xfcller\n"
    more = rb"\t option\tname Clear Hash type  button\nugiok \n"
    with fake(on("ugi", f"sys.stdout.buffer.write(b'{(lines + more).decode()}'); sys.stdout.flush()")) as engine:
        assert (engine.name, engine.author) == ("M\u00fcller 1", "M\ufffdller")
        engine.configure({"clear hash": None})
        assert "Clear Hash is a button" in str(refused(VoloError, engine.configure, {"Clear Hash": True}))
    assert "the option N needs a value" in str(refused(VoloError, UgiOption("N", "spin").command, None))


def test_what_cannot_be_searched_is_refused() -> None:
    with fake() as engine:
        assert (engine.name, engine.author, engine.options) == ("Fake", "Nobody", {})
        refused(TypeError, engine.play, None, ONE)
        refused(TypeError, engine.play, "standard", None)
        assert "the game is over" in str(refused(VoloError, engine.play, OVER, ONE))
        assert "has no option MultiPV" in str(refused(VoloError, engine.analyse, "standard", ONE, 2))
        assert plays(engine) == "c5"


def test_the_position_is_a_fen_and_moves() -> None:
    start, later = Position(), Position("standard-4").play("a3")
    with fake(on("position", "say('info string error: ' + line)")) as engine:
        for game, *words in (
            (Game(), start.fen()),
            (Game("standard", ["c5"]), start.fen(), "moves c5"),
            (Game(later, ["d5"]), later.fen(), "moves d5"),
        ):
            message = str(refused(EngineError, engine.play, game, ONE))
            assert message == f"the engine Fake reports: position fen {' '.join(words)}"


INFOS = """
if command == "go":
    say("", "hello", "info", "info depth", "info depth x score cp", "info score cp 5 pv nonsense c5", "info string a b")
    say("info depth 4 multipv 1 currmove c9 score cp 30 nodes 7 time 250 pv c5 c9 x9", "bestmovec5 c9")
    say("info depth 9 score cp 99 lowerbound pv c9", "info depth 9 score cp 99 upperbound pv c9")
    say("info nodes 9 nps 5 time 300", " bestmove c5 ponder {ponder}")
    return True
"""


@pytest.mark.parametrize("ponder", ["c9", "x9", "b2", ""])
def test_words_that_are_not_known_are_skipped(ponder: str) -> None:
    with fake(INFOS.format(ponder=ponder)) as engine:
        result = engine.play("standard", ONE)
    assert (str(result.move), str(result.ponder)) == ("c5", "c9" if ponder == "c9" else "None")
    assert result.info is not None
    assert (result.info.score.points, result.info.depth, result.info.nodes, result.info.time) == (30, 4, 9, 0.3)
    assert [*map(str, result.info.pv)] == ["c5", "c9"]


def test_a_report_about_another_move_is_not_the_result() -> None:
    with fake(on("go", "say('info score cp 5 pv c5', 'bestmove c9')")) as engine:
        assert engine.play("standard", ONE).info is None


def test_garbage_in_place_of_a_move_is_an_error() -> None:
    cannot = "played a move that cannot be played"
    for line, message in (
        *((f"b'bestmove {move}'", cannot) for move in ("b3", "", r"\xff", r"\x1b[31m")),
        ("b'bestmove ' + b'x' * 5000", cannot),
        ("b'x' * 3_000_000", "wrote a line of more than 1048576 bytes"),
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
        (SLEEP, EngineTimeoutError, "did not answer in time"),
    ):
        start = partial(fake, behavior, timeout=0.3 if behavior == SLEEP else 10)
        assert message in str(refused(error, start))


@needs_posix
def test_an_engine_that_fails_later() -> None:
    late = "did not answer in time"
    endless = on("go", "\n    while True: print('info depth 1')")
    for behavior, timeout, error, message in (
        (on("go", "raise SystemExit(3)"), 100, EngineTerminatedError, "has ended with status 3"),
        (on("position", f"os.close(1); {SLEEP}"), 100, EngineTerminatedError, "has ended with status -9"),
        *((each, 0.3, EngineTimeoutError, late) for each in (on("position", SLEEP), on("go", SLEEP), endless)),
    ):
        with fake(behavior) as engine:
            # It has as long as it needs to start.
            engine._timeout = timeout
            began = monotonic()
            # These do not fit into the pipe if the engine does not read.
            for line in ["position", *["x" * 10_000] * 1000]:
                engine._program.send(line)
            assert f"the engine Fake {message}" in str(refused(error, engine.play, "standard", Limit(time=0.1)))
            assert monotonic() - began < 60
            assert not is_running(engine.pid)
            refused(EngineTerminatedError, engine.play, "standard", ONE)


class Endless(io.BytesIO):
    count = 0

    def readline(self, size: int | None = -1) -> bytes:  # noqa: ARG002
        self.count += 1
        return b"x" * 1_000_000 + b"\n"


def test_a_reader_keeps_few_bytes_and_the_times_of_lines() -> None:
    stream = Endless()
    reader = _Reader(stream)

    def time_at_which_a_line_waits() -> float:
        while not reader._lines:
            sleep(0.001)
        return monotonic()

    before = monotonic()
    reader.start()
    time_at_which_a_line_waits()
    assert reader.get(before) is None, "the line came after the deadline"
    assert reader.get(None)
    assert len(reader.get(time_at_which_a_line_waits()) or b"") == 1_000_001, "the line came in time, and waited"
    sleep(0.05)
    assert stream.count < 8
    reader.close()
    reader.join()


def test_little_is_kept_of_a_long_line() -> None:
    reports, moves = Reports(), "c5 c9 " * 150_000
    tracemalloc.start()
    for rank in range(10):
        reports.add(f"info multipv {rank} score cp {rank} pv {moves}")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1_000_000
    infos = reports.infos(Position())
    assert [(info.score.points, *map(str, info.pv)) for info in infos] == [(rank, "c5", "c9") for rank in range(10)]
    assert reports.infos(Position(), 2) == infos[:2]
    reports.add("info nodes 3")
    reports.add("info multipv 0 score cp 0 nodes 7")
    assert reports.infos(Position(), 1)[0].nodes == 7
    # A move is not cut to another one.
    for last, pv in (("c1", ["c1"]), ("c10", [])):
        reports.add("info multipv 0 score cp 1 pv".ljust(4_997) + " " + last)
        assert [*map(str, reports.infos(Position(), 1)[0].pv)] == pv


@needs_posix
def test_an_engine_that_does_not_quit_is_killed_also_if_a_shell_has_started_it() -> None:
    hung = shlex.join(command(on("go", "say('info score cp 5')") + "\n" + on("quit", SLEEP)))
    engine = UgiEngine.popen(["sh", "-c", f"{hung}; true"])
    analysis = engine.analysis("standard-4")
    # Nothing is left to read, so that the stream stays open as long as the program.
    assert analysis.get() is not None
    began = monotonic()
    engine.close()
    assert 0.5 < monotonic() - began < 60
    assert not is_running(engine.pid)
    # The stream ends when no process has it open.
    engine._program._connection.reader.join(PATIENCE)
    assert not engine._program._connection.reader.is_alive()
    engine.close()
    refused(EngineClosedError, analysis.wait)
    assert "the engine Fake is closed" in str(refused(EngineClosedError, engine.play, "standard", ONE))


def test_commands_that_cannot_be_run(tmp_path: Path) -> None:
    for wrong in ("   ", "'half", [], [""], "a\0b"):
        assert "the command of an engine" in str(refused(EngineError, UgiEngine.popen, wrong))
    assert "nowhere" in str(refused(FileNotFoundError, UgiEngine.popen, ["nowhere/engine"]))
    refused(PermissionError, UgiEngine.popen, [str(tmp_path)])
    for timeout in (-1, float("nan")):
        assert "timeout must be" in str(refused(VoloError, partial(UgiEngine.popen, OURS, timeout=timeout)))


@needs_posix
def test_a_forgotten_engine_ends() -> None:
    pid = fake().pid
    gc.collect()
    while is_running(pid):
        sleep(0.01)


def forget(engine: UgiEngine) -> None:
    """Forget a search of an engine, and another engine, so that only the cyclic collector finds them."""

    def reports() -> Iterator[Analysis]:
        with engine.analysis("standard") as analysis:
            yield analysis

    generator = reports()
    next(generator)
    cycle: list[Any] = [generator, fake(on("position", SLEEP))]
    cycle.append(cycle)


@pytest.mark.parametrize("thread", ["search", "reader", "writer"])
def test_the_collector_may_run_in_any_thread(thread: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends what is forgotten, in a thread that this end needs."""
    is_forgotten, is_collected = Event(), Event()

    def collecting(work: Callable[..., Any]) -> Callable[..., Any]:
        def collect_and_work(*arguments: Any) -> Any:
            current = current_thread()
            # The reader and the writer of this engine, and not of the one that is forgotten.
            is_it = current.name == "volo-ugi-search" if thread == "search" else current is getattr(connection, thread)
            if is_it and not is_collected.is_set():
                assert is_forgotten.wait(PATIENCE)
                gc.collect()
                is_collected.set()
            return work(*arguments)

        return collect_and_work

    info = "info depth 1 score cp 5 pv c5"
    endless = on("go", f"say({info!r})") + "\n" + on("stop", f"say({info!r}, 'bestmove c5')")
    with fake(endless) as engine:
        connection = engine._program._connection
        monkeypatch.setattr(UgiSearch, "add", collecting(UgiSearch.add))
        monkeypatch.setattr(_Reader, "_has_room", collecting(_Reader._has_room))
        stream = connection.writer._stream
        monkeypatch.setattr(
            connection.writer, "_stream", SimpleNamespace(write=collecting(stream.write), flush=stream.flush)
        )
        gc.disable()
        try:
            forget(engine)
            is_forgotten.set()
            assert is_collected.wait(PATIENCE)
        finally:
            gc.enable()
        with engine.analysis("standard") as analysis:
            assert str(next(analysis).pv[0]) == "c5"


def test_a_refused_search_does_not_hang() -> None:
    with fake(on("go", "say('info string error: too deep')")) as engine:
        message = str(refused(EngineError, engine.play, "standard", Limit(time=0)))
        assert message == "the engine Fake reports: too deep"
        # A best move may or may not follow.
        refused(EngineTerminatedError, engine.clear)


def interrupt(work: Callable[[], object], waiter: object, wait: str) -> None:
    """Call a function, and interrupt its first wait as Ctrl-C does."""
    with patch.object(waiter, wait, side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        work()


# An engine that refuses a position for three lines, a value, and the first of its searches when it is told to stop.
REFUSES = """
global lines, searches
if command == 'ugi':
    lines, searches = '1', 0
    say('option name MultiPV type spin default 1 min 1 max 9', 'option name Book type string')
if command == 'setoption' and 'MultiPV' in line:
    lines = line.split()[-1]
elif command == 'setoption':
    say('info string error: ' + line.split()[-1])
if command == 'position' and lines == '3':
    say('info string error: only chess')
if command == 'go' and lines != '1':
    say('info string error: MultiPV is ' + lines)
searches += command == 'go'
if command == 'stop' and searches == 1:
    say('info string error: too deep')
return command in ('go', 'stop') and searches == 1"""


def test_a_command_after_one_that_was_refused() -> None:
    with fake(REFUSES) as engine:
        interrupt(lambda: engine.play("standard", ONE), UgiSearch, "wait_until_over")
        assert plays(engine) == "c5"
        for _ in range(3):
            interrupt(lambda: engine.configure({"Book": "first"}), engine._program, "receive")
        assert "reports: second" in str(refused(EngineError, engine.configure, {"Book": "second"}))
        assert plays(engine) == "c5"
        assert "only chess" in str(refused(EngineError, engine.analyse, "standard", ONE, 3))
        # The number of lines is that of the next search.
        assert plays(engine) == "c5"
