"""Damage: every reader notices it, the same run repairs it, and disk errors do not count as damage."""

from __future__ import annotations

import errno
import io
import itertools
import json
import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.command_line import complaint
from support.kept import contents
from volo import KeptGamesError, Position
from volo.simulate import Configuration, keep, merge, read_games, scan, scan_shards
from volo.simulate.config import Shard
from volo.simulate.shard import read_configuration, read_rows, read_summary
from volo.simulate.sizes import check_pages
from volo.simulate.storage.local import LocalFile

PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)
SHARD, OTHER = "games-000000000000.parquet", "games-000000000010.parquet"
MANIFEST = "_manifest.jsonl"

READERS: list[Callable[[Path], object]] = [
    lambda path: read_configuration(LocalFile(path)),
    lambda path: read_summary(LocalFile(path)),
    lambda path: list(read_rows(LocalFile(path), 25)),
]

Change = Callable[[Path], object]


def edited(name: str, change: Callable[[bytes], bytes]) -> Change:
    return lambda folder: (folder / name).write_bytes(change((folder / name).read_bytes()))


def entry(**values: Any) -> Change:
    """A change of the first entry of the manifest."""

    def change(data: bytes) -> bytes:
        heading, line, *others = data.splitlines(keepends=True)
        changed = json.loads(line) | values
        if isinstance(changed["first"], int):
            changed["file"] = Shard(changed["first"], 10).file
        return b"".join([heading, json.dumps(changed).encode() + b"\n", *others])

    return edited(MANIFEST, change)


DAMAGED, UNFINISHED, HEADING = f"{SHARD} is damaged or missing", "has 15 of 25 games", "the heading is damaged"
# What is changed, and the problem that readers have.
DAMAGES: dict[str, tuple[Change, str]] = {
    "a shard that is cut": (edited(SHARD, lambda data: data[:-1]), DAMAGED),
    "an empty shard": (edited(SHARD, lambda _: b""), DAMAGED),
    "a longer shard": (edited(SHARD, lambda data: data + bytes(1 << 20)), DAMAGED),
    "a missing shard": (lambda folder: (folder / SHARD).unlink(), DAMAGED),
    "other bytes": (edited(SHARD, lambda data: data[:80] + bytes([data[80] ^ 1]) + data[81:]), DAMAGED),
    "another shard": (lambda folder: shutil.copy(folder / OTHER, folder / SHARD), DAMAGED),
    "a half of the last line": (edited(MANIFEST, lambda data: data[:-30]), "has 20 of 25 games"),
    "another line": (edited(MANIFEST, lambda data: data.replace(b'{"file"', b'?"file"', 1)), UNFINISHED),
    "a negative first game": (entry(first=-10), UNFINISHED),
    "a first game that is true": (entry(first=True), UNFINISHED),
    "a negative number of games": (entry(games=-1), UNFINISHED),
    "more games": (entry(games=11), UNFINISHED),
    "a negative size": (entry(size=-1), UNFINISHED),
    "a checksum that is no text": (entry(sha256=["0"] * 64), UNFINISHED),
    "another heading": (edited(MANIFEST, lambda data: data.replace(b'"seed": 3', b'"seed": 4')), HEADING),
    "no heading": (edited(MANIFEST, lambda data: data.split(b"\n", 1)[1]), HEADING),
    "no manifest": (lambda folder: (folder / MANIFEST).unlink(), "the manifest is missing"),
    "an enormous manifest": (lambda folder: os.truncate(folder / MANIFEST, 1 << 20), "larger than the manifest"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_noticed_and_repaired(
    damage: str, folder: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    change, problem = DAMAGES[damage]
    change(folder)
    for name in f"_{SHARD}.tmp", f"{MANIFEST}.tmp":
        (folder / name).write_bytes(b"left over by a run that was killed")
    with pytest.raises(KeptGamesError, match=problem):
        list(read_games(folder))
    # A scan compares sizes, and the checksum of what is read.
    with pytest.raises((KeptGamesError, OSError), match="CRC checksum" if damage == "other bytes" else problem):
        scan(folder).to_table()
    is_missing = "has " in problem
    with pytest.raises(KeptGamesError, match="1 of 3 shards are missing" if is_missing else problem) as error:
        list(merge(tmp_path / "all", [folder]))
    assert str(error.value) in complaint(1 if is_missing else 2, "merge", str(tmp_path / "all"), str(folder))
    *_, summary = keep(folder, PLAN)
    assert summary.games == 25
    assert contents(folder) == undisturbed
    list(merge(tmp_path / "all", [folder]))
    assert contents(tmp_path / "all") == undisturbed


@pytest.mark.parametrize("flips", [10, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("place", ["manifest", "footer", "shard"])
def test_a_flipped_bit_is_repaired(place: str, flips: int, tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    """Without a manifest, the footers have the configuration, and must not be mistaken for those of another run."""
    chance = random.Random(flips)
    name = MANIFEST if place == "manifest" else SHARD
    whole = undisturbed[name]
    first = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little") if place == "footer" else 0
    problems = 0
    list(keep(tmp_path, PLAN))
    for _ in range(flips):
        data = bytearray(whole)
        data[chance.randrange(first, len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / name).write_bytes(data)
        if place != "manifest":
            (tmp_path / MANIFEST).unlink()
            for read in READERS:
                try:
                    read(tmp_path / SHARD)
                except KeptGamesError as error:  # noqa: PERF203
                    problems += str(error).startswith(f"{tmp_path / SHARD} is not a shard or is damaged: ")
        list(keep(tmp_path, PLAN))
        assert contents(tmp_path) == undisturbed
    assert place == "manifest" or problems > flips / 2


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        (None, "the metadata have no configuration, or two different ones"),
        ({}, "the metadata have no configuration"),
        ({"volo.configuration": "{}"}, "a configuration must have the members"),
        ({"volo.configuration": "[" * 100_000}, "recursion|Stack overflow"),
        ({"volo.configuration": b"\xff"}, "decode"),
        ({"volo.summary": b"\xff"}, "the metadata have no configuration"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_with_other_metadata_is_refused(
    metadata: dict[str, str | bytes] | None, problem: str, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Not even one with the seed of another run in one of the two copies of its metadata is taken for that run."""
    path = tmp_path / SHARD
    if metadata is None:
        assert undisturbed[SHARD].count(b'"seed": 3') == 1
        path.write_bytes(undisturbed[SHARD].replace(b'"seed": 3', b'"seed": 2'))
    else:
        pq.write_table(pa.table({"number": [1]}).replace_schema_metadata(metadata), path)
    for read in READERS[:: 2 if metadata is None else 1]:
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


def test_the_games_of_another_shard_are_refused(folder: Path) -> None:
    """Although the manifest has their checksum."""
    _, line, other, *_ = (folder / MANIFEST).read_bytes().splitlines(keepends=True)
    shutil.copy(folder / OTHER, folder / SHARD)
    copied = json.dumps(json.loads(other) | {"file": SHARD, "first": 0}).encode() + b"\n"
    edited(MANIFEST, lambda data: data.replace(line, copied))(folder)
    with pytest.raises(KeptGamesError, match="the games are not numbered from 0"):
        list(read_games(folder))


def test_a_disk_error_does_not_count_as_damage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a shard that is temporarily unreadable would be overwritten."""
    broken = io.BytesIO()
    monkeypatch.setattr(broken, "seek", Mock(side_effect=OSError(errno.EIO, os.strerror(errno.EIO))))
    monkeypatch.setattr(LocalFile, "open", lambda _: broken)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)) as error:
        read_configuration(LocalFile(folder / SHARD))
    assert (error.value.errno, error.value.filename) == (errno.EIO, str(folder / SHARD))
