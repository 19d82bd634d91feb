"""The command volo: what it prints, and its exit status."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import click
import pytest

import volo
from support.command_line import called, called_on_terminal, complaint, in_new_process, output
from support.data import DATA
from support.pictures import LONG_LOSS, OVER, WIN_IN_ONE
from support.process import running
from volo.cli import main
from volo.cli.app import app
from volo.engine import Engine, Limit

START = volo.Position("standard-4").fen()
SMALL = ("--rules", "standard-4")
COMMANDS = app.list_commands(click.Context(app))
# So that the examples take less time.
SMALLER = [("20000", "20"), ("2000 ", "20 "), (":500", ":20"), ("report ", "report --nodes 8 "), ("2+0.05", "0.5")]
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the terminals and signals of POSIX")


@pytest.fixture
def games() -> str:
    Path("games.jsonl").write_bytes(2 * (DATA / "abstract-play.jsonl").read_bytes().splitlines(keepends=True)[0])
    return "games.jsonl"


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_runs(command: str) -> None:
    """The lines of an example run one after the other in a folder that has no other file than games.jsonl."""
    (example,) = re.findall(r"Example:\n(.+?)(?:\n\n|\Z)", called(command, "--help")[1], re.DOTALL)
    lines = [line.strip() for line in example.strip().splitlines()]
    assert f"volo {command}" in lines[-1]
    assert command == "convert" or "games.jsonl" not in example
    for line in lines:
        given, _, words = line.rpartition(" | ")
        words, _, target = words.partition(" > ")
        for large, small in SMALLER:
            words = words.replace(large, small)
        program, *arguments = shlex.split(words)
        if program == "printf":
            out = arguments[0].replace("\\n", "\n")
        else:
            text = "\n".join(shlex.split(given)[1:])
            status, out, err = called(*arguments, given=f"{text}\n".encode())
            assert (program, status, err) == ("volo", 0, ""), line
            assert out, line
        if target:
            Path(target).write_text(out, encoding="utf-8")


def test_the_command_itself() -> None:
    text = output("--help")
    assert all(f"\n  {command} " in text for command in COMMANDS)
    assert "Dieter Stein" in text
    assert output("--version") == f"volo {volo.__version__}\n"
    status, out, err = called()
    assert (status, out) == (2, "")
    assert "Usage: volo" in err


def test_it_runs_in_a_thread_that_is_not_the_main_one(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a thread cannot handle signals."""
    few = ["--nodes", "9", "--hash-mb", "1"]
    commands = [
        *(["simulate", "--games", "9", "--fen", LONG_LOSS, "--out", "kept"], ["summarize", "kept"]),
        *(["merge", "all", "kept"], ["replay", games], ["convert", games, "games.volo"]),
        *(["solve", LONG_LOSS, "--proof", "proof"], ["check-proof", "proof"]),
        *(["engine"], ["analyse", LONG_LOSS, *few]),
        ["match", "uniform", "careful", "--games", "2", "--fen", LONG_LOSS, "--opening-plies", "0"],
        ["play", "--terminal", LONG_LOSS, "--you", "nobody", *few],
    ]
    given, out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    monkeypatch.setattr(sys, "stdin", given)
    with redirect_stdout(out), redirect_stderr(err), ThreadPoolExecutor(1) as pool:
        assert list(pool.map(main, commands)) == [0] * len(commands)


UNIFORM = ["match", "uniform", "uniform"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["flap"], "No such command 'flap'"),
        (["perft"], "Missing argument 'DEPTH'"),
        (["perft", "1", "--threads", "0"], "threads must be 1 to 256"),
        (["divide", "0"], "0 is not in the range"),
        (["simulate", "--games", "9999999", "--plot", "plot.pdf"], "ends with .svg or .png"),
        (["simulate", "--games", "9999999", "--plot", "nowhere/plot.svg"], "there is no folder nowhere"),
        (["summarize", "nowhere"], "nowhere is not a folder of kept games"),
        (["replay", "--engine", "gasoline", "."], "gasoline"),
        (["convert", "", "out.volo"], "'IN': the path is empty"),
        (["simulate", "--out", ""], "'--out': the path is empty"),
        (["show", "--svg", "board.png"], "'--svg': the name of this file must end with .svg or"),
        (["show", "--png", "board.svg"], "'--png': the name of this file must end with .png"),
        (["match", "engine", "uniform"], "needs a limit"),
        ([*UNIFORM, "--games", "3"], "even"),
        ([*UNIFORM, "--sprt", "5"], "two numbers"),
        ([*UNIFORM, "--sprt", "0,1,2"], "two numbers"),
        ([*UNIFORM, "--out", "games.txt"], "suffix"),
        ([*UNIFORM, "--out", "nowhere/games.volo"], "there is no folder"),
        ([*UNIFORM, "--address", "localhost:1"], "--address needs --cluster ray"),
        ([*UNIFORM, "--cluster", "ray", "--concurrency", "2"], "--concurrency cannot be used"),
        (["match", "uniform", "ugi:./engine", "--nodes", "1", "--cluster", "ray"], "needs an absolute path"),
        (["match", "uniform", "ugi:nowhere/engine", "--nodes", "1"], "nowhere/engine"),
        (["match", "uniform", f"ugi:{sys.executable} -c pass", "--nodes", "1"], "has ended with status 0"),
        (["play", "--terminal", "--you", "green"], "'green' is not one of"),
        (["analyse", "--hash-mb", "0"], "hash_mb must be"),
        (["analyse", START, "--rules", "standard-5"], "--rules cannot be used with a position"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(arguments: list[str], problem: str) -> None:
    assert problem in complaint(2, *arguments)


def test_a_name_with_a_colon_is_a_file(games: str) -> None:
    Path("ab:").mkdir()
    Path(games).rename("ab:/c.jsonl")
    output("convert", "ab:/c.jsonl", "ab:/d.volo")
    assert Path("ab:/d.volo").is_file()


def test_help_does_not_need_docstrings() -> None:
    program = "import sys; from volo.cli import main; sys.exit(main(['simulate', '--help']))"
    assert subprocess.check_output([sys.executable, "-OO", "-c", program], text=True) == output("simulate", "--help")


@pytest.mark.parametrize(("missing", "word"), [("click", "--version"), ("rich", "simulate")])
def test_without_the_extra_it_prints_how_to_install_it(missing: str, word: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; from volo.cli import main; sys.exit(main([{word!r}]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.search(rf'{missing}.*pip install "volo\[cli\]"', done.stderr)


# What single commands print


@pytest.mark.parametrize(("text", "games"), [("2e1", 20), ("1E0", 1), ("0_030", 30), ("1_000", 1000)])
def test_a_number_may_have_an_exponent_or_groups_of_digits(text: str, games: int) -> None:
    assert output("simulate", *SMALL, "--games", text).startswith(f"{games:,} games from")


def test_the_policies_and_the_folder_of_kept_games_are_printed() -> None:
    assert "Orange careful, Blue uniform" in output("simulate", "--games", "2", "--policy", "careful,uniform")
    text = output("simulate", "--games", "30", *SMALL, "--out", "games")
    assert re.match(r"30 games from the start, rules standard-4, seed 0: [\d.]+ s, kept in games\n", text)
    assert sum(1 for _ in volo.read_games("games")) == 30


def test_games_that_are_not_kept_have_a_new_seed_which_is_printed() -> None:
    command = ("simulate", "--games", "20", *SMALL, "--json")
    one, two = (json.loads(output(*command)) for _ in range(2))
    seed = one["configuration"]["seed"]
    assert seed != two["configuration"]["seed"]
    assert one["summary"] != two["summary"]
    assert json.loads(output(*command, "--seed", str(seed))) == one
    assert f"seed {seed}: " in output("simulate", "--games", "20", *SMALL, "--seed", str(seed))


def test_rule_sets_are_listed_and_explained() -> None:
    assert [line.split()[0] for line in output("rules").splitlines()] == [*volo.Rules.NAMED]
    name, *settings, _ = output("rules", "french-5,supply=30").splitlines()
    assert name == "edge=5,supply=30,pass=forced,stuck=last-mover-wins"
    assert ",".join(setting.split()[0] for setting in settings) == name
    assert "[R14b]" in settings[-1]


def test_positions_are_counted() -> None:
    assert re.fullmatch(r"1,290 nodes, [\d.]+ s(, [\d,]+ nodes/s)?\n", output("perft", "3", *SMALL))
    *rows, total = output("divide", "3", *SMALL).splitlines()
    assert rows == [f"{move} {nodes}" for move, nodes in volo.Position("standard-4").divide(3).items()]
    assert total.startswith("1,290 nodes, ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such set of processors")
def test_the_processors_that_a_process_may_use_are_counted() -> None:
    one = "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])"
    assert in_new_process(f"{one}; print(__import__('volo')._volo._processors())") == "1"


def test_a_position_and_its_moves_are_shown_and_colors_are_for_terminals() -> None:
    start = volo.Position()
    assert output("show") == f"{start}\nIn hand: Orange 57, Blue 57\n{start.fen()}\n"
    listed = output("moves", "--rules", "standard-5").splitlines()
    assert listed == [str(move) for move in volo.Position("standard-5").legal_moves()]
    assert "\x1b[" in output("show", FORCE_COLOR="1", TERM="xterm")
    assert "\x1b" not in output("show", FORCE_COLOR="1", NO_COLOR="1")


def test_a_picture_is_written_to_a_file_of_any_name() -> None:
    position = volo.Position("standard-4").play("a3")
    for name in ("board.svg", "board", "board.SVG", ".svg"):
        output("show", position.fen(), "--svg", name)
        assert Path(name).read_text(encoding="utf-8") == volo.render.svg.board(position)
        assert complaint(2, "show", "--svg", f"nowhere/{name}") == f"nowhere/{name}: {os.strerror(errno.ENOENT)}"


LINE = re.compile(r"(\d+)\. (\S+|win in \d+|loss in \d+), depth (\d+), ([\d,]+) nodes, (\d+\.\d\d) s:((?: \S+)*)")


def test_an_analysis_has_a_line_for_each_depth() -> None:
    lines = output("analyse", "--rules", "standard-5", "--depth", "3", "--lines", "2", "--hash-mb", "1").splitlines()
    found = [match for match in map(LINE.fullmatch, lines) if match is not None]
    assert [(match[1], match[3]) for match in found] == [(i, d) for d in "123" for i in "12"]
    assert len(found) == len(lines)
    with Engine(hash_mb=1) as engine:
        infos = engine.analyse("standard-5", Limit(depth=3), multipv=2)
    for match, info in zip(found[-2:], infos, strict=True):
        assert (match[2], match[4]) == (str(info.score), f"{info.nodes:,}")
        assert match[6].split() == [str(move) for move in info.pv]
    won = LINE.fullmatch(output("analyse", WIN_IN_ONE, "--nodes", "500", "--hash-mb", "1").splitlines()[-1])
    assert won is not None
    assert won[2] == "win in 1"
    assert volo.Position(WIN_IN_ONE).play(won[6].strip()).outcome() is not None
    assert output("analyse", OVER).startswith("1. loss in 0, depth 0, 0 nodes, 0.0")


def test_a_log_has_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.cli.console._PAUSE", 0)
    line = r"Playing: [\d,]+ games of 3,000 \([\d.]+%\)(, [\d,]+ games/s)?(, [\d:]+ left)?\n"
    simulate = ("simulate", "--games", "3000", *SMALL, "--json")
    status, _, lines = called(*simulate)
    assert status == 0
    assert re.fullmatch(f"({line})+", lines)
    assert called(*simulate, "--quiet")[2] == ""


@POSIX
class TestTerminal:
    def test_progress_is_shown_with_speed_and_time_left(self, games: str) -> None:
        simulate = ("simulate", "--games", "3000", *SMALL, "--json")
        status, shown = called_on_terminal(*simulate)
        assert status == 0
        assert re.search(rb"[\d,]+ games/s", shown)
        assert re.search(rb"\d:\d\d:\d\d", shown)
        assert b"games/s" not in called_on_terminal(*simulate, "--quiet")[1]
        assert b"Replaying" in called_on_terminal("replay", games)[1]

    def test_the_analysis_is_a_table(self) -> None:
        status, shown = called_on_terminal("analyse", "--rules", "standard-5", "--time", "0.3", "--hash-mb", "1")
        assert (status, b"score" in shown, b"nodes/s" in shown) == (0, True, True)
        assert LINE.fullmatch(shown.decode().replace("\r", "").rstrip("\n").split("\n")[-1].split("\x1b[2K")[-1])

    def test_ctrl_c_ends_quietly_with_130(self) -> None:
        master, slave = os.openpty()
        command = [sys.executable, "-m", "volo", "simulate", "--games", str(10**12)]
        seen, environment = b"", {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
        with running(*command, seconds=120, stdout=subprocess.PIPE, stderr=slave, env=environment) as process:
            os.close(slave)
            while b"games/s" not in seen:
                seen += os.read(master, 4096)
            process.send_signal(signal.SIGINT)
            with suppress(OSError):  # as Linux reports the closed other end
                while piece := os.read(master, 4096):
                    seen += piece
            assert (process.communicate()[0], process.returncode) == ("", 130)
        os.close(master)
        assert re.search(b"Traceback|Error", seen) is None

    @pytest.mark.parametrize(
        ("words", "stream", "begun", "number"),
        [
            ("analyse --rules standard --hash-mb 1", "stdout", "1. ", signal.SIGINT),
            ("replay -", "stderr", "volo: ", signal.SIGINT),
            ("play --terminal --you nobody --time 0.2 --save game", "stdout", "1. Blue: ", signal.SIGHUP),
        ],
    )
    def test_a_signal_ends_a_command_without_a_message(
        self, words: str, stream: str, begun: str, number: signal.Signals
    ) -> None:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with running(sys.executable, "-m", "volo", *words.split(), **pipes, bufsize=1) as process:
            assert process.stdin is not None
            # A game with one mistake, which `replay` reports in one line.
            process.stdin.write('{"rules":"standard-4","moves":["a3"],"legal_moves":[8],"winner":null}\n')
            while not getattr(process, stream).readline().startswith(begun):
                assert process.poll() is None
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (128 + number, "")
        if "--save" in words:
            assert len(volo.Game.from_record(Path("game").read_text(encoding="utf-8"))) >= 2
