"""Atomic replacement of files: concurrent writers, permissions, and the names in errors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from volo import Game, read_records, write_records
from volo._support.disk import whole_file

ONE, OTHER = Game(moves=["c5"]), Game(moves=["d5"])


def test_a_file_with_the_temporary_name_is_not_overwritten(tmp_path: Path) -> None:
    precious, temporary = tmp_path / "precious", tmp_path / "file.tmp"
    precious.write_text("precious")
    temporary.symlink_to(precious)
    with pytest.raises(FileExistsError), whole_file(tmp_path / "file", temporary) as sink:
        sink.write(b"data")
    assert precious.read_text() == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file.tmp", "precious"]


def test_two_writers_of_the_same_file_do_not_interfere(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def games() -> Iterator[Game]:
        yield ONE
        write_records(path, [OTHER] * 3)
        assert list(read_records(path)) == [OTHER] * 3
        yield ONE

    write_records(path, games())
    assert list(read_records(path)) == [ONE] * 2
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.parametrize("mode", [0o600, 0o444, 0o666])
def test_permissions_are_preserved(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    path.chmod(mode)
    write_records(path, [ONE])
    assert path.stat().st_mode & 0o777 == mode
    beside = tmp_path / "new.jsonl"
    write_records(beside, [ONE])
    (tmp_path / "usual").touch()
    assert beside.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("name", ["missing/games.jsonl", "missing/games.jsonl.gz", "file/games.jsonl"])
def test_an_error_names_the_path_that_was_given(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(OSError, match=re.escape(f"'{name}'")) as error:
        write_records(name, [ONE])
    assert error.value.filename == name
    assert ".tmp" not in str(error.value)


def test_an_error_of_the_rename_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(OSError, match="file") as error, whole_file(path, tmp_path / "file.tmp"):
        path.mkdir()  # a file cannot replace a folder
    assert (error.value.filename, error.value.filename2) == (str(path), None)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
