"""Quotas and unprivileged users: the command prints one line, has the right status, and damages no file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.command_line import complaint
from support.kept import contents, shards
from support.memory import size_limit
from volo import Position
from volo.simulate import Configuration, keep, read_games

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and permissions as POSIX has them")

PLAN = Configuration(games=12, position=Position("standard-4"), seed=3, shard_size=1)
COMMAND = ["simulate", "--rules", "standard-4", "--seed", "3", "--shard-size", "1", "--quiet"]
SHARD = "games-000000000009.parquet"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("games", "limit", "name", "kept"),
    [
        (12, 200, "_manifest.jsonl", 0),
        (12, 1000, "games-000000000000.parquet", 0),
        (80, None, "_manifest.jsonl", 69),
    ],
)
def test_a_file_that_exceeds_a_limit_is_named_and_loses_no_games(
    games: int, limit: int | None, name: str, kept: int, tmp_path: Path
) -> None:
    """A limit on the file size acts like a quota. Files of other tests that are collected there cannot be written."""
    whole, folder = tmp_path / "whole", tmp_path / "games"
    list(keep(whole, replace(PLAN, games=games)))
    if limit is None:
        lines = (whole / "_manifest.jsonl").read_bytes().splitlines(keepends=True)
        limit = sum(map(len, lines[:70])) + 50  # in the middle of the line of the 70th shard
        assert limit > max(path.stat().st_size for path in shards(whole))
    with size_limit(limit):
        message = complaint(2, *COMMAND, "--games", str(games), "--out", str(folder))
    assert message.startswith(f"{folder / name}: File too large; ")
    assert not list(folder.glob("*.tmp"))
    if kept:
        assert f"; {kept} games are kept in {folder}" in message
        assert sum(1 for _ in read_games(folder, unfinished=True)) == kept
    list(keep(folder, replace(PLAN, games=games)))
    assert contents(folder) == contents(whole)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can read. The one of pytest is for one user only."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


# The program first runs a command as root, to import all modules. The user nobody may be unable to read them.
AS_NOBODY = """
import contextlib, io, json, os, sys
from volo.cli import main
def called(words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        return main(words), out.getvalue(), err.getvalue()
first, *others = json.loads(sys.argv[1])
assert called(first)[0] == 0
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
print(json.dumps([called(words) for words in others]))
"""


def unprivileged(finished: Path, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Run commands as a user to whom permissions apply: as nobody, if root runs the tests.

    Returns:
        The status, the standard output and the standard error of each.
    """
    program = [sys.executable, "-c", AS_NOBODY, json.dumps([["summarize", "--check", str(finished)], *commands])]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def run_in(folder: Path) -> list[str]:
    """The command of the run in a folder."""
    return [*COMMAND, "--games", str(PLAN.games), "--out", str(folder)]


def seal(folder: Path, mode: int) -> None:
    """Set the permissions of a folder and its files."""
    for path in folder.iterdir():
        path.chmod(mode & 0o666)
    folder.chmod(mode)


def test_a_folder_that_cannot_be_written_is_read_and_not_continued(finished: Path, place: Path) -> None:
    whole, part, new = place / "whole", place / "part", place / "sealed" / "new"
    for folder in (whole, part):
        shutil.copytree(finished, folder)
    (part / SHARD).unlink()
    before = contents(part)
    seal(whole, 0o555)
    seal(part, 0o555)
    new.parent.mkdir(mode=0o555)
    read, *runs = unprivileged(finished, ["summarize", "--check", str(whole)], run_in(part), run_in(new))
    assert (read[0], read[2]) == (0, "")
    assert read[1].startswith("12 games from the start")
    assert runs == [
        (2, "", f"volo: {place}/part/_lock: Permission denied\n"),
        (2, "", f"volo: {new}: Permission denied\n"),
    ]
    for folder in (whole, part):
        folder.chmod(0o755)
    assert contents(part) == before


def test_what_cannot_be_read_or_replaced_does_not_count_as_missing(finished: Path, place: Path) -> None:
    """Otherwise a run would overwrite a file that another user has made unreadable."""
    # In a sticky folder, as /tmp, every user may add files, and may remove only their own.
    modes = {"_lock": 0o777, "_manifest.jsonl": 0o777, SHARD: 0o777, "sealed": 0}
    if os.geteuid() == 0:
        modes["sticky"] = 0o1777
    folders = {name: place / name.strip("_") for name in modes}
    before = {}
    for name, folder in folders.items():
        shutil.copytree(finished, folder)
        (folder / "games-000000000010.parquet").write_bytes(b"damaged")
        before[name] = contents(folder)
        seal(folder, modes[name])
        if (folder / name).exists():
            (folder / name).chmod(0)
    runs = unprivileged(finished, *map(run_in, folders.values()))
    reads = unprivileged(finished, *(["summarize", "--unfinished", str(folder)] for folder in folders.values()))
    for name, run, read in zip(folders, runs, reads, strict=True):
        path = folders[name]
        is_file = name.startswith(("_", "games-"))
        problem = "Operation not permitted|Permission denied" if name == "sticky" else "Permission denied|not readable"
        for status, out, error in [run, *([] if name in {"_lock", "sticky"} else [read])]:
            assert (status, out) == (2, ""), error
            assert re.fullmatch(f"volo: .*{path / name if is_file else path}.*({problem})\\.?\n", error), error
        path.chmod(0o755)
        if is_file:
            (path / name).chmod(0o666)
        assert contents(path) == before[name]
