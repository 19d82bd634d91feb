"""Repair: damaged shards are played again, and disk errors do not count as damage."""

from __future__ import annotations

import errno
import io
import itertools
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.command_line import complaint
from support.kept import contents
from volo import KeptGamesError, Position
from volo.simulate import Configuration, Part, keep, merge, scan_shards
from volo.simulate.shard import read_configuration, read_rows, read_summary
from volo.simulate.sizes import check_pages
from volo.simulate.storage.local import LocalFile

PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=25)
SHARD = "games-000000000000.parquet"

READERS: list[Callable[[Path], object]] = [
    lambda path: read_configuration(LocalFile(path)),
    lambda path: read_summary(LocalFile(path)),
    lambda path: list(read_rows(LocalFile(path), 25)),
]


def footer_of(data: bytes) -> int:
    """The offset of the footer of a Parquet file, in bytes."""
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def problem_of(read: Callable[[Path], object], path: Path) -> str | None:
    """The message of the error that a reader raises; None if it raises no error."""
    try:
        read(path)
    except KeptGamesError as error:
        return str(error)
    return None


@pytest.mark.parametrize("flips", [30, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_flipped_bit_in_a_footer_is_repaired_without_a_manifest(
    flips: int, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    chance = random.Random(flips)
    whole = undisturbed[SHARD]
    for _ in range(flips):
        data = bytearray(whole)
        data[chance.randrange(footer_of(whole), len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / SHARD).write_bytes(data)
        (tmp_path / "_manifest.jsonl").unlink(missing_ok=True)
        list(keep(tmp_path, PLAN))
        assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize("flips", [30, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_flipped_bit_anywhere_is_an_error_about_kept_games(
    flips: int, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    chance = random.Random(flips)
    whole = undisturbed[SHARD]
    path = tmp_path / SHARD
    problems = []
    for _ in range(flips):
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        problems += [problem for read in READERS if (problem := problem_of(read, path)) is not None]
    assert len(problems) > flips / 2
    assert all(problem.startswith(f"{path} is not a shard or is damaged: ") for problem in problems)


def test_a_damaged_configuration_is_not_mistaken_for_another_run(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    whole = undisturbed[SHARD]
    assert whole.count(b'"seed": 3') == 1
    (tmp_path / SHARD).write_bytes(whole.replace(b'"seed": 3', b'"seed": 2'))
    with pytest.raises(KeptGamesError, match="the metadata have no configuration"):
        read_configuration(LocalFile(tmp_path / SHARD))
    list(keep(tmp_path, PLAN))
    assert contents(tmp_path) == undisturbed


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({}, "the metadata have no configuration"),
        ({"volo.configuration": "{}"}, "a configuration must have the members"),
        ({"volo.configuration": "[" * 100_000}, "recursion|Stack overflow"),
        ({"volo.configuration": b"\xff"}, "decode"),
        ({"volo.configuration": "7"}, "a configuration must have the members"),
        ({"volo.summary": b"\xff"}, "the metadata have no configuration"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_with_other_metadata_is_refused(
    metadata: dict[str, str | bytes], problem: str, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    path = tmp_path / SHARD
    pq.write_table(pa.table({"number": [1]}).replace_schema_metadata(metadata), path)
    for read in READERS:
        with pytest.raises(KeptGamesError, match=str(path)):
            read(path)
    with pytest.raises(KeptGamesError, match=problem):
        read_configuration(LocalFile(path))
    list(keep(tmp_path, PLAN))
    assert contents(tmp_path) == undisturbed


def test_a_shard_with_another_column_or_writer_is_refused(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    path = tmp_path / "a.parquet"
    table = pq.read_table(pa.BufferReader(undisturbed[SHARD]))
    others = ("a", b"a", 1.5, [1], [[1]], {"a": 1}, None, True)
    for place, other in itertools.product(range(table.num_columns), others):
        column = pa.array([other] * len(table))
        if column.type != table.schema.field(place).type:
            pq.write_table(table.set_column(place, table.column_names[place], column), path)
            with pytest.raises(KeptGamesError, match="does not have the columns of a shard"):
                next(scan_shards(path))
    # A file is not sought at a negative offset, which would be an error of the system.
    column = Mock(has_dictionary_page=False, data_page_offset=-9, total_compressed_size=1)
    group = Mock(num_rows=1, num_columns=1, column=lambda _: column)
    with pytest.raises(KeptGamesError, match="no place in the file"):
        check_pages(io.BytesIO(), Mock(num_row_groups=1, row_group=lambda _: group))
    path.write_bytes(re.sub(rb"parquet-cpp-[ -~]+", lambda writer: b" " * len(writer[0]), undisturbed[SHARD]))
    with pytest.raises(KeptGamesError, match=r"a\.parquet is not a shard or is damaged"):
        next(scan_shards(path))


def test_a_file_with_other_columns_is_refused(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    path = tmp_path / SHARD
    path.write_bytes(undisturbed[SHARD])
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["plies"]), path)
    with pytest.raises(KeptGamesError, match="the file does not have the columns of a shard"):
        list(read_rows(LocalFile(path), 25))


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES, errno.ESTALE])
def test_a_disk_error_does_not_count_as_damage(
    number: int, tmp_path: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a shard that is temporarily unreadable would be overwritten."""
    (tmp_path / SHARD).write_bytes(undisturbed[SHARD])

    class Broken(io.RawIOBase):
        """A file that can be opened, but not read."""

        def __init__(self, descriptor: int, _: str) -> None:
            os.close(descriptor)

        def seekable(self) -> bool:
            return True

        def readable(self) -> bool:
            return True

        def seek(self, *_: int) -> int:
            raise OSError(number, os.strerror(number))

    with monkeypatch.context() as broken:
        broken.setattr("volo.simulate.storage.local.os.fdopen", Broken)
        with pytest.raises(OSError, match=os.strerror(number)) as error:
            read_configuration(LocalFile(tmp_path / SHARD))
    assert (error.value.errno, error.value.filename) == (number, str(tmp_path / SHARD))


class TestMerge:
    @pytest.mark.parametrize("change", ["gone", "cut", "grown", "changed"])
    def test_a_damaged_or_missing_shard_is_named(self, change: str, tmp_path: Path) -> None:
        part = tmp_path / "part"
        list(keep(part, PLAN, part=Part(1, 1)))
        shard = part / SHARD
        whole = shard.read_bytes()
        shard.unlink()
        damaged = {"cut": whole[:-1], "grown": whole + bytes(1 << 20), "changed": whole[:-1] + b"?"}
        if change in damaged:
            shard.write_bytes(damaged[change])
        with pytest.raises(KeptGamesError, match=rf"{SHARD} is damaged or missing"):
            list(merge(tmp_path / "all", [part]))
        assert f"{shard} is damaged or missing" in complaint(2, "merge", str(tmp_path / "all"), str(part))
        assert SHARD not in contents(tmp_path / "all")
        shard.write_bytes(whole)
        list(merge(tmp_path / "all", [part]))
        assert contents(tmp_path / "all") == contents(part)
