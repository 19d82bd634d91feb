"""Quotas and unprivileged users: the command prints one line, has the right status, and damages no file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.kept import contents
from volo import Position
from volo.simulate import Configuration, keep, read_games

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and permissions as POSIX has them")

PLAN = Configuration(games=60, position=Position("standard-4"), seed=3, shard_size=1)
COMMAND = ["simulate", "--games", "60", "--rules", "standard-4", "--seed", "3", "--shard-size", "1", "--quiet"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run. Tests do not change it."""
    folder = tmp_path_factory.mktemp("finished") / "games"
    list(keep(folder, PLAN))
    return folder


class TestFileSizeLimit:
    """A limit on the file size acts like a quota, and does not need a disk of its own."""

    def limited(self, folder: Path, limit: int) -> subprocess.CompletedProcess[str]:
        """Run the command with a limit on the file size, in bytes."""
        program = (
            "import resource, sys\n"
            "from volo.cli import main\n"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
            "sys.exit(main(sys.argv[1:]))\n"
        )
        command = [sys.executable, "-B", "-c", program, *COMMAND, "--out", str(folder)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    @pytest.mark.parametrize(
        ("limit", "name"),
        [
            (200, "_manifest.jsonl"),
            (1000, "games-000000000000.parquet"),
        ],
    )
    def test_a_file_that_exceeds_the_limit_is_named(
        self, limit: int, name: str, finished: Path, tmp_path: Path
    ) -> None:
        folder = tmp_path / "games"
        done = self.limited(folder, limit)
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"volo: {folder / name}: File too large; ")
        assert not list(folder.glob("*.tmp"))
        list(keep(folder, PLAN))
        assert contents(folder) == contents(finished)

    def test_a_manifest_that_reaches_the_limit_loses_no_shards(self, finished: Path, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        lines = (finished / "_manifest.jsonl").read_bytes().splitlines(keepends=True)
        # The limit is in the middle of the line of the 50th shard.
        limit = sum(map(len, lines[:50])) + 50
        assert limit > max(path.stat().st_size for path in finished.glob("*.parquet"))
        (line,) = self.limited(folder, limit).stderr.splitlines()
        assert line.startswith(f"volo: {folder / '_manifest.jsonl'}: File too large; 49 games are kept in {folder}")
        assert sum(1 for _ in read_games(folder, unfinished=True)) == 49
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


# The program first runs another command as root, to import all modules. The user nobody may be unable to read them.
AS_NOBODY = """
import contextlib, io, os, sys
from volo.cli import main
finished, *arguments = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    assert main(["summarize", "--check", finished]) == 0
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
sys.exit(main(arguments))
"""


def unprivileged(finished: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user to whom permissions apply: as nobody, if root runs the tests.

    Args:
        finished: the folder of a run.
        arguments: the command.
    """
    command = [sys.executable, "-c", AS_NOBODY, str(finished), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd="/")


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The error message of a command that failed with status 2, without the name of the command."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    return line.removeprefix("volo: ")


def seal(folder: Path, mode: int) -> None:
    """Set the permissions of a folder and its files."""
    for path in folder.iterdir():
        path.chmod(mode & 0o666)
    folder.chmod(mode)


class TestPermissions:
    def test_games_are_read_from_a_folder_that_cannot_be_written(self, finished: Path, place: Path) -> None:
        folder = place / "games"
        shutil.copytree(finished, folder)
        seal(folder, 0o555)
        done = unprivileged(finished, "summarize", "--check", str(folder))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("60 games from the start")
        folder.chmod(0o755)

    def test_a_run_in_a_folder_that_cannot_be_written_is_refused(self, finished: Path, place: Path) -> None:
        folder = place / "games"
        shutil.copytree(finished, folder)
        (folder / "games-000000000009.parquet").unlink()
        before = contents(folder)
        seal(folder, 0o555)
        assert refused(unprivileged(finished, *COMMAND, "--out", str(folder))) == f"{folder}/_lock: Permission denied"
        new = place / "sealed" / "new"
        new.parent.mkdir(mode=0o555)
        assert refused(unprivileged(finished, *COMMAND, "--out", str(new))) == f"{new}: Permission denied"
        folder.chmod(0o755)
        assert contents(folder) == before

    @pytest.mark.parametrize("name", ["_lock", "_manifest.jsonl", "games-000000000009.parquet"])
    def test_a_file_that_cannot_be_read_does_not_count_as_missing(self, name: str, finished: Path, place: Path) -> None:
        """Otherwise a run would overwrite a file that another user has made unreadable."""
        folder = place / "games"
        shutil.copytree(finished, folder)
        (folder / "games-000000000012.parquet").unlink()
        folder.chmod(0o777)
        for path in folder.iterdir():
            path.chmod(0o666)
        before = contents(folder)
        (folder / name).chmod(0)
        problem = f"{folder / name}: Permission denied"
        assert refused(unprivileged(finished, *COMMAND, "--out", str(folder))) == problem
        if name != "_lock":
            assert refused(unprivileged(finished, "summarize", "--unfinished", str(folder))) == problem
        (folder / name).chmod(0o666)
        assert contents(folder) == before

    def test_a_folder_that_cannot_be_read_is_refused(self, finished: Path, place: Path) -> None:
        folder = place / "games"
        shutil.copytree(finished, folder)
        folder.chmod(0)
        for command in (["summarize"], [*COMMAND, "--out"], ["merge", str(place / "all")]):
            assert refused(unprivileged(finished, *command, str(folder))).endswith(
                ("Permission denied", "is not readable.")
            )
        folder.chmod(0o755)
        assert contents(folder) == contents(finished)

    @pytest.mark.skipif(os.geteuid() != 0 if hasattr(os, "geteuid") else True, reason="needs files of another user")
    def test_files_of_another_user_in_a_sticky_folder_are_not_replaced(self, finished: Path, place: Path) -> None:
        """As in /tmp, every user may add files, and may remove only their own."""
        folder = place / "games"
        shutil.copytree(finished, folder)
        (folder / "games-000000000009.parquet").write_bytes(b"damaged")
        for path in folder.iterdir():
            path.chmod(0o666)
        folder.chmod(0o1777)
        before = contents(folder)
        message = refused(unprivileged(finished, *COMMAND, "--out", str(folder)))
        assert message.startswith(str(folder))
        assert message.endswith(("Operation not permitted", "Permission denied"))
        assert contents(folder) == before
