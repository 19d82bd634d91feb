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


def test_a_closed_standard_output_is_an_error(folder: Path) -> None:
    before = sorted(folder.iterdir())
    done = redirected(COMMANDS, ">&-", folder)
    assert done == [(2, "", "volo: standard output is closed\n")] * len(COMMANDS)
    assert sorted(folder.iterdir()) == before


# Each command has a process of its own, because Python writes what is left in the buffer when the process ends.
@FULL
@pytest.mark.parametrize("command", ["moves", COMMANDS[-1]])
def test_a_full_standard_output_is_an_error(command: str, folder: Path) -> None:
    program = [sys.executable, "-m", "volo", *command.split()]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, cwd=folder, timeout=120, check=False)
    assert (done.returncode, done.stderr.decode()) == (2, f"volo: {os.strerror(errno.ENOSPC)}\n")


@pytest.mark.parametrize("redirection", ["2>&-", "<&-"])
def test_other_streams_are_not_needed(redirection: str, folder: Path) -> None:
    for command, (status, out, err) in zip(COMMANDS, redirected(COMMANDS, redirection, folder), strict=True):
        assert (status, err) == (0, ""), command
        assert out, command


@pytest.mark.parametrize("redirection", [">&- 2>&-", pytest.param("2>/dev/full", marks=FULL)])
def test_the_status_reports_what_no_message_can(redirection: str, folder: Path) -> None:
    commands = ["moves x", "perft", "replay nowhere", ""]
    assert redirected(commands, redirection, folder) == [(2, "", "")] * len(commands)


def test_a_file_never_takes_the_place_of_standard_error(folder: Path) -> None:
    ((status, _, _),) = redirected(["convert games.jsonl new.volo"], "2>&-", folder)
    assert status == 0
    assert len(list(volo.read_records(folder / "new.volo"))) == 1


def test_a_closed_standard_input_is_an_error(folder: Path) -> None:
    commands = ["replay -", "convert - new.volo", "convert - - --to volo"]
    done = redirected(commands, "<&-", folder)
    assert done == [(2, "", "volo: standard input is closed\n")] * len(commands)


def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_message(folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m volo {COMMANDS[-1]} | true', sys.executable],
        capture_output=True,
        cwd=folder,
        timeout=120,
        check=False,
    )
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
    commands = ["show", "replay games.jsonl", f"simulate --games 5 {RULES}"]
    for status, out, err in redirected(commands, "", folder, environment):
        assert (status, err) == (0, "")
        assert out
