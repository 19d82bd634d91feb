"""Quotas and unprivileged users: the command prints one line, has the right status, and damages no file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.command_line import complaint
from support.kept import contents
from support.memory import size_limit
from volo import Position
from volo.simulate import Configuration, keep, read_games

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and permissions as POSIX has them")

PLAN = Configuration(games=80, position=Position("standard-4"), seed=3, shard_size=1)
COMMAND = ["simulate", "--games", "80", "--rules", "standard-4", "--seed", "3", "--shard-size", "1", "--quiet"]
FEW = replace(PLAN, games=12)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run with fewer games. Tests do not change it."""
    folder = tmp_path_factory.mktemp("few") / "games"
    list(keep(folder, FEW))
    return folder


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
class TestFileSizeLimit:
    """A limit on the file size acts like a quota. Files of other tests that are collected there cannot be written."""

    @pytest.mark.parametrize(("limit", "name"), [(200, "_manifest.jsonl"), (1000, "games-000000000000.parquet")])
    def test_a_file_that_exceeds_the_limit_is_named(self, limit: int, name: str, few: Path, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        with size_limit(limit):
            message = complaint(2, *run_in(folder))
        assert message.startswith(f"{folder / name}: File too large; ")
        assert not list(folder.glob("*.tmp"))
        list(keep(folder, FEW))
        assert contents(folder) == contents(few)

    def test_a_manifest_that_reaches_the_limit_loses_no_shards(self, finished: Path, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        lines = (finished / "_manifest.jsonl").read_bytes().splitlines(keepends=True)
        # The limit is in the middle of the line of the 70th shard.
        limit = sum(map(len, lines[:70])) + 50
        assert limit > max(path.stat().st_size for path in finished.glob("*.parquet"))
        with size_limit(limit):
            message = complaint(2, *COMMAND, "--out", str(folder))
        assert message.startswith(f"{folder / '_manifest.jsonl'}: File too large; 69 games are kept in {folder}")
        assert sum(1 for _ in read_games(folder, unfinished=True)) == 69
        list(keep(folder, PLAN))
        assert contents(folder) == contents(finished)


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


def unprivileged(few: Path, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Run commands as a user to whom permissions apply: as nobody, if root runs the tests.

    Returns:
        The status, the standard output and the standard error of each.
    """
    program = [sys.executable, "-c", AS_NOBODY, json.dumps([["summarize", "--check", str(few)], *commands])]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def refusals(few: Path, *commands: list[str]) -> list[str]:
    """The messages of commands that fail with status 2, without the name of the command."""
    messages = []
    for status, out, err in unprivileged(few, *commands):
        assert (status, out) == (2, ""), err
        (line,) = err.splitlines()
        messages.append(line.removeprefix("volo: "))
    return messages


def run_in(folder: Path) -> list[str]:
    """The command of the run in a folder."""
    return [*COMMAND, "--games", str(FEW.games), "--out", str(folder)]


def seal(folder: Path, mode: int) -> None:
    """Set the permissions of a folder and its files."""
    for path in folder.iterdir():
        path.chmod(mode & 0o666)
    folder.chmod(mode)


class TestPermissions:
    def test_a_folder_that_cannot_be_written_is_read_and_not_continued(self, few: Path, place: Path) -> None:
        whole, part, new = place / "whole", place / "part", place / "sealed" / "new"
        for folder in (whole, part):
            shutil.copytree(few, folder)
        (part / "games-000000000009.parquet").unlink()
        before = contents(part)
        seal(whole, 0o555)
        seal(part, 0o555)
        new.parent.mkdir(mode=0o555)
        read, *runs = unprivileged(few, ["summarize", "--check", str(whole)], run_in(part), run_in(new))
        assert (read[0], read[2]) == (0, "")
        assert read[1].startswith("12 games from the start")
        assert runs == [
            (2, "", f"volo: {place}/part/_lock: Permission denied\n"),
            (2, "", f"volo: {new}: Permission denied\n"),
        ]
        for folder in (whole, part):
            folder.chmod(0o755)
        assert contents(part) == before

    def test_a_file_that_cannot_be_read_does_not_count_as_missing(self, few: Path, place: Path) -> None:
        """Otherwise a run would overwrite a file that another user has made unreadable."""
        commands, problems, before = [], [], []
        names = ["_lock", "_manifest.jsonl", "games-000000000009.parquet"]
        for name in names:
            folder = place / name.strip("_")
            shutil.copytree(few, folder)
            (folder / "games-000000000010.parquet").unlink()
            before.append(contents(folder))
            seal(folder, 0o777)
            (folder / name).chmod(0)
            commands += [run_in(folder), ["summarize", "--unfinished", str(folder)]][: 1 if name == "_lock" else 2]
            problems += [f"{folder / name}: Permission denied"] * (1 if name == "_lock" else 2)
        assert refusals(few, *commands) == problems
        for name, files in zip(names, before, strict=True):
            folder = place / name.strip("_")
            (folder / name).chmod(0o666)
            assert contents(folder) == files

    def test_a_folder_that_cannot_be_read_is_refused(self, few: Path, place: Path) -> None:
        folder = place / "games"
        shutil.copytree(few, folder)
        folder.chmod(0)
        commands = [["summarize", str(folder)], run_in(folder), ["merge", str(place / "all"), str(folder)]]
        for message in refusals(few, *commands):
            assert message.endswith(("Permission denied", "is not readable."))
        folder.chmod(0o755)
        assert contents(folder) == contents(few)

    @pytest.mark.skipif(os.geteuid() != 0 if hasattr(os, "geteuid") else True, reason="needs files of another user")
    def test_files_of_another_user_in_a_sticky_folder_are_not_replaced(self, few: Path, place: Path) -> None:
        """As in /tmp, every user may add files, and may remove only their own."""
        folder = place / "games"
        shutil.copytree(few, folder)
        (folder / "games-000000000009.parquet").write_bytes(b"damaged")
        seal(folder, 0o1777)
        before = contents(folder)
        (message,) = refusals(few, run_in(folder))
        assert message.startswith(str(folder))
        assert message.endswith(("Operation not permitted", "Permission denied"))
        assert contents(folder) == before
