"""Engines that are other programs: ours, and small ones that misbehave."""

from __future__ import annotations

import gc
import io
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread, current_thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

import volo
from support.command_line import in_new_process
from support.fake_engine import fake
from support.pictures import OVER, WIN_IN_ONE
from support.process import PATIENCE, seconds_to_answer
from volo import EngineClosedError, EngineError, EngineTerminatedError, EngineTimeoutError, Game, Position, VoloError
from volo.engine import Analysis, Engine, Limit, Score, UgiEngine
from volo.engine.ugi.process import _Reader
from volo.engine.ugi.protocol import UgiOption
from volo.engine.ugi.search import Reports, UgiSearch

OURS = [sys.executable, "-m", "volo", "engine"]


def is_running(pid: int) -> bool:
    """Whether a process exists, also as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


needs_posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")


def test_our_engine_through_the_protocol_answers_as_it_does_directly() -> None:
    game = Game("standard-5", ["d5", "i3"])
    with UgiEngine.popen(OURS) as other, Engine(hash_mb=1, seed=4) as own:
        other.configure({"Hash": 1, "seed": 4})
        for limit in (Limit(depth=2), Limit(nodes=2000)):
            (theirs,), (ours,) = other.analyse(game, limit), own.analyse(game, limit)
            assert (theirs.score.points, theirs.pv) == (ours.score.points, ours.pv)
            assert (theirs.depth, theirs.nodes, theirs.multipv) == (ours.depth, ours.nodes, 1)
        other.clear()
        own.clear()
        result, expected = other.play(game, Limit(depth=3)), own.play(game, Limit(depth=3))
        assert (result.move, result.ponder) == (expected.move, expected.ponder)
        assert result.info is not None
        assert result.info.pv[0] == result.move
        lines = other.analyse(game, Limit(depth=2), multipv=3)
        assert [info.multipv for info in lines] == [1, 2, 3]
        assert len({info.pv[0] for info in lines}) == 3
        assert len(other.analyse(game, Limit(depth=2))) == 1
        assert other.play(WIN_IN_ONE, Limit(orange_clock=5, blue_clock=5)).info.score == Score.win(1)  # type: ignore[union-attr]


def test_the_engine_introduces_itself() -> None:
    with UgiEngine.popen(OURS) as engine:
        assert engine.name == f"volo {volo.__version__}"
        assert engine.author == "The volo authors"
        assert engine.options["Level"].most == 12
    with fake() as engine:
        assert (engine.name, engine.author, engine.options) == ("Fake", "Nobody", {})


def test_options_are_checked() -> None:
    with UgiEngine.popen(OURS) as engine:
        for name, value, message in (
            ("Book", "x", "has no option 'Book'"),
            ("Hash", 0, "must be 1 to"),
            ("Hash", "x", "must be a number"),
            ("Ponder", 1, "must be True or False"),
            ("Rules", "a\nquit", "printable"),
            ("Rules", "x" * 2000, "at most 1000"),
        ):
            with pytest.raises(VoloError, match=message):
                engine.configure({name: value})
        with pytest.raises(EngineError, match=r"reports: .*rule set"):
            engine.configure({"Rules": "nonsense"})
        engine.configure({"MultiPV": 2, "ponder": False})
        assert len(engine.analyse("standard-4", Limit(depth=1))) == 1
        assert engine.play("standard-4", Limit(depth=2)).ponder is None
    with fake() as engine, pytest.raises(VoloError, match="has no option MultiPV"):
        engine.analyse("standard", Limit(depth=1), multipv=2)


def test_options_are_read() -> None:
    for line in ("option name Playing style type string default very solid", "option name Debug type check default "):
        assert UgiOption.parse(line).line() == line
    assert UgiOption.parse("option  name N type spin min -9 max -3").most == -3
    for wrong in ("option", "option name", "option name X", "option type check", "option name type check"):
        with pytest.raises(EngineError):
            UgiOption.parse(wrong)


def test_what_cannot_be_searched_is_refused() -> None:
    with fake() as engine:
        with pytest.raises(TypeError):
            engine.play(None, Limit(depth=1))  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            engine.play("standard", None)  # type: ignore[arg-type]
        with pytest.raises(VoloError, match="the game is over"):
            engine.play(OVER, Limit(depth=1))
        assert str(engine.play("standard", Limit(depth=1)).move) == "c5"


INFOS = """
if command == "go":
    say("", "hello", "info", "info depth", "info depth x score cp", "info score cp 5 pv nonsense c5", "info string a b")
    say("info depth 4 multipv 1 currmove c9 score cp 30 nodes 7 time 250 pv c5 c9 x9")
    say("info depth 9 score cp 99 lowerbound pv c9", "info nodes 9 nps 5 time 300", "bestmove c5 ponder {ponder}")
    return True
"""


@pytest.mark.parametrize("ponder", ["c9", "x9", "b2", ""])
def test_words_that_are_not_known_are_skipped(ponder: str) -> None:
    with fake(INFOS.format(ponder=ponder)) as engine:
        result = engine.play("standard", Limit(depth=1))
        assert str(result.move) == "c5"
        assert (None if result.ponder is None else str(result.ponder)) == ("c9" if ponder == "c9" else None)
        assert result.info is not None
        assert (result.info.score.points, result.info.depth, result.info.nodes, result.info.time) == (30, 4, 9, 0.3)
        assert [str(move) for move in result.info.pv] == ["c5", "c9"]


ILLEGAL = ["b3", "c55", "", "0000", "(none)", "\u0663", "c5c5", "x" * 5000, "\x1b[31m"]


@pytest.mark.parametrize("move", ILLEGAL)
def test_an_illegal_move_is_an_error(move: str) -> None:
    with (
        fake(f"if command == 'go':\n    say({'bestmove ' + move!r})\n    return True") as engine,
        pytest.raises(EngineError, match="the engine Fake played a move that cannot be played") as refused,
    ):
        engine.play("standard", Limit(depth=1))
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 400


def test_a_word_that_begins_like_a_best_move_is_skipped() -> None:
    with fake("if command == 'go':\n    say('bestmovec5 c9', ' bestmove c9')\n    return True") as engine:
        assert str(engine.play("standard", Limit(depth=1)).move) == "c9"


DEATHS = {
    "at once": ("raise SystemExit(3)", "status 3"),
    "at the handshake": ("if command == 'ugi':\n    raise SystemExit(0)", "status 0"),
    "after half of the handshake": ("if command == 'ugi':\n    say('id name X')\n    raise SystemExit(1)", "status 1"),
}


@pytest.mark.parametrize("behavior", DEATHS)
def test_an_engine_that_dies_at_the_handshake(behavior: str) -> None:
    program, message = DEATHS[behavior]
    with pytest.raises(EngineTerminatedError, match=message):
        fake(program)


@needs_posix
@pytest.mark.parametrize(
    ("command", "death"),
    [("go", "raise SystemExit(3)"), ("position", "os.close(1)"), ("isready", "os.kill(os.getpid(), 9)")],
)
def test_an_engine_that_dies_later(command: str, death: str, capfd: pytest.CaptureFixture[str]) -> None:
    # The first isready belongs to the start.
    counted = "global ready\nready = globals().get('ready', 0) + (command == 'isready')"
    dies = f"if command == {command!r} and (ready > 1 or command == 'position'):\n    {death}\n    time.sleep(60)"
    with fake(f"{counted}\n{dies}") as engine:
        pid = engine.pid
        with pytest.raises(EngineTerminatedError, match="the engine Fake has ended with status"):
            engine.play("standard", Limit(depth=1))
        assert not is_running(pid)
        with pytest.raises(EngineTerminatedError):
            engine.play("standard", Limit(depth=1))
    capfd.readouterr()


def impatient(behavior: str) -> UgiEngine:
    """A fake engine that has as long as it needs to start, and then must answer soon."""
    engine = fake(behavior)
    engine._timeout = 0.3
    return engine


def test_an_engine_that_is_late() -> None:
    for command in ("go", "position"):
        late = f"if command == {command!r}:\n    time.sleep(600)"
        with impatient(late) as engine:
            pid, began = engine.pid, monotonic()
            with pytest.raises(EngineTimeoutError, match="the engine Fake did not answer in time"):
                engine.play("standard", Limit(time=0.1))
            assert monotonic() - began < 60
            assert not is_running(pid)
    with pytest.raises(EngineTimeoutError):
        fake("time.sleep(600)", timeout=0.3)


def test_an_engine_that_talks_without_end() -> None:
    with pytest.raises(EngineError, match="1000 lines without ugiok"):
        fake("if command == 'ugi':\n    while True: print('id name X')")
    with impatient("if command == 'go':\n    while True: print('info depth 1')") as engine:
        with pytest.raises(EngineTimeoutError):
            engine.play("standard", Limit(time=0.1))
        assert not is_running(engine.pid)


class Endless(io.BytesIO):
    """A stream of lines of a megabyte."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.has_given_many = Event()

    def readline(self, size: int | None = -1) -> bytes:  # noqa: ARG002
        self.count += 1
        if self.count > 3:
            self.has_given_many.set()
        return b"x" * 1_000_000 + b"\n"


@pytest.fixture
def reader() -> Iterator[_Reader]:
    made = _Reader(Endless())
    yield made
    made.close()
    made.join()


def test_a_line_that_came_after_the_deadline_is_late_even_if_it_waits(reader: _Reader) -> None:
    before = monotonic()
    reader.start()
    while not reader._lines:
        sleep(0.001)
    assert reader.get(before) is None
    # The speed of this process does not matter.
    assert reader.get(None)
    while not reader._lines:
        sleep(0.001)
    came = monotonic()
    assert reader.get(came)


def test_few_bytes_of_lines_wait(reader: _Reader) -> None:
    reader.start()
    assert not reader._stream.has_given_many.wait(0.1)  # type: ignore[attr-defined]
    for _ in range(10):
        assert len(reader.get(None) or b"") == 1_000_001


def test_little_is_kept_of_a_long_line() -> None:
    reports, moves = Reports(), "c5 c9 " * 150_000
    tracemalloc.start()
    for rank in range(10):
        reports.add(f"info multipv {rank} score cp {rank} pv {moves}")
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1_000_000
    infos = reports.infos(Position())
    assert [info.score.points for info in infos] == list(range(10))
    assert all([str(move) for move in info.pv] == ["c5", "c9"] for info in infos)
    assert reports.infos(Position(), 2) == infos[:2]
    # A move is not cut to another one.
    start = "info score cp 1 pv".ljust(4_997)
    for line, pv in ((f"{start} c1", ["c1"]), (f"{start} c10", [])):
        reports = Reports()
        reports.add(line)
        assert [str(move) for info in reports.infos(Position()) for move in info.pv] == pv
    with pytest.raises(EngineError, match="an option must have at most 10000 characters"):
        UgiOption.parse("option name X type string default" + " x" * 10_000)


@pytest.mark.parametrize(
    ("garbage", "message"),
    [("b'bestmove \\xff\\n'", "a move that cannot be played"), ("b'x' * 3_000_000", "more than 1048576 bytes")],
)
def test_an_engine_that_writes_garbage(garbage: str, message: str) -> None:
    behavior = f"if command == 'go':\n    sys.stdout.buffer.write({garbage})\n    sys.stdout.flush()\n    return True"
    with fake(behavior) as engine, pytest.raises(EngineError, match=message):
        engine.play("standard", Limit(depth=1))


# Every answer is among white space, and lines that are not text are between them.
UNTIDY = r"""
import sys
def write(*lines):
    sys.stdout.buffer.write(b"".join(b"\xff\xfe\r\ninfo string M\xfcller\n\t " + line + b" \t\r\n" for line in lines))
    sys.stdout.flush()
sys.stdout.buffer.write(b"\xef\xbb\xbf")
for line in sys.stdin:
    command = line.split()[0]
    if command == "ugi":
        sys.stdout.buffer.write(b"id\tname \tM\xc3\xbcller 1\n")
        write(b"id author\tM\xfcller", b"option\tname MultiPV type  spin default 1 min 1 max 9")
        write(b"option name Clear Hash type button", b"option name Ponder type check default false", b"ugiok")
    elif command == "isready":
        write(b"readyok")
    elif command == "setoption":
        said = line.strip()
    elif command == "position" and "c9" in line:
        write(b"info \tstring  error:\tc9 " + said.encode())
    elif command == "go":
        write(b"info\tdepth 2 score\tcp 5 pv c5", b"bestmove\tc5 \tponder\t\xff")
    elif command == "quit":
        break
"""


def test_an_engine_whose_lines_are_untidy() -> None:
    with UgiEngine.popen([sys.executable, "-S", "-c", UNTIDY]) as engine:
        assert (engine.name, engine.author, [*engine.options]) == (
            "M\u00fcller 1",
            "M\ufffdller",
            ["MultiPV", "Clear Hash", "Ponder"],
        )
        result = engine.play("standard", Limit(depth=1))
        assert (str(result.move), result.ponder) == ("c5", None)
        assert result.info is not None
        assert result.info.score.points == 5
        engine.configure({"clear hash": None})
        with pytest.raises(EngineError, match="reports: c9 setoption name Clear Hash"):
            engine.play(Game("standard", ["c5", "c9"]), Limit(depth=1))
        for name, value in (("Clear Hash", ""), ("Clear Hash", True), ("MultiPV", None), ("Ponder", None)):
            with pytest.raises(VoloError, match="a button" if value is not None else "needs a value"):
                engine.configure({name: value})


def test_an_engine_that_does_not_read() -> None:
    """Commands that do not fit into the pipe do not block."""
    silent = "if command == 'position':\n    time.sleep(600)"
    with impatient(silent) as engine:
        began = monotonic()
        engine._program.send("position")
        for _ in range(1000):
            engine._program.send("x" * 10_000)
        with pytest.raises(EngineTimeoutError):
            engine.play("standard", Limit(depth=1))
        assert monotonic() - began < 60


def test_an_engine_that_does_not_quit_is_killed() -> None:
    engine = fake("if command == 'quit':\n    time.sleep(600)")
    began = monotonic()
    engine.close()
    assert 0.5 < monotonic() - began < 60
    assert not is_running(engine.pid)
    engine.close()
    with pytest.raises(EngineClosedError, match="the engine Fake is closed"):
        engine.play("standard", Limit(depth=1))


@needs_posix
def test_an_engine_that_a_shell_has_started_is_killed_too(tmp_path: Path) -> None:
    program = tmp_path / "hung.py"
    program.write_text(
        "import time\nprint('id name Hung\\nugiok\\n' + 'readyok\\n' * 9, flush=True)\ntime.sleep(600)\n"
    )
    engine = UgiEngine.popen(["sh", "-c", f"{sys.executable} {program}; true"])
    analysis = engine.analysis("standard-4")
    engine.close()
    with pytest.raises(EngineError):
        analysis.wait()
    # The stream ends when no process has it open.
    engine._program._connection.reader.join(PATIENCE)
    assert not engine._program._connection.reader.is_alive()


def test_an_engine_that_refuses_a_position_says_why() -> None:
    refuses = "if command == 'position':\n    say('info string error: only chess')\n    return True"
    with fake(refuses) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match="the engine Fake reports: only chess"):
                engine.play("standard", Limit(depth=1))


@pytest.mark.parametrize("command", ["", "   ", "'half", [], [""], "a\0b"])
def test_commands_that_cannot_be_run(command: Any) -> None:
    with pytest.raises(EngineError, match="the command of an engine"):
        UgiEngine.popen(command)


def test_programs_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        UgiEngine.popen(["nowhere/engine"])
    with pytest.raises(OSError, match="Permission denied"):
        UgiEngine.popen([str(tmp_path)])
    for wrong in (-1, float("nan")):
        with pytest.raises(VoloError):
            UgiEngine.popen(OURS, timeout=wrong)


@needs_posix
def test_a_forgotten_engine_ends() -> None:
    pid = fake().pid
    gc.collect()
    while is_running(pid):
        sleep(0.01)


def in_a_cycle(thing: object) -> None:
    """Forget an object so that only the cyclic collector finds it."""
    cycle = [thing]
    cycle.append(cycle)


def forget_analysis(engine: UgiEngine) -> None:
    in_a_cycle(engine.analysis("standard"))


def forget_generator(engine: UgiEngine) -> None:
    def reports() -> Iterator[Analysis]:
        with engine.analysis("standard") as analysis:
            yield analysis

    generator = reports()
    next(generator)
    in_a_cycle(generator)


def forget_engine(engine: UgiEngine) -> None:
    in_a_cycle(fake("if command == 'position':\n    time.sleep(600)"))
    forget_analysis(engine)


@pytest.mark.parametrize(
    ("thread", "forget"), [("search", forget_generator), ("reader", forget_analysis), ("writer", forget_engine)]
)
def test_the_collector_may_run_in_any_thread(thread: str, forget: Callable[[UgiEngine], None]) -> None:
    """It ends what is forgotten, in a thread that this end needs."""
    is_forgotten, is_collected = Event(), Event()

    def collect() -> None:
        if is_it(current_thread()) and not is_collected.is_set():
            assert is_forgotten.wait(PATIENCE)
            gc.collect()
            is_collected.set()

    def then(work: Callable[..., Any]) -> Callable[..., Any]:
        def both(*arguments: Any) -> Any:
            collect()
            return work(*arguments)

        return both

    def is_it(current: Thread) -> bool:
        # The reader and the writer of this engine, and not of the one that is forgotten.
        return current.name == "volo-ugi-search" if thread == "search" else current is getattr(connection, thread)

    endless = """
if command == "go":
    say("info depth 1 score cp 5 pv c5")
    return True
if command == "stop":
    say("info depth 2 score cp 5 pv c5", "bestmove c5")
    return True
"""
    with fake(endless) as engine, pytest.MonkeyPatch.context() as patch:
        connection = engine._program._connection
        patch.setattr(UgiSearch, "add", then(UgiSearch.add))
        patch.setattr(_Reader, "_has_room", then(_Reader._has_room))
        stream = SimpleNamespace(write=then(connection.writer._stream.write), flush=connection.writer._stream.flush)
        patch.setattr(connection.writer, "_stream", stream)
        gc.disable()
        try:
            forget(engine)
            is_forgotten.set()
            assert is_collected.wait(PATIENCE)
        finally:
            gc.enable()
        with engine.analysis("standard") as analysis:
            assert str(next(analysis).pv[0]) == "c5"


@needs_posix
def test_an_engine_ends_with_the_interpreter() -> None:
    program = f"""
from volo.engine import UgiEngine, Limit
engine = UgiEngine.popen({OURS!r})
engine.play("standard-4", Limit(depth=1))
print(engine.pid)
"""
    assert not is_running(int(in_new_process(program)))


def test_ctrl_c_interrupts_a_wait() -> None:
    prepare = f"from volo.engine import UgiEngine, Limit; engine = UgiEngine.popen({OURS!r})"
    assert seconds_to_answer(prepare, "engine.play('standard', Limit())") < PATIENCE


@needs_posix
def test_an_interrupted_engine_can_be_used_again() -> None:
    program = f"""
import signal
from volo.engine import UgiEngine, Limit
engine = UgiEngine.popen({OURS!r})
signal.signal(signal.SIGALRM, signal.default_int_handler)
for _ in range(3):
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        engine.play("standard", Limit())
    except KeyboardInterrupt:
        print("interrupted")
    print(Limit and engine.play({WIN_IN_ONE!r}, Limit(depth=2)).info.score)
"""
    assert in_new_process(program).splitlines() == ["interrupted", "win in 1"] * 3


def test_the_position_is_a_fen_and_moves() -> None:
    seen = "if command == 'position':\n    say('info string error: ' + line)\n    return True"
    start, later = Position(), Position("standard-4").play("a3")
    with fake(seen) as engine:
        for game, expected in (
            (Game(), start.fen()),
            (Game("standard", ["c5"]), f"{start.fen()} moves c5"),
            (Game(later, ["d5"]), f"{later.fen()} moves d5"),
        ):
            with pytest.raises(EngineError) as refused:
                engine.play(game, Limit(depth=1))
            assert str(refused.value) == f"the engine Fake reports: position fen {expected}"
