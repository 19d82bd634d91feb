"""The command with closed or full standard streams, with encodings that lack characters, and without environment."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import volo
from support.command_line import redirected
from support.data import DATA

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams as a POSIX shell redirects them")

GAMES = DATA / "abstract-play.jsonl"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
RULES = "--rules standard-4"
COMMANDS = [
    "--help",
    "moves",
    f"simulate --games 5 {RULES} --json",
    "replay games.jsonl",
    "convert games.jsonl new.volo",
    "convert many.jsonl - --to jsonl",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = GAMES.read_bytes().splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_bytes(lines[0])
    (tmp_path / "many.jsonl").write_bytes(b"".join(lines))  # larger than any buffer
    return tmp_path


@pytest.mark.parametrize(
    ("redirection", "commands", "expected"),
    [
        (">&-", COMMANDS, (2, "", "volo: standard output is closed\n")),
        (
            "<&-",
            ["replay -", "convert - new.volo", "convert - - --to volo"],
            (2, "", "volo: standard input is closed\n"),
        ),
        (">&- 2>&-", ["moves x", "perft", "replay nowhere", ""], (2, "", "")),
        pytest.param("2>/dev/full", ["moves x", "perft", "replay nowhere", ""], (2, "", ""), marks=FULL),
    ],
)
def test_a_stream_that_is_closed_or_full_is_an_error(
    redirection: str, commands: list[str], expected: tuple[int, str, str], folder: Path
) -> None:
    before = sorted(folder.iterdir())
    assert redirected(commands, redirection, folder) == [expected] * len(commands)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("redirection", ["2>&-", "<&-"])
def test_other_streams_are_not_needed(redirection: str, folder: Path) -> None:
    for command, (status, out, err) in zip(COMMANDS, redirected(COMMANDS, redirection, folder), strict=True):
        assert (status, err) == (0, ""), command
        assert out, command
    # The file does not take the place of the closed stream.
    assert len(list(volo.read_records(folder / "new.volo"))) == 1


# Each command has a process of its own, because Python writes what is left in the buffer when the process ends.
@FULL
@pytest.mark.parametrize("command", ["moves", COMMANDS[-1]])
def test_a_full_standard_output_is_an_error(command: str, folder: Path) -> None:
    program = [sys.executable, "-m", "volo", *command.split()]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, cwd=folder, timeout=120, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, f"volo: {os.strerror(errno.ENOSPC)}\n")


def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_message(folder: Path) -> None:
    program = ["sh", "-c", f'"$0" -m volo {COMMANDS[-1]} | true', sys.executable]
    done = subprocess.run(program, capture_output=True, cwd=folder, timeout=120, check=False)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "utf-8:surrogateescape"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=lambda environment: next(iter(environment.values())),
)
def test_what_an_encoding_lacks_is_escaped(environment: dict[str, str], folder: Path) -> None:
    (folder / "V\u00f6gel-\u9ce5.jsonl").write_bytes((folder / "games.jsonl").read_bytes())
    for words in (["replay", "V\u00f6gel-\u9ce5.jsonl"], ["convert", "games.jsonl", "V\u00f6gel-\u9ce5.volo"]):
        program = [sys.executable, "-m", "volo", *words]
        done = subprocess.run(program, capture_output=True, cwd=folder, env=os.environ | environment, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"gel-" in done.stdout or b"udc" in done.stdout


@pytest.mark.parametrize("environment", [{"COLUMNS": "0", "TERM": "", "HOME": "/nowhere"}, {}], ids=str)
def test_a_bare_environment_is_enough(environment: dict[str, str], folder: Path) -> None:
    for status, out, err in redirected(["show", "replay games.jsonl", COMMANDS[2]], "", folder, environment):
        assert (status, err) == (0, "")
        assert out
