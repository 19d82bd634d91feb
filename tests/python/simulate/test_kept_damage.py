"""Damage, planted files and power loss: readers notice what is lost, and the same run repairs only what is its own."""

from __future__ import annotations

import errno
import hashlib
import io
import itertools
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.command_line import complaint
from support.kept import contents, keep_parts, write_files
from support.memory import measure, on_linux
from volo import KeptGamesError, Position
from volo._support.disk import make_folder, open_regular
from volo.play.kept import KeptGames
from volo.simulate import Configuration, keep, merge, read_games, scan, scan_shards
from volo.simulate.config import Shard
from volo.simulate.kept import contents_of
from volo.simulate.manifest import read_manifest, rewrite_manifest
from volo.simulate.shard import check_shard, read_configuration, read_origin, read_rows, read_summary, schema
from volo.simulate.sizes import check_pages
from volo.simulate.storage.local import LocalFile, LocalFolder

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
    if damage == "other bytes":
        with pytest.raises(KeptGamesError, match="CRC checksum"):
            list(read_games(folder / SHARD))
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


def test_a_file_with_other_metadata_is_refused(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    """Not even one with the seed of another run in one of the two copies of its metadata is taken for that run."""
    path = tmp_path / SHARD
    others: list[tuple[dict[str, str | bytes] | None, str]] = [
        (None, "the metadata have no configuration, or two different ones"),
        ({}, "the metadata have no configuration"),
        ({"volo.configuration": "{}"}, "the metadata have no format"),
        ({"volo.format": "1", "volo.configuration": "[]"}, "a configuration must have the members"),
        ({"volo.format": "1", "volo.configuration": "[" * 100_000}, "recursion|Stack overflow"),
        ({"volo.format": "1", "volo.configuration": b"\xff"}, "decode"),
        ({"volo.summary": b"\xff"}, "the metadata have no configuration"),
    ]
    for metadata, problem in others:
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
        (tmp_path / MANIFEST).unlink()


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


# Planted files: only regular files in the folder itself are read and written.

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and sockets as POSIX has them")
COMMAND = ["simulate", "--games", "25", "--rules", "standard-4", "--seed", "3", "--shard-size", "10", "--quiet"]
OWN = ["_lock", MANIFEST, f"{MANIFEST}.tmp", OTHER, f"_{OTHER}.tmp"]


def listening_socket(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(path))  # a relative path, because that of a socket has at most about 100 characters


PLANTS: list[Callable[[Path], object]] = [
    os.mkfifo,
    listening_socket,
    lambda path: (path / "precious").mkdir(parents=True),
    lambda path: path.symlink_to("../outside"),
    lambda path: path.symlink_to("../made"),
    lambda path: path.symlink_to(path.name),
    lambda path: path.symlink_to("/dev/zero"),
]


# A separate process, so that a planted file cannot make the tests hang or run out of memory.
REFUSED = """
import resource, sys
from volo.cli import main
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
command, *folders = sys.argv[1:]
for folder in folders:
    assert main([*command.split(), "--out", folder]) == main(["summarize", folder]) == 2, folder
"""


@posix
def test_a_file_that_is_not_regular_is_refused(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [(plant, name) for plant in PLANTS for name in OWN]
    folders = [tmp_path / str(number) / "games" for number in range(len(cases))]
    for folder, (plant, name) in zip(folders, cases, strict=True):
        shutil.copytree(finished, folder)
        folder.with_name("outside").write_text("precious")
        (folder / name).unlink(missing_ok=True)
        monkeypatch.chdir(folder)
        plant(Path(name))
    before = {path: path.lstat().st_mode for folder in folders for path in folder.parent.rglob("*")}
    command = [sys.executable, "-c", REFUSED, " ".join(COMMAND), *map(str, folders)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    messages = done.stderr.splitlines()
    for folder, (_, name) in zip(folders, cases, strict=True):
        problems = [f"volo: {folder / name}{text} a regular file" for text in (" is not", ": not")]
        assert sum(map(messages.count, problems)) == 2, done.stderr
        assert folder.with_name("outside").read_text() == "precious"
    assert {path: path.lstat().st_mode for folder in folders for path in folder.parent.rglob("*")} == before


@posix
def test_the_folder_itself_may_be_a_link(folder: Path, tmp_path: Path) -> None:
    """But not one to itself or to a file."""
    link, loop, file = (tmp_path / name for name in ("link", "loop", "file"))
    link.symlink_to(folder)
    before = contents(folder)
    list(keep(link, PLAN))
    assert sum(1 for _ in read_games(link)) == 25
    assert contents(folder) == before
    loop.symlink_to(loop)
    file.write_text("precious")
    for path in (loop, file, loop / "games", file / "games"):
        with pytest.raises(OSError, match=r"loop|file"):
            list(keep(path, PLAN))
    assert file.read_text() == "precious"


@posix
@pytest.mark.parametrize("is_link", [True, False])
def test_a_file_that_is_replaced_after_its_check_is_not_opened(is_link: bool, tmp_path: Path) -> None:
    """A link is not followed, and a pipe does not hang."""
    path, lstat = tmp_path / "file", Path.lstat
    path.touch()

    def replaced(self: Path) -> os.stat_result:
        found = lstat(self)
        path.unlink()
        path.symlink_to(tmp_path / "made") if is_link else os.mkfifo(path)
        return found

    problem, flags = ("symbolic links", os.O_WRONLY | os.O_CREAT) if is_link else ("not a regular file", os.O_RDONLY)
    with patch.object(Path, "lstat", replaced), pytest.raises(OSError, match=problem):
        open_regular(path, flags)
    assert not (tmp_path / "made").exists()


@posix
def test_a_folder_may_be_as_deep_as_the_system_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is deeper than the recursion limit of Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("volo._support.disk.sync_folder", lambda _: None)
    deep = Path(*["d"] * 1050)
    make_folder(deep)
    assert deep.is_dir()
    for path in (deep, *deep.parents[:-1]):
        path.rmdir()
    with pytest.raises(OSError, match="File name too long"):
        make_folder(Path(*["d"] * 5000))


def forge(folder: Path, moves: int, games: int, max_plies: int, rules: str = "standard-4") -> None:
    """Make a folder of a run whose shard has this number of equal moves in its first game, with the right checksum."""
    plan = replace(PLAN, games=games, max_plies=max_plies, shard_size=games)
    list(keep(folder, replace(plan, max_plies=0)))
    shard = folder / SHARD
    before = pq.read_table(shard)
    offsets = pa.array([0] + [moves] * games, pa.int32())
    kinds = schema(plan).field("moves").type
    texts = pa.DictionaryArray.from_arrays(np.zeros(games, np.int32), pa.array([rules]))
    lists = pa.ListArray.from_arrays(offsets, pa.array(np.ones(moves, np.uint32)), type=kinds)
    columns = [*before.columns[:2], texts, *before.columns[3:-1], lists]
    metadata = {**before.schema.metadata, **schema(plan).metadata}
    table = pa.Table.from_arrays(columns, schema=schema(plan).with_metadata(metadata))
    pq.write_table(table, shard, row_group_size=games, compression="zstd", use_dictionary=["rules", "start"])
    data = shard.read_bytes()
    heading, (entry,) = read_manifest(LocalFolder(folder))
    entry = replace(entry, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    rewrite_manifest(LocalFolder(folder), replace(heading, configuration=plan), [entry])


# The sizes of a forged shard: too many moves for a run, or for any run, too many games, and a text that is too long.
SIZES: list[Any] = [
    (200_000, 20, 2000),
    (10_000_021, 20, 2**31 - 1),
    (20, 5_001, 2000),
    (20, 5_000, 2000, "x" * 100_000),
]


@on_linux
@pytest.mark.parametrize("sizes", SIZES, ids=["moves", "most moves", "games", "text"])
def test_a_shard_that_is_small_and_takes_much_memory_is_refused(sizes: Any, tmp_path: Path) -> None:
    """Equal moves and texts are compressed to almost nothing. Every reader looks at the sizes first."""
    folder = tmp_path / "games"
    forge(folder, *sizes)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 200_000
    shard = LocalFile(folder / SHARD)
    readers: list[Callable[[], object]] = [
        lambda: list(read_games(folder)),
        lambda: next(scan_shards(folder)),
        lambda: KeptGames(folder).explore(PLAN.position),
    ]
    if sizes != SIZES[0]:  # without the configuration, only the most of any run is known
        readers += [lambda: scan(folder), lambda: read_origin(shard), lambda: read_summary(shard)]
        assert f"{shard} is not a shard or is damaged: a row group" in complaint(2, "summarize", str(folder))
    taken = measure()
    for read in readers:
        with pytest.raises(KeptGamesError, match="a row group is larger than those of a run"):
            read()
    assert taken() < 100


def varint(number: int, length: int = 0) -> bytes:
    """A number as the footer of a Parquet file has it, in this number of bytes at least."""
    digits = [2 * number >> shift & 127 for shift in range(0, max(7 * length, (2 * number).bit_length()), 7)]
    return bytes(digit | 128 for digit in digits[:-1]) + bytes(digits[-1:])


def test_a_shard_whose_pages_have_more_than_its_footer_says_is_refused(tmp_path: Path) -> None:
    """pyarrow believes the headers of the pages."""
    folder = tmp_path / "games"
    forge(folder, 200_000, 20, 2000)
    shard = folder / SHARD
    data = shard.read_bytes()
    moves = pq.read_metadata(shard).row_group(0).column(16)
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    claims = [(moves.num_values, 30_000), (moves.total_uncompressed_size, 120_000)]
    for made in claims, claims[:1], claims[1:]:
        footer = data[start:]
        for true, claimed in made:
            footer = footer.replace(varint(true), varint(claimed, len(varint(true))))
        shard.write_bytes(data[:start] + footer)
        with shard.open("rb") as file:
            check_shard(file, shard, pages=False)
        for read in (lambda: list(read_rows(LocalFile(shard), 20)), lambda: read_origin(LocalFile(shard))):
            with pytest.raises(KeptGamesError, match="a page is larger than the footer says"):
                read()


def test_games_with_too_many_moves_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.simulate.shard.MOST_MOVES", 150)
    with pytest.raises(KeptGamesError, match="kept games have at most 150 in a row group: choose a smaller shard size"):
        list(keep(tmp_path / "games", PLAN))
    list(keep(tmp_path / "few", replace(PLAN, games=4, shard_size=2)))
    assert sum(1 for _ in read_games(tmp_path / "few")) == 4


# Power loss: data that was not flushed may be lost, and the folder can still be repaired. Before and after each flush,
# rename, removal and new folder, the states are noted that six kinds of power loss would leave. Then the same run is
# continued from each of them.

Files = dict[str, bytes]


class Disk:
    """A folder, all of which is flushed, and the states that a power loss could leave from now on.

    Each has the number of games in the manifest at its last flush, which are ``promised``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.promised = folder, 0
        self.losses: list[tuple[Files, int]] = []
        self._open: dict[int, FileIO] = {}
        self._names = self._live()
        self._flushed = {number: self._read(number) for number in self._names.values()}

    def _live(self) -> dict[str, int]:
        """The inode number of each file, by name. The files are kept open, so that no inode number is reused."""
        found = {}
        for path in self.folder.iterdir() if self.folder.exists() else ():
            found[path.name] = number = path.stat().st_ino
            if number not in self._open:
                self._open[number] = FileIO(path)
        return found

    def _read(self, number: int) -> bytes:
        self._open[number].seek(0)
        return self._open[number].readall()

    def lose_power(self) -> None:
        for names in (self._names, self._live()):
            found = {name: (self._flushed.get(number, b""), self._read(number)) for name, number in names.items()}
            for state in (
                # Only flushed data is left; or the first half of the other data too; or its size, which reads as zeros.
                {name: old for name, (old, _) in found.items()},
                {name: new[: (len(old) + len(new)) // 2] for name, (old, new) in found.items()},
                {name: old + bytes(max(0, len(new) - len(old))) for name, (old, new) in found.items()},
            ):
                if (state, self.promised) not in self.losses:
                    self.losses.append((state, self.promised))

    def flush(self, descriptor: int) -> None:
        number, live = os.fstat(descriptor).st_ino, self._live()
        if self.folder.exists() and number == self.folder.stat().st_ino:
            self._names = live
        if number in live.values():
            self._flushed[number] = self._read(number)
        if number == live.get(MANIFEST):
            self.promised = contents_of(LocalFolder(self.folder), unfinished=True).games

    def run(self, run: Callable[[], object]) -> None:
        def noted(function: Callable[..., Any], then: Callable[[int], object] = lambda _: None) -> Callable[..., Any]:
            def call(*arguments: Any, **options: Any) -> Any:
                self.lose_power()
                result = function(*arguments, **options)
                then(arguments[0])
                self.lose_power()
                return result

            return call

        with pytest.MonkeyPatch.context() as noting:
            noting.setattr(os, "fsync", noted(os.fsync, self.flush))
            for name in "replace", "unlink", "mkdir":
                noting.setattr(Path, name, noted(getattr(Path, name)))
            run()
        for file in self._open.values():
            file.close()


@posix
@pytest.mark.parametrize("case", ["new", "damaged", "grown", "merged"])
def test_a_folder_survives_power_loss(case: str, undisturbed: Files, tmp_path: Path) -> None:
    """The listed shards are complete, and the same command finishes the folder."""
    before, plan = {"grown": undisturbed}.get(case, {}), PLAN
    if case == "damaged":
        before = undisturbed | {OTHER: b"damaged", "_games-000000000020.parquet.tmp": b"left over"}
        before[MANIFEST] += b'{"file": "gam'
    if case == "grown":
        plan = replace(PLAN, games=33)
    parts = keep_parts(tmp_path, PLAN, 2)
    list(keep(tmp_path / "whole", plan))
    whole = contents(tmp_path / "whole")

    def again(folder: Path) -> None:
        list(merge(folder, parts) if case == "merged" else keep(folder, plan))

    if before:
        write_files(tmp_path / "games", before)
    disk = Disk(tmp_path / "games")
    disk.run(lambda: again(disk.folder))
    assert disk.promised == plan.games
    if case == "new":
        assert {promised for _, promised in disk.losses} == {0, 10, 20, 25}
    if case == "damaged":
        assert {files[OTHER] for files, _ in disk.losses} == {b"damaged", whole[OTHER]}
    for number, (files, promised) in enumerate(disk.losses):
        place = tmp_path / f"loss-{number}"
        write_files(place, files)
        try:
            left = contents_of(LocalFolder(place), unfinished=True)
        except KeptGamesError:
            assert promised == 0
            assert case != "grown"
        else:
            # The manifest may still list the damaged shard, so it promises no number of games then.
            assert case == "damaged" or left.games >= (max(promised, 25) if case == "grown" else promised)
            for entry in left.entries:
                assert files[entry.shard.file] in (whole[entry.shard.file], before.get(entry.shard.file))
            if case != "damaged":
                assert sum(1 for _ in read_games(place, unfinished=True)) == left.games
        again(place)
        assert contents(place) == whole
