"""Quotas, unprivileged users, memory, and file systems without flushes or locks: no file is damaged."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import Mock

import pytest

import volo
from support.command_line import called, complaint, in_new_process, output
from support.kept import contents, shards
from support.memory import on_linux, size_limit
from volo import Position
from volo.simulate import Configuration, keep, read_games

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and permissions as POSIX has them")

PLAN = Configuration(games=12, position=Position("standard-4"), seed=3, shard_size=1)
COMMAND = ["simulate", "--rules", "standard-4", "--seed", "3", "--shard-size", "1", "--quiet", "--out"]
SHARD = "games-000000000009.parquet"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("games", "limit", "name"),
    [(12, 200, "_manifest.jsonl"), (12, 1000, "games-000000000000.parquet"), (80, None, "_manifest.jsonl")],
)
def test_a_file_that_exceeds_a_limit_is_named_and_loses_no_games(
    games: int, limit: int | None, name: str, tmp_path: Path
) -> None:
    """A limit on the file size acts like a quota. Files of other tests that are collected there cannot be written."""
    whole, folder, plan = tmp_path / "whole", tmp_path / "games", replace(PLAN, games=games)
    list(keep(whole, plan))
    if limit is None:
        lines = (whole / "_manifest.jsonl").read_bytes().splitlines(keepends=True)
        limit = sum(map(len, lines[:70])) + 50  # in the middle of the line of the 70th shard
        assert limit > max(path.stat().st_size for path in shards(whole))
    with size_limit(limit):
        message = complaint(2, *COMMAND, str(folder), "--games", str(games))
    assert message.startswith(f"{folder / name}: File too large; ")
    assert not list(folder.glob("*.tmp"))
    if games == 80:
        assert f"; 69 games are kept in {folder}" in message
        assert sum(1 for _ in read_games(folder, unfinished=True)) == 69
    list(keep(folder, plan))
    assert contents(folder) == contents(whole)


@pytest.fixture
def place(finished: Path) -> Iterator[Path]:
    """A folder that every user can read. The one of pytest is for one user only."""
    output(*COMMAND, str(finished), "--games", "12")  # The user nobody may be unable to read the modules.
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be a user to whom permissions apply until the end of the block: nobody, if root runs the tests."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def seal(folder: Path, mode: int) -> None:
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
    with unprivileged():
        assert output("summarize", "--check", str(whole)).startswith("12 games from the start")
        assert complaint(2, *COMMAND, str(part), "--games", "12") == f"{part}/_lock: Permission denied"
        assert complaint(2, *COMMAND, str(new), "--games", "12") == f"{new}: Permission denied"
    assert contents(part) == before


@pytest.mark.parametrize("name", ["_lock", "_manifest.jsonl", SHARD, "sticky", "sealed"])
def test_what_cannot_be_read_or_replaced_does_not_count_as_missing(name: str, finished: Path, place: Path) -> None:
    """Otherwise a run would overwrite a file that another user has made unreadable."""
    if name == "sticky" and os.geteuid() != 0:
        pytest.skip("needs files of another user")
    folder = place / "games"
    shutil.copytree(finished, folder)
    (folder / "games-000000000010.parquet").write_bytes(b"damaged")
    before = contents(folder)
    # In a sticky folder, as /tmp, every user may add files, and may remove only their own.
    seal(folder, 0o1777 if name == "sticky" else 0o777)
    if name == "sealed":
        folder.chmod(0)
    is_file = (folder / name).exists()
    if is_file:
        (folder / name).chmod(0)
    with unprivileged():
        problems = [complaint(2, *COMMAND, str(folder), "--games", "12")]
        if name not in {"_lock", "sticky"}:
            problems.append(complaint(2, "summarize", "--unfinished", str(folder)))
    for problem in problems:
        assert str(folder / name if is_file else folder) in problem
        assert re.search(r"(Permission denied|Operation not permitted|is not readable\.)$", problem)
    folder.chmod(0o755)
    if is_file:
        (folder / name).chmod(0o666)
    assert contents(folder) == before


UNSUPPORTED = [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK]


@pytest.mark.parametrize("number", [*UNSUPPORTED, errno.EIO])
def test_a_file_system_without_flushes_is_used(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As shared folders of virtual machines. Other errors are about the data, and name the place."""
    monkeypatch.setattr("volo._support.disk.os.fsync", Mock(side_effect=OSError(number, os.strerror(number))))
    place = tmp_path / "new" / "games"
    uses: dict[Path, Callable[[], object]] = {
        tmp_path: lambda: list(keep(place, Configuration(games=5))),
        tmp_path / "records.volo": lambda: volo.write_records(tmp_path / "records.volo", [volo.Game()]),
        tmp_path / "search": lambda: volo.engine.solve("standard-4", 100, checkpoint=tmp_path / "search"),
    }
    for name, use in uses.items():
        if number in UNSUPPORTED:
            use()
        else:
            with pytest.raises(OSError, match=os.strerror(number)) as error:
                use()
            assert error.value.filename == str(name)


def test_a_file_system_without_locks_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = ["match", "uniform", "uniform", "--games", "2", "--rules", "standard-4", "--out"]
    commands = {
        tmp_path / "games" / "_lock": [*COMMAND, str(tmp_path / "games"), "--games", "12"],
        tmp_path / "match.volo.checkpoint": [*match, str(tmp_path / "match.volo")],
    }
    for number in UNSUPPORTED:
        monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(number, os.strerror(number))))
        for path, command in commands.items():
            status, _, problem = called(*command)
            assert status == 2
            assert problem.startswith(f"volo: {path}: this file system has no locks: mount it with locks")


@on_linux
@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "10001", "--out", "games", "--shard-size", "15000"],
        pytest.param(["--games", "10000000"], marks=pytest.mark.long),
        pytest.param(["--games", "3000000", "--out", "games"], marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_memory_does_not_grow(arguments: list[str], tmp_path: Path) -> None:
    """The guarantee is 200 MB for ten million games. The interpreter itself takes ten."""
    command = ["simulate", "--quiet", "--rules", "standard-4", *arguments]
    program = (
        "from support.memory import measure\n"
        "taken = measure()\n"
        "from volo.cli import main\n"
        f"assert main({command!r}) == 0\n"
        "print(taken())\n"
    )
    assert float(in_new_process(program, cwd=tmp_path).splitlines()[-1]) < 190
