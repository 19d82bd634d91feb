"""Bad arguments and a bad environment for the command: one line that names the problem, and status 2."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import category

import click
import pytest
from click import FloatRange, IntRange
from click.types import FloatParamType, IntParamType

import volo
from support.command_line import called
from support.hostile import BY_HAND, mutants
from support.pictures import OVER
from volo.cli.app import app
from volo.cli.options import Decimal, KeptFolder, Whole

RULES = ["standard-4", "french-5", "edge=6,supply=50,pass=forced,stuck=draw"]
POLICIES = ["careful", "engine:400,opening=6", "careful,engine:9,temperature=0.5"]
START = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"

# By the part that is mutated: the command, good texts for that part, and the number of mutants. The commands begin at
# a finished game.
COMMANDS: dict[str, tuple[list[str], list[str], int]] = {
    "moves FEN": (["moves", "{}"], [START, OVER], 400),
    "moves RULES": (["moves", "--rules", "{}"], RULES, 500),
    "show FEN": (["show", "{}"], [START, OVER], 200),
    "perft DEPTH": (["perft", "{}", "--fen", OVER], ["0", "3", "64"], 400),
    "perft THREADS": (["perft", "1", "--fen", OVER, "--threads", "{}"], ["1", "20"], 120),
    "simulate GAMES": (["simulate", "--games", "{}", "--fen", OVER, "--policy", "?"], ["1", "20"], 120),
    "simulate SEED": (["simulate", "--games", "1", "--fen", OVER, "--seed", "{}"], ["0", "12345"], 80),
    "simulate SHARD": (["simulate", "--games", "1", "--fen", OVER, "--shard", "{}"], ["1/1", "1/2"], 80),
    "simulate POLICY": (["simulate", "--games", "1", "--fen", OVER, "--policy", "{}"], POLICIES, 400),
    "analyse NODES": (["analyse", OVER, "--hash-mb", "1", "--nodes", "{}"], ["1", "20"], 80),
    "analyse TIME": (["analyse", OVER, "--hash-mb", "1", "--time", "{}"], ["0.1", "20"], 80),
    "match A": (["match", "{}", "uniform", "--games", "2", "--quiet"], ["strong", "engine:time=-1", "uniform:"], 200),
    "match SPRT": (["match", "uniform", "engine", "--sprt", "{}"], ["0,10", "-5.5,5"], 120),
    "tournament A": (["tournament", "uniform", "uniform", "{}"], ["strong", "engine:time=-1"], 80),
    "match OUT": (["match", "uniform", "engine", "--out", "nowhere/{}"], ["games.volo"], 120),
    "play FEN": (["play", "--terminal", "{}", "--nodes", "1", "--hash-mb", "1"], [START, OVER], 120),
    "puzzle NUMBER": (["puzzle", "{}"], ["1", "20"], 80),
    "solve FEN": (["solve", "{}", "--nodes", "20", "--quiet"], [START, OVER], 120),
    "solve TIME": (["solve", OVER, "--time", "{}"], ["0", "1.5"], 80),
    "solve CHECKPOINT": (["solve", OVER, "--checkpoint", "nowhere/x{}"], ["checkpoint"], 80),
    "check-proof FILE": (["check-proof", "nowhere/{}"], ["proof"], 80),
    "report RULES": (["report", "--rules", "{}", "--out", "nowhere/report.html"], RULES, 120),
    "report PATH": (["report", "--json", "--from", "nowhere/{}"], ["games"], 80),
    "replay FILE": (["replay", "nowhere/{}"], ["games.jsonl"], 120),
    "replay ENGINE": (["replay", "nowhere", "--engine", "{}"], ["core"], 80),
    "summarize DIR": (["summarize", "nowhere/{}"], ["games"], 80),
    "merge DIR": (["merge", "nowhere/all", "nowhere/{}"], ["part"], 80),
    "a command": (["{}"], ["moves", "perft", "divide"], 120),
    "an option": (["moves", "{}"], ["--rules", "--fen", "-h"], 120),
}


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that no handler of a signal was changed, and that no file was written."""
    monkeypatch.chdir(tmp_path)
    before = {each: signal.getsignal(each) for each in signal.valid_signals()}
    yield
    assert {each: signal.getsignal(each) for each in signal.valid_signals()} == before
    assert list(tmp_path.iterdir()) == []


def can_be_passed(argument: str) -> bool:
    """Whether an operating system can pass this argument to a program."""
    with suppress(UnicodeError):
        return b"\0" not in os.fsencode(argument)
    return False


def assert_refused(status: int, out: str, err: str) -> None:
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    (line,) = err[:-1].split("\n")
    assert line.startswith("volo: ")
    assert len(line) < 1050
    assert not any(category(letter) in {"Cc", "Cf", "Cs"} for letter in line), repr(line)


@pytest.mark.parametrize("share", [6, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("command", COMMANDS)
def test_bad_arguments(command: str, share: int) -> None:
    words, good, number = COMMANDS[command]
    number, refused = number // share, 0
    # Every text made by hand is given to some of the commands.
    by_hand = BY_HAND[list(COMMANDS).index(command) % (2 * share + 1) :: 2 * share + 1]
    for given in filter(can_be_passed, [*by_hand, *mutants(good, number)]):
        status, out, err = called(*(word.replace("{}", given) for word in words))
        if status == 0:
            assert err == ""
            assert out or command == "moves FEN"  # a finished game has no moves
        elif command == "a command" and given == "":
            assert status == 2
        else:
            refused += 1
            assert_refused(status, out, err)
    assert refused > number / 10


@pytest.mark.parametrize("words", ["replay ?", "convert ? b", "convert a ?", "simulate --out ?", "show --svg ?"])
def test_a_name_with_a_null_character_is_refused(words: str) -> None:
    """No shell can pass such a name, but a program that calls `volo.cli.main` can."""
    assert_refused(*called(*words.replace("?", "a\0b").split(" ")))


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    """The commands with each of their arguments and options."""
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command is not None
        yield from ((name, parameter) for parameter in command.params)


@pytest.mark.parametrize("url", ["s3://bucket/games", "https://example.org/a.volo", "file:///tmp/a.volo"])
def test_a_url_is_refused_as_the_name_of_a_file(url: str) -> None:
    for command, parameter in parameters():
        if not isinstance(parameter.type, click.Path):
            assert parameter.metavar not in {"FILE", "DIR", "IN", "OUT"}
        elif not (isinstance(parameter.type, KeptFolder) and url.startswith("s3")):  # kept games can be there
            options = [parameter.opts[0]] if isinstance(parameter, click.Option) else []
            needs_another = parameter.name in {"target_name", "folders"} and command in {"convert", "merge"}
            status, out, err = called(command, *["there"] * needs_another, *options, url)
            assert_refused(status, out, err)
            assert f"'{url}' is a URL; expected the path of a local file or folder" in err, (command, parameter)


def test_numbers_are_read_strictly() -> None:
    """Python's own conversions of text accept more than the digits 0 to 9."""
    for text in ("\u0663", "1_0", " 1", "1 ", "+1", "0x1", "9" * 10_000, "1e", "1.5e1", "nan", "inf", "."):
        assert_refused(*called("perft", text, "--fen", OVER))
        assert_refused(*called("analyse", OVER, "--time", text))
        assert_refused(*called("match", "uniform", "uniform", "--sprt", f"0,{text}"))
    assert_refused(*called("perft", "1.0", "--fen", OVER))
    kinds = {type(parameter.type) for _, parameter in parameters()}
    assert {Whole, Decimal} <= kinds
    assert not kinds & {IntParamType, FloatParamType, IntRange, FloatRange}


@pytest.mark.parametrize("name", ["COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"])
def test_no_environment_makes_a_command_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = volo.Position("standard-4")
    for value in filter(can_be_passed, [*BY_HAND, *mutants(["80", "24", "truecolor", "xterm-256color", "dumb"], 40)]):
        monkeypatch.setenv(name, value)
        status, out, err = called("show", "--rules", "standard-4")
        assert (status, err) == (0, ""), value
        assert volo.Position.from_board(out.partition("\nIn hand")[0]) == start
        assert name in {"FORCE_COLOR", "TERM", "COLORTERM"} or out.startswith(str(start))


@pytest.mark.parametrize("value", ["\u00b2", "9" * 10_000, "-5", "0", "1e3", "999999999"])
def test_a_table_is_printed_for_every_size_of_the_terminal(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", value)
    status, out, err = called("simulate", "--games", "5", "--rules", "standard-4")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) < 200
