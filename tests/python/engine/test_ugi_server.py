"""The program `volo engine`: its answers to commands of UGI, and to any other input."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import Any
from unicodedata import category

import pytest

import volo
from support.command_line import run
from support.hostile import BY_HAND, mutants
from support.pages import blocks
from support.pictures import OVER, WIN_IN_ONE
from support.process import PATIENCE, running
from volo import Game, Position
from volo.engine import Engine, Limit
from volo.engine.ugi import server as server_module
from volo.engine.ugi.client import fields_of
from volo.engine.ugi.protocol import limit_of, words_of
from volo.engine.ugi.server import Server

COMMAND = [sys.executable, "-m", "volo", "engine"]


def answers(*commands: str | bytes) -> list[str]:
    lines = ["setoption name Hash value 1", *commands]
    written = io.BytesIO()
    Server(io.BytesIO(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)), written).run()
    text = written.getvalue().decode()
    assert text == "" or text.endswith("\n")
    return text.splitlines()


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    with running(*COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1) as process:
        yield process


def send(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def until(process: subprocess.Popen[str], beginning: str) -> list[str]:
    assert process.stdout is not None
    lines = []
    while line := process.stdout.readline():
        lines.append(line.rstrip("\n"))
        if line.startswith(beginning):
            return lines
    raise AssertionError(f"no {beginning} in {lines}")


def test_the_introduction() -> None:
    first, author, *options, last = answers("ugi")
    assert (first, author, last) == (f"id name volo {volo.__version__}", "id author The volo authors", "ugiok")
    assert options == [
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Seed type spin default 0 min 0 max 18446744073709551615",
        "option name Level type spin default 12 min 1 max 12",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Rules type string default standard",
        "option name Ponder type check default false",
    ]


def test_options_are_those_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, int]] = []

    def make(**options: int) -> Engine:
        made.append(options)
        if options["hash_mb"] > 2:
            raise MemoryError
        return Engine(hash_mb=1)

    monkeypatch.setattr(server_module, "Engine", make)
    options = [
        f"setoption name {name}" for name in ("hash value 2", "THREADS value 3", "Seed value 4", "Level value 5")
    ]
    lines = answers(*options, "isready", "go nodes 5", "stop", "setoption name Hash value 3", "isready", "isready")
    assert lines[-3:] == ["info string error: not enough memory", "readyok", "readyok"]
    expected = {"hash_mb": 2, "threads": 3, "seed": 4, "level": 5}
    assert made == [expected, {**expected, "hash_mb": 3}, expected], "the options that worked last are used again"


def test_a_dialogue_as_a_runner_of_matches_has_it() -> None:
    """The order of commands is that of cutegames, which accepts only two words in the line of the best move."""
    lines = answers(
        "ugi", "isready", "isready", "uginewgame", "position startpos", "query p1turn", "isready",
        "position startpos", "query gameover", "go nodes 500",
    )  # fmt: skip
    place = lines.index("ugiok") + 1
    assert lines[place : place + 5] == ["readyok", "readyok", "response true", "readyok", "response false"]
    *reports, work, best = lines[place + 5 :]
    assert Position().is_legal(best.removeprefix("bestmove "))
    assert work.startswith("info nodes ")
    assert 100 < int(work.split()[2]) <= 500
    for line in reports:
        found = fields_of(line.split(), Position())
        assert found["depth"] >= 1
        assert [str(move) for move in found["pv"]] == line.partition(" pv ")[2].split()


def test_positions_and_queries() -> None:
    queries = [f"query {question}" for question in ("p1turn", "gameover", "result", "reason")]
    for position, expected in (
        ("startpos", "true false none none"),
        ("startpos moves c5", "false false none none"),
        (f"fen {OVER}", "false true p1win flock"),
        (f"fen {WIN_IN_ONE} moves f5-SE1", "false true p1win flock"),
        ("fen 1o/1oob1/boo1b1/b2b/1bboo1/2bb1/2 o 0 standard-4 moves pass pass", "true true draw passes"),
        ("fen 1o/1oobo/boo1b1/b3/1bboob/2bb1/2 b 0 french-4 moves c6-NW1/b5 pass", "false true p2win stuck"),
    ):
        *words, legal = answers(f"position {position}", *queries, "query legalmoves")
        assert words == [f"response {word}" for word in expected.split()]
        assert (legal == "response") == (words[1] == "response true")


def test_the_dialogue_in_the_documentation_is_real() -> None:
    (dialogue,) = (block for block in blocks("docs/cookbook/ugi.md", "text") if "query legalmoves" in block)
    lines = dialogue.splitlines()
    given = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    assert answers(*given) == [line.removeprefix("< ") for line in lines if line.startswith("< ")]


def test_a_wrong_position_changes_nothing() -> None:
    for wrong in ("", "start", "startpos c5", "fen", "fen x", f"fen {WIN_IN_ONE} x", "startpos moves b3", "moves c5"):
        error, answer = answers("position startpos moves c5", f"position {wrong}", "query p1turn")
        assert error.startswith("info string error: ")
        assert answer == "response false"


def test_a_wrong_command_is_answered_by_one_line() -> None:
    for command, message in (
        (b"query\0 p1turn", r"unknown command 'query\x00'"),
        ("query winner", "expected: query p1turn|gameover|result|reason|fen|legalmoves"),
        ("setoption", "expected: setoption name NAME value VALUE"),
        ("setoption name Book value x", "unknown option 'Book'"),
        ("setoption name Hash value x", "the option Hash must be a number, not 'x'"),
        ("setoption name Hash value 0", "the option Hash must be 1 to 1048576"),
        ("setoption name Ponder value 1", "the option Ponder must be True or False, not '1'"),
        ("setoption name Rules value standard-9", "edge"),
        (b"go nodes \xff", "a line must be text in UTF-8"),
        (b"go" + b" nodes" * 200_000, "a line must have at most 1048576 bytes"),
        (b"\xc2\xa0go depth", "expected a number after depth"),
        ("go nodes 1 nodes 2", "nodes is given twice"),
        ("go movetime 1e3", "expected a number after movetime, not '1e3'"),
        ("go infinite nodes 1", "expected infinite or one of p1time"),
    ):
        line, *rest = answers(command, "query p1turn")
        assert line.startswith("info string error: ")
        assert message in line
        is_go = "go" in str(command)
        assert rest == [*["bestmove 0000"] * is_go, "response true"], "a refused search has no best move"


@pytest.mark.parametrize("refused", ["position startpos moves c5 c5", b"position \xff", b"position" + b" x" * 600_000])
def test_no_other_position_is_searched_than_the_last_one(refused: str | bytes) -> None:
    error, *rest = answers(refused, "go nodes 5", "uginewgame", "go infinite", "position startpos", "go nodes 5")
    assert error.startswith("info string error: ")
    assert rest[:4] == ["info string error: the position to search was refused", "bestmove 0000"] * 2
    assert Position().is_legal(rest[-1].removeprefix("bestmove "))


def test_commands_after_stop_wait_for_the_end_of_the_search() -> None:
    lines = answers("go infinite", "stop", "position startpos moves c5", "go depth 2", "stop", "uginewgame", "ugi")
    first, second = [line.removeprefix("bestmove ") for line in lines if line.startswith("bestmove ")]
    assert Position().is_legal(first)
    assert Position().play("c5").is_legal(second)
    assert lines[-1] == "ugiok"
    assert "error" not in " ".join(lines)


class Impatient(io.BytesIO):
    """A stream that breaks when a search has been silent for some seconds. So a search that never ends fails a test."""

    def write(self, text: Any) -> int:
        if self.getvalue().count(b"info time ") > 4:
            raise OSError("nobody reads any more")
        return super().write(text)


def test_a_search_without_a_bound_for_the_player_to_move_ends_with_the_input() -> None:
    for commands in (
        *("go", "go p2time 1000 p2inc 0", "go p1inc 100", "go movestogo 40"),
        *(f"position startpos moves c5\n{go}" for go in ("go infinite", "go p1time 1000 p1inc 0")),
    ):
        written = Impatient()
        Server(io.BytesIO(commands.encode()), written).run()
        assert written.getvalue().splitlines()[-1].startswith(b"bestmove ")


def test_a_thread_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(Thread):
        def start(self) -> None:
            monkeypatch.undo()
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(server_module, "Thread", Refused)
    error, best, *_, last = answers("go infinite", "position startpos moves c5", "go nodes 5")
    assert (error, best) == ("info string error: can't start new thread", "bestmove 0000")
    assert Position().play("c5").is_legal(last.removeprefix("bestmove "))


def test_limits_are_written_and_read_and_numbers_out_of_range_count_as_the_nearest() -> None:
    huge = "9" * 30
    for words, limit in (
        ("p1time 60000.5 p2time -0.5", Limit(orange_clock=60.0005, blue_clock=0)),
        ("p1time 5000 p1inc -5 p2inc -0.1", Limit(orange_clock=5)),
        ("p2time 5000 movestogo -1", Limit(blue_clock=5)),
        ("p2time 5000 movestogo 2.5", Limit(blue_clock=5, remaining_moves=2)),
        ("movetime -1 nodes -5 depth 0.5", Limit(time=0, nodes=1, depth=1)),
        ("depth 3.9 nodes 1000.0", Limit(depth=3, nodes=1000)),
        ("nodes 18446744073709551615", Limit(nodes=2**64 - 1)),
        (f"nodes {huge} depth {huge}", Limit(nodes=2**64 - 1, depth=1_000_000)),
        (f"movetime {huge} p1inc {huge}.9 movestogo {huge}", Limit(1e9, orange_inc=1e9, remaining_moves=10**6)),
    ):
        assert limit_of(words.split()) == limit
    clocks = Limit(orange_clock=60, blue_clock=30.5, orange_inc=1, blue_inc=0.25, remaining_moves=40)
    for limit in (Limit(time=0.5, nodes=2**64 - 1, depth=7), clocks, Limit(blue_clock=3, blue_inc=2)):
        assert limit_of(words_of(limit).split()) == limit
    assert words_of(Limit(time=0.0001)) == "movetime 1"


def test_a_line_may_have_a_byte_order_mark_windows_ends_and_spaces() -> None:
    assert answers(b"\xef\xbb\xbfugi\r")[-1] == "ugiok"
    assert answers(b"\xef\xbb\xbf", "", "   ", "\r") == []
    assert answers(b"  query   p1turn \r", b"\tisready\r") == ["response true", "readyok"]


def test_commands_during_a_search(server: subprocess.Popen[str]) -> None:
    send(server, "position startpos moves c5", "go infinite", "query fen", "query legalmoves", "isready")
    after = Position().play("c5")
    assert until(server, "response")[-1] == f"response {after.fen()}"
    assert until(server, "response")[-1].split()[1:] == [str(move) for move in after.legal_moves()]
    until(server, "readyok")
    for refused in ("position startpos", "go nodes 1", "setoption name Hash value 1", "uginewgame", "ugi"):
        send(server, refused)
        error = until(server, "info string error")[-1]
        assert error.endswith("is not possible during a search, only isready, stop and quit")
    sent = monotonic()
    send(server, "stop")
    until(server, "bestmove ")
    assert monotonic() - sent < PATIENCE
    assert until(server, "bestmove ") == ["bestmove 0000"]
    send(server, "position startpos")
    # The next commands may come as soon as the best move is written.
    for _ in range(100):
        send(server, "go nodes 1")
        assert "error" not in " ".join(until(server, "bestmove "))
    send(server, "stop", "quit")
    assert server.wait() == 0


def interrupt(server: subprocess.Popen[str]) -> None:
    """Press Ctrl-C until the program ends. Python does not see a signal that comes just before it waits for input."""
    while server.poll() is None:
        server.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            server.wait(PATIENCE / 4)


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as POSIX has them")
@pytest.mark.parametrize(
    ("command", "end", "status"),
    [
        ("go infinite", lambda server: send(server, "quit"), 0),
        ("go infinite", lambda server: server.stdin.close(), 0),
        ("go infinite", lambda server: server.stdout.close(), -13),
        ("go infinite", interrupt, 130),
        ("isready", interrupt, 130),
    ],
    ids=["quit", "end of the input", "the reader goes away", "Ctrl-C", "Ctrl-C during no search"],
)
def test_what_ends_the_program_ends_its_search(
    server: subprocess.Popen[str], command: str, end: Callable[[subprocess.Popen[str]], object], status: int
) -> None:
    send(server, command)
    until(server, "info depth 1 " if command == "go infinite" else "readyok")
    sent = monotonic()
    end(server)
    if status == 0:
        until(server, "bestmove ")
    assert server.wait() == status
    assert monotonic() - sent < 2 * PATIENCE


GOOD = [
    *("ugi", "uginewgame", "stop", "query result", "position startpos moves c5 c9 b2-NE3"),
    *(f"position fen {WIN_IN_ONE} moves a3", "setoption name MultiPV value 3"),
    "setoption name Rules value edge=6,supply=50,pass=forced,stuck=draw",
]


def test_hostile_commands() -> None:
    """Every line is answered by plain lines, and the server still works after it."""
    # A mutant may be a search that takes long, or an engine that takes much memory.
    excluded = ("quit", "infinite", "go", "Hash", "Threads", "isready")
    texts = [text for text in (*BY_HAND, *mutants(GOOD, 1500)) if not any(word in text for word in excluded)]
    given = [text.encode("utf-8", "surrogatepass").replace(b"\n", b" ") for text in texts]
    written = answers(*(line for text in given for line in (text, "query p1turn", "isready")))
    for line in written:
        assert len(line) < 500
        assert not any(category(letter) in {"Cc", "Cf", "Cs"} for letter in line), repr(line)
        assert line.startswith(("info string error: ", "id ", "option ", "ugiok", "readyok", "response "))
    before = [written[place - 1] for place, line in enumerate(written) if line == "readyok"]
    assert len(before) == len(texts)
    assert set(before) <= {"response true", "response false"}


def test_an_endless_line_is_skipped() -> None:
    for ending, answered in ((b"\r\n", ["readyok"]), (b"", [])):
        done = run("engine", given=b"position startpos moves " + b"c5 " * 800_000 + ending + b"isready")
        assert (done.returncode, done.stderr) == (0, b"")
        error = "info string error: a line must have at most 1048576 bytes"
        assert done.stdout.decode().splitlines() == [error, *answered]


def test_lines_of_the_engine_of_others_may_be_anything() -> None:
    good = "info depth 3 seldepth 5 multipv 2 score cp -17 nodes 500 nps 1000 time 20 hashfull 3 pv c5 c9"
    for text in [*BY_HAND, *mutants([good, "info score mate -4 lowerbound depth 2"], 2000)]:
        Game(Position(), fields_of(text.split(), Position()).get("pv", ()))
