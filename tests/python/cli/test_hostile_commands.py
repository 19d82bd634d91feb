"""Hostile texts for the command: bad ones are refused in one line, and none of them controls the terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import click
import pytest
from click import FloatRange, IntRange
from click.types import FloatParamType, IntParamType

import volo
from support.command_line import called, called_on_terminal, run
from support.data import read_jsonl
from support.hostile import BY_HAND, mutants
from support.pictures import OVER
from volo.cli.app import app
from volo.cli.options import Decimal, KeptFolder, Whole
from volo.cli.terminal import printable

RULES = ["standard-4", "french-5", "edge=6,supply=50,pass=forced,stuck=draw"]
POLICIES = ["careful", "engine:400,opening=6", "careful,engine:9,temperature=0.5"]
START = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"

# One command for each kind of argument: good texts for the part {} that is mutated, and the number of mutants. OVER is
# a finished game.
COMMANDS: dict[str, tuple[list[str], int]] = {
    "moves {}": ([START, OVER, "--rules", "--fen", "-h"], 520),
    "moves --rules {}": (RULES, 500),
    "perft {} --fen OVER": (["0", "3", "64"], 400),
    "simulate --games 1 --fen OVER --seed 1 --part {}": (["1/1", "1/2"], 80),
    "simulate --games 1 --fen OVER --policy {}": (POLICIES, 400),
    "analyse OVER --hash-mb 1 --time {}": (["0.1", "20"], 80),
    "match {} uniform --games 2 --quiet": (["strong", "engine:time=-1", "uniform:"], 200),
    "match uniform engine --sprt {}": (["0,10", "-5.5,5"], 120),
    "match uniform engine --out nowhere/{}": (["games.volo"], 120),
    "play --terminal {} --nodes 1 --hash-mb 1": ([START, OVER], 120),
    "puzzle {}": (["1", "20"], 80),
    "solve OVER --checkpoint nowhere/x{}": (["checkpoint"], 80),
    "check-proof nowhere/{}": (["proof"], 80),
    "report --json --from nowhere/{}": (["games"], 80),
    "replay nowhere/{}": (["games.jsonl"], 120),
    "replay nowhere --engine {}": (["core"], 80),
    "summarize nowhere/{}": (["games"], 80),
    "{}": (["moves", "perft", "divide"], 120),
}


@pytest.fixture
def _nothing_is_left_behind(tmp_path: Path) -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in signal.valid_signals()}
    yield
    assert {each: signal.getsignal(each) for each in signal.valid_signals()} == before
    assert list(tmp_path.iterdir()) == []


def can_be_passed(argument: str) -> bool:
    with suppress(UnicodeError):
        return b"\0" not in os.fsencode(argument)
    return False


def assert_refused(status: int, out: str, err: str) -> None:
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    (line,) = err[:-1].split("\n")
    assert line.startswith("volo: ")
    assert len(line) < 1050
    assert line.isprintable(), repr(line)


@pytest.mark.usefixtures("_nothing_is_left_behind")
@pytest.mark.parametrize("share", [6, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("command", COMMANDS)
def test_bad_arguments(command: str, share: int) -> None:
    good, number = COMMANDS[command]
    number, refused = number // share, 0
    # Every text made by hand is given to some of the commands.
    by_hand = BY_HAND[list(COMMANDS).index(command) % (2 * share + 1) :: 2 * share + 1]
    for given in filter(can_be_passed, [*by_hand, *mutants(good, number)]):
        words = [OVER if word == "OVER" else word.replace("{}", given) for word in command.split()]
        status, out, err = called(*words)
        if status == 0:
            assert err == ""
            assert out or command == "moves {}"  # a finished game has no moves
        elif words == [""]:
            assert status == 2
        else:
            refused += 1
            assert_refused(status, out, err)
    assert refused > number / 10


@pytest.mark.usefixtures("_nothing_is_left_behind")
@pytest.mark.parametrize("words", ["replay ?", "convert ? b", "convert a ?", "simulate --out ?", "show --svg ?"])
def test_a_name_with_a_null_character_is_refused(words: str) -> None:
    """No shell can pass such a name, but a program that calls `volo.cli.main` can."""
    assert_refused(*called(*words.replace("?", "a\0b").split(" ")))


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command is not None
        yield from ((name, parameter) for parameter in command.params)


@pytest.mark.usefixtures("_nothing_is_left_behind")
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


# Python's own conversions of text accept more than the digits 0 to 9.
NO_NUMBERS = ("\u0663", "1_0", " 1", "1 ", "+1", "0x1", "9" * 10_000, "1e", "1.5e1", "nan", "inf", ".")


def test_numbers_are_read_strictly() -> None:
    for text in NO_NUMBERS:
        assert_refused(*called("analyse", OVER, "--time", text))
        assert_refused(*called("match", "uniform", "uniform", "--sprt", f"0,{text}"))
    for text in (*NO_NUMBERS, "1.0", "1_00", "_100", "1__000", "1e100", "-1e3"):
        assert_refused(*called("perft", text, "--fen", OVER))
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
    for value in ("\u00b2", "9" * 10_000, "-5", "0", "1e3", "999999999"):
        monkeypatch.setenv(name, value)
        status, out, err = called("simulate", "--games", "5", "--rules", "standard-4")
        assert (status, err) == (0, "")
        assert max(map(len, out.splitlines())) < 200


# Names, tags and other texts that could control a terminal

# A title, colors, a bell, DEL, C1, direction marks, zero-width characters, line ends, markup, and a byte that is not
# UTF-8. No command prints any of these sequences itself.
HOSTILE = "a\x1b]0;owned\x07\x1b[31;5m\x9b7m\x7f\x85\u200b\u202eb\u2066c\ufeff\u2028\r\n[red]:bird: \udcff"
ESCAPED = r"a\x1b]0;owned\x07\x1b[31;5m\x9b7m\x7f\x85\u200b\u202eb\u2066c\ufeff\u2028\r\n[red]:bird: \udcff"  # the same
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not allow such file names")

# Commands that print the hostile text X, escaped, on standard output or on standard error; and commands that do not.
NAMED = [
    *("simulate --games 5 --rules standard-4 --out new-X", "simulate --games 6 --rules standard-4 --out kept-X"),
    *("simulate --games 5 --policy X", "summarize kept-X kept-X", "summarize broken-X"),
    *("merge all-X kept-X", "show X", "show --svg nowhere-X/a.svg", "moves --X", "X", "replay games-X"),
    *(
        "replay wrong-X",
        "replay games-X --html games-X",
        "convert games-X new-X.volo",
        "convert games-X new.volo --to X",
    ),
]
UNNAMED = [
    *("replay records-X", "simulate --games 5 --rules standard-4 --json --out kept-X", "summarize kept-X"),
    *("show --rules standard-4 --svg X.svg", "convert games-X - --to jsonl"),
]
READING = ["replay -", "convert - new.volo", "convert - - --from jsonl --to volo"]
READ = [HOSTILE.encode(errors="surrogateescape"), HOSTILE[:-1].encode(), b"\x1b", b"\0"]
TALKING = ["play --terminal --you both --nodes 1 --hash-mb 1", "puzzle --edge 4"]
WORDS = ("", "moves", "hint", "undo", "board", "fen", "save", "next", "help")
TEXTS = ("", HOSTILE.replace("\n", ""), "\x1b[2J" * 300, "e" + "\u0301" * 900, "🐦" * 900, "\u0661", "..", "/")
TALK = "".join(f"{word} {text}\n" for word in WORDS for text in TEXTS).encode(errors="surrogateescape")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files and folders that have hostile names and contents."""
    folder = tmp_path_factory.mktemp("good")
    with (folder / f"games-{HOSTILE}").open("wb") as games:
        volo.write_records(games, [volo.Game(volo.Position("standard-4"), ["b5", "c6"])], format="volo")
    game = read_jsonl("abstract-play.jsonl")[0]
    # JSON may have an escaped control character, and a raw character of any other kind.
    wrong = json.dumps(game | {"moves": [HOSTILE[:-1], *game["moves"][1:]]}, ensure_ascii=False)
    (folder / f"wrong-{HOSTILE}").write_text(f"{wrong}\n{wrong}\n", encoding="utf-8")
    (folder / f"records-{HOSTILE}").write_text(f'[Event "{HOSTILE[:-1]}"]\n', encoding="utf-8", newline="")
    kept = folder / f"kept-{HOSTILE}"
    assert called("simulate", "--games", "5", "--rules", "standard-4", "--out", str(kept))[0] == 0
    manifest = Path(shutil.copytree(kept, folder / f"broken-{HOSTILE}")) / "_manifest.jsonl"
    lines = manifest.read_text(encoding="utf-8").replace("uniform", HOSTILE[:-1])
    manifest.write_text(lines, encoding="utf-8", newline="")
    return folder


def assert_harmless(text: str) -> None:
    assert {each for each in text if not each.isprintable()} <= {"\n"}, repr(text)


def seen(*words: str, given: bytes = b"") -> str:
    """The text that a terminal shows, without the control sequences of progress bars and tables."""
    _, shown = called_on_terminal(*words, given=given)
    assert b"\x1b[31;5m" not in shown
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r", "")
    assert_harmless(text)
    return text


@on_linux
@pytest.mark.parametrize(
    ("command", "given"),
    [*product([*NAMED, *UNNAMED], [b""]), *product(READING, READ), *product(TALKING, [TALK])],
    ids=lambda value: str(value)[:60],
)
def test_a_pipe_and_a_terminal_get_text_without_control_characters(
    command: str, given: bytes, good: Path, tmp_path: Path
) -> None:
    shutil.copytree(good, tmp_path, dirs_exist_ok=True)
    words = [word.replace("X", HOSTILE) for word in command.split()]
    _, out, err = called(*words, given=given)
    assert_harmless(out + err)
    assert len(out) < 1_000_000
    shown = seen(*words, given=given)
    assert shown
    if command in [*NAMED, *TALKING]:
        # A table folds long names, and a message may quote as Python does, which doubles backslashes, or as Rust does.
        printed = re.sub(r"\s", "", out + err).replace("\\\\", "\\")
        assert re.search(r"a\\(x1b|u\{1b\})\]0;owned", printed)


@on_linux
def test_tags_go_to_a_pipe_byte_for_byte_and_to_a_terminal_escaped() -> None:
    """Tags and comments may have any characters that their format allows."""
    game = volo.Game(volo.Position("standard-4"), ["b5", "c6"])
    game.tags["Event"] = "Turn \u202e and \u2066 and \u200b [red]:bird:"
    game.comments[1] = "Zero \u200b width, \u202e back"
    volo.write_records("games.volo", [game])
    assert run("convert", "games.volo", "-", "--to", "volo").stdout == Path("games.volo").read_bytes()
    assert r"Turn \u202e and \u2066 and \u200b [red]:bird:" in seen("convert", "games.volo", "-", "--to", "jsonl")


def test_what_is_printable_stays_and_the_escapes_are_those_of_python() -> None:
    for text in ("", "games.jsonl", "Vögel", "鳥.jsonl", "птицы", "طيور", "ציפורים", "🐦", "e\u0301", "a  b", r"\x1b"):
        assert printable(text) == text
    assert printable(HOSTILE) == printable(Path(HOSTILE)) == ESCAPED
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            line = printable(f"a{chr(code)}b")
            assert (line.isascii(), line.isprintable()) == (True, True), hex(code)
            assert line.encode().decode("unicode_escape") == f"a{chr(code)}b"


@on_linux
@pytest.mark.parametrize(("variable", "status"), [("TERM", 0), ("VOLO_BACKEND", 2), ("_VOLO_COMPLETE", 1)])
def test_the_environment_is_quoted_harmlessly(variable: str, status: int) -> None:
    done = run("moves", "--rules", "standard-4", **{variable: HOSTILE})  # type: ignore[arg-type]
    assert done.returncode == status
    assert_harmless((done.stdout + done.stderr).decode())
    assert b"Traceback" not in done.stderr
