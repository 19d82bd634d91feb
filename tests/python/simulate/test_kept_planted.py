"""Planted files: only regular files in the folder itself are read and written."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.command_line import complaint
from support.kept import contents
from support.memory import measure, on_linux
from volo import KeptGamesError, Position
from volo._support.disk import make_folder, open_regular
from volo.play.kept import KeptGames
from volo.simulate import Configuration, keep, read_games, scan, scan_shards
from volo.simulate.config import Shard
from volo.simulate.manifest import read_manifest, rewrite_manifest
from volo.simulate.shard import check_shard, read_origin, read_rows, read_summary, schema
from volo.simulate.storage.local import LocalFile, LocalFolder
from volo.simulate.versions import FORMAT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and sockets as POSIX has them")

PLAN = Configuration(games=60, position=Position("standard-4"), seed=3, shard_size=20)
COMMAND = ["simulate", "--games", "60", "--rules", "standard-4", "--seed", "3", "--shard-size", "20", "--quiet"]
SHARD = "games-000000000020.parquet"
OWN = ["_lock", "_manifest.jsonl", "_manifest.jsonl.tmp", SHARD, f"_{SHARD}.tmp"]


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


def test_the_folder_itself_may_be_a_link(folder: Path, tmp_path: Path) -> None:
    """But not one to itself or to a file."""
    link, loop, file = (tmp_path / name for name in ("link", "loop", "file"))
    link.symlink_to(folder)
    before = contents(folder)
    list(keep(link, PLAN))
    assert sum(1 for _ in read_games(link)) == 60
    assert contents(folder) == before
    loop.symlink_to(loop)
    file.write_text("precious")
    for path in (loop, file, loop / "games", file / "games"):
        with pytest.raises(OSError, match=r"loop|file"):
            list(keep(path, PLAN))
    assert file.read_text() == "precious"


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

    with (
        patch.object(Path, "lstat", replaced),
        pytest.raises(OSError, match="symbolic links" if is_link else "not a regular file"),
    ):
        open_regular(path, os.O_WRONLY | os.O_CREAT if is_link else os.O_RDONLY)
    assert not (tmp_path / "made").exists()


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
    shard = folder / Shard(0, games).file
    before = pq.read_table(shard)
    offsets = pa.array([0] + [moves] * games, pa.int32())
    kinds = schema(plan, FORMAT).field("moves").type
    texts = pa.DictionaryArray.from_arrays(np.zeros(games, np.int32), pa.array([rules]))
    lists = pa.ListArray.from_arrays(offsets, pa.array(np.ones(moves, np.uint32)), type=kinds)
    columns = [*before.columns[:2], texts, *before.columns[3:-1], lists]
    metadata = {**before.schema.metadata, **schema(plan, FORMAT).metadata}
    table = pa.Table.from_arrays(columns, schema=schema(plan, FORMAT).with_metadata(metadata))
    pq.write_table(table, shard, row_group_size=games, compression="zstd", use_dictionary=["rules", "start"])
    data = shard.read_bytes()
    heading, (entry,) = read_manifest(LocalFolder(folder))
    entry = replace(entry, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    rewrite_manifest(LocalFolder(folder), replace(heading, configuration=plan), [entry])


@on_linux
@pytest.mark.parametrize(
    ("moves", "games", "max_plies", "rules"),
    [
        (200_000, 20, 2000, "standard-4"),
        (10_000_021, 20, 2**31 - 1, "standard-4"),
        (20, 5_001, 2000, "standard-4"),
        (20, 5_000, 2000, "x" * 100_000),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_shard_that_is_small_and_takes_much_memory_is_refused(
    moves: int, games: int, max_plies: int, rules: str, tmp_path: Path
) -> None:
    """Equal moves and texts are compressed to almost nothing. Every reader looks at the sizes first."""
    folder = tmp_path / "games"
    forge(folder, moves, games, max_plies, rules)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 200_000
    shard = LocalFile(folder / Shard(0, games).file)
    readers: list[Callable[[], object]] = [
        lambda: list(read_games(folder)),
        lambda: next(scan_shards(folder)),
        lambda: KeptGames(folder).explore(PLAN.position),
    ]
    if moves != 200_000:  # without the configuration, only the most of any run is known
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
    shard = folder / Shard(0, 20).file
    data = shard.read_bytes()
    moves = pq.read_metadata(shard).row_group(0).column(14)
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
    monkeypatch.setattr("volo.simulate.shard.MOST_MOVES", 300)
    with pytest.raises(KeptGamesError, match="kept games have at most 300 in a row group: choose a smaller shard size"):
        list(keep(tmp_path / "games", PLAN))
    list(keep(tmp_path / "few", replace(PLAN, games=4, shard_size=2)))
    assert sum(1 for _ in read_games(tmp_path / "few")) == 4
