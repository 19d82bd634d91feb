"""Streams that are closed or full, and files that cannot be written: commands by fault, and what each then answers.

A limit on the size of files acts like a full disk. `test_kept_limits.py` has the folders of kept games.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import enumerate as enumerate_threads
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, redirected
from support.data import DATA
from support.memory import size_limit
from support.pictures import WIN_IN_FIVE
from volo import engine

pytest.importorskip("resource", reason="Windows has no such limit, and no such shell")

# A file of another test that is collected under the limit cannot be written either.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
NO_SPACE = "No space left on device\n"
START = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
RULES = ["--rules", "standard-4"]
VOLO = [sys.executable, "-m", "volo"]


# Streams

PRINTING = [
    *("--help", "moves", "simulate --games 5 --rules standard-4 --json", "replay game.jsonl"),
    *("convert game.jsonl new.volo", "convert games.jsonl - --to jsonl"),
]
READING = ["replay -", "convert - new.volo", "convert - - --to volo"]
WRONG = ["moves x", "perft", "replay nowhere", ""]


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    lines = (DATA / "abstract-play.jsonl").read_bytes().splitlines(keepends=True)
    Path("game.jsonl").write_bytes(lines[0])
    Path("games.jsonl").write_bytes(b"".join(lines))
    return sorted(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("redirection", "commands", "answer"),
    [
        (">&-", PRINTING, (2, "", "volo: standard output is closed\n")),
        ("<&-", READING, (2, "", "volo: standard input is closed\n")),
        (">&- 2>&-", WRONG, (2, "", "")),
        pytest.param("2>/dev/full", WRONG, (2, "", ""), marks=FULL),
    ],
)
def test_a_stream_that_is_closed_or_full_is_an_error(
    redirection: str, commands: list[str], answer: tuple[int, str, str], games: list[Path], tmp_path: Path
) -> None:
    assert redirected(commands, redirection, tmp_path) == [answer] * len(commands)
    assert sorted(tmp_path.iterdir()) == games


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("redirection", "environment"),
    [("2>&-", None), ("<&-", None), ("", {"COLUMNS": "0", "TERM": "", "HOME": "/nowhere"}), ("", {})],
)
def test_other_streams_and_the_environment_are_not_needed(
    redirection: str, environment: dict[str, str] | None, tmp_path: Path
) -> None:
    for command, (status, out, err) in zip(
        PRINTING, redirected(PRINTING, redirection, tmp_path, environment), strict=True
    ):
        assert (status, err) == (0, ""), command
        assert out, command
    # The file does not take the place of the closed stream.
    assert len(list(volo.read_records("new.volo"))) == 1


# Each command has a process of its own, because Python writes what is left in the buffer when the process ends.
@FULL
@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("words", "given"),
    [("moves", b""), (PRINTING[-1], b""), ("engine", b"isready\n"), ("engine", b"go nodes 100000\n")],
)
def test_a_full_standard_output_is_an_error(words: str, given: bytes) -> None:
    command = [*VOLO, *words.split()]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, input=given, stdout=full, stderr=subprocess.PIPE, timeout=120, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, f"volo: {NO_SPACE}")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("words", [PRINTING[-1], "simulate --games 20 --rules standard-4 --plot summary.svg"])
def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_message(words: str) -> None:
    """As in `volo simulate --plot FILE | head -1`, which writes the plot nevertheless."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*VOLO, *words.split()], stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")
    assert "--plot" not in words or Path("summary.svg").read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    "given",
    [
        *("PYTHONIOENCODING=ascii", "PYTHONIOENCODING=utf-8:surrogateescape"),
        "LC_ALL=C LANG=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0",
    ],
)
def test_what_an_encoding_lacks_is_escaped(given: str) -> None:
    environment = os.environ | dict(each.split("=") for each in given.split())
    Path("game.jsonl").rename("V\u00f6gel-\u9ce5.jsonl")
    for words in (["replay", "V\u00f6gel-\u9ce5.jsonl"], ["convert", "games.jsonl", "V\u00f6gel-\u9ce5.volo"]):
        done = subprocess.run([*VOLO, *words], capture_output=True, env=environment, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"gel-" in done.stdout or b"udc" in done.stdout


# Files

GAMES = str(DATA / "abstract-play.jsonl")
MATCH = ["match", "uniform", "careful", "--games", "100", *RULES, "--out", "file.jsonl", "--json"]
REPORT = ["report", *RULES, "--games", "4", "--nodes", "8"]

# Each writes `file` over the one from before; those of NEW make it.
WRITING = {
    "proof": ["solve", WIN_IN_FIVE, "--proof", "file"],
    "checkpoint": ["solve", START, "--nodes", "50000", "--checkpoint", "file"],
    "convert": ["convert", GAMES, "file", "--to", "volo"],
    "convert.gz": ["convert", GAMES, "file.volo.gz"],
    "show": ["show", "--svg", "file"],
    "pixels": ["show", "--png", "file"],
    "plot": ["simulate", "--games", "10", *RULES, "--plot", "file.svg"],
    "html": ["replay", GAMES, "--game", "1", "--html", "file"],
    "save": ["play", "--terminal", *RULES, "--you", "nobody", "--nodes", "1", "--save", "file"],
}
NEW = ("html", "save")


def names(tmp_path: Path) -> list[str]:
    return [each.name for each in tmp_path.iterdir()]


def failed(words: list[str], name: str, size: int = 200) -> str:
    """Run a command that must fail because of this file. Return its standard output."""
    with size_limit(size):
        status, out, err = called(*words)
    assert (status, err) == (2, f"volo: {name}: File too large\n")
    assert not [each for each in enumerate_threads() if each.name.startswith("volo-")], "the command goes on"
    return out


@pytest.mark.parametrize("command", WRITING)
def test_a_file_that_does_not_fit_is_removed_and_the_one_from_before_stays(command: str, tmp_path: Path) -> None:
    words = WRITING[command]
    (name,) = (word for word in words if word.startswith("file"))
    if command == "checkpoint":
        engine.solve(START, 10, checkpoint=name)
    elif command not in NEW:
        called(*words)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    out = failed(words, name)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    # The result of a long run is printed.
    assert bool(out) == (command in {"proof", "plot", *NEW})


def test_a_match_reports_the_games_that_were_played_and_continues(tmp_path: Path) -> None:
    status, whole, _ = called(*MATCH)
    assert status == 0
    file = Path("file.jsonl")
    undisturbed = file.read_bytes()
    file.unlink()
    assert json.loads(failed(MATCH, "file.jsonl.checkpoint", 50))["games"] == 0
    assert names(tmp_path) == []
    failed(MATCH, "file.jsonl", 20_000)
    # As after Ctrl-C, which writes the games that were played.
    before = undisturbed[: undisturbed.index(b"\n") + 1]
    file.write_bytes(before)
    result = json.loads(failed(MATCH, "file.jsonl", 20_000))
    assert 100 > result["games"] == result["wins"] + result["draws"] + result["losses"] > 0
    assert file.read_bytes() == before
    assert called(*MATCH) == (0, whole, "")
    assert (file.read_bytes(), names(tmp_path)) == (undisturbed, ["file.jsonl"])


@FULL
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["convert", GAMES, "/dev/full", "--to", "volo"], f"/dev/full: {NO_SPACE}"),
        (["show", "--svg", "/dev/full"], f"/dev/full: {NO_SPACE}"),
        # Without playing the games.
        (["simulate", "--games", "999999999", "--plot", "link.svg"], "link.svg: No such file or directory\n"),
        ([*REPORT, "--out", "link.svg"], "link.svg: No such file or directory\n"),
    ],
)
def test_a_place_that_takes_no_file_is_named(words: list[str], message: str) -> None:
    Path("link.svg").symlink_to(Path("nowhere", "file.svg"))
    assert called(*words) == (2, "", f"volo: {message}")


def test_a_checkpoint_that_does_not_fit_loses_no_solution_and_a_short_proof_is_checked_nevertheless(
    tmp_path: Path,
) -> None:
    with size_limit(10_000):
        status, out, err = called("solve", WIN_IN_FIVE, "--checkpoint", "file", "--proof", "proof")
    assert (status, err) == (2, "volo: no checkpoint was written: file: File too large\n")
    assert out.startswith("win in at most 5 plies")
    assert called("check-proof", "proof")[0] == 0
    assert failed(["check-proof", "proof", "--short", "2", "--out", "file"], "file").startswith("proved: win")
    assert names(tmp_path) == ["proof"]


def test_an_interrupted_search_whose_checkpoint_does_not_fit_cannot_be_continued(tmp_path: Path) -> None:
    press = Mock(side_effect=[KeyboardInterrupt, *[None] * 1000])
    with size_limit(10_000), pytest.raises(OSError, match="File too large: 'file'"):
        engine.solve(START, checkpoint="file", progress=press)
    assert names(tmp_path) == []


def test_a_report_that_does_not_fit_is_printed(tmp_path: Path) -> None:
    assert json.loads(failed([*REPORT, "--out", "file"], "file"))["nodes"] == 8
    assert names(tmp_path) == []
    failed([*REPORT, "--json", "--keep", "kept"], f"kept{os.sep}standard-4.jsonl")


FEW = ["uniform", "careful", *RULES, "--games", "2", "--out"]


@pytest.mark.parametrize("content", [b'{"my": "notes"}', b"PAR"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.volo.checkpoint", ["match", *FEW, "a.volo"]),
        ("a.volo.checkpoint", ["tournament", *FEW, "a.volo"]),
        ("kept.volo", ["tournament", *FEW, "kept.volo"]),
        ("keep/standard-4.jsonl", [*REPORT, "--keep", "keep", "--json"]),
        ("a.html", [*REPORT, "--json", "--keep", "keep", "--out", "a.html"]),
        ("keep/_manifest.jsonl", ["simulate", *RULES, "--games", "2", "--out", "keep"]),
        ("file.jsonl", ["convert", GAMES, "file.jsonl"]),
        ("a.parquet", ["convert", GAMES, "a.parquet"]),
        *((WRITING[each][-1], WRITING[each]) for each in ("proof", "checkpoint", "show", "pixels", "plot")),
        ("file.png", [*WRITING["plot"][:-1], "file.png"]),
    ],
)
def test_a_file_of_another_program_is_not_replaced(name: str, words: list[str], content: bytes) -> None:
    Path("keep").mkdir()
    if name in {"a.html", "kept.volo"}:  # The command goes on with its own work beside the file.
        assert called(*words)[0] == 0
    Path(name).write_bytes(content)
    status, _, err = called(*words)
    assert (status in {1, 2}, name in err) == (True, True)
    assert Path(name).read_bytes() == content


@pytest.mark.parametrize(
    "words",
    [
        *(*WRITING.values(), [*REPORT, "--out", "file"], ["simulate", "--games", "1", "--out", "file"]),
        *(["summarize", "file"], ["merge", "other", "file"], ["convert", "file", "other.jsonl"], ["replay", "file"]),
        *(["match", *FEW, "file.volo"], ["check-proof", "file"]),
    ],
    ids=" ".join,
)
def test_a_deleted_working_folder_is_named(words: list[str], tmp_path: Path) -> None:
    tmp_path.rmdir()
    status, _, err = called(*words)
    assert (status, err.count("\n")) == (2, 1)
    named, _, _ = err.partition(": No such file or directory")
    assert "file" in named or named == "volo: the working folder"
