"""Compressed records and archives: frames of every kind, huge headers and windows, damaged data, and bombs."""

from __future__ import annotations

import gzip
import io
import struct
import sys
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

import volo
from support.command_line import in_new_process
from support.data import DATA
from support.memory import on_linux
from support.recorded_games import TWO, compressed, written
from volo import Game, RecordError, VoloError
from volo.records import Disagreement, RecordReader, read_records
from volo.records.files.compression import _zstd

zstd = _zstd()

GAME = b'{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\n'
SKIPPABLE = b"\x50\x2a\x4d\x18"
MAGIC = b"\x28\xb5\x2f\xfd"


def count(data: bytes) -> int:
    return sum(1 for _ in read_records(io.BytesIO(data)))


class Pieces(io.BytesIO):
    """A pipe that returns at most ``step`` bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self._step = step

    def seekable(self) -> bool:
        return False

    def read1(self, _: int | None = -1) -> bytes:
        return super().read1(self._step)


def zipped(*entries: tuple[str, bytes], method: int = ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    file.seek(0)
    return file


@pytest.mark.parametrize("size", [1, 7, 131_072])
def test_members_and_zeros_may_end_anywhere_in_a_piece(size: int) -> None:
    data = b"".join(gzip.compress(GAME * number, mtime=0) + bytes(10_000) for number in (1, 0, 200))
    assert sum(1 for _ in read_records(Pieces(data, size))) == 201


def frame(window: int) -> bytes:
    """Return a zstd frame whose header declares a window of ``2**window`` bytes and no content size."""
    return MAGIC + b"\0" + bytes([(window - 10) << 3]) + struct.pack("<I", 1 | len(GAME) << 3)[:3] + GAME


@pytest.mark.parametrize("size", [1, 7, 131_072])
def test_frames_may_be_skippable_or_empty_and_end_anywhere_in_a_piece(size: int) -> None:
    skipped = SKIPPABLE + struct.pack("<I", 30_000) + b"x" * 30_000
    data = skipped + zstd.compress(GAME) + zstd.compress(b"") + skipped + zstd.compress(GAME) + skipped
    assert sum(1 for _ in read_records(Pieces(data, size))) == 2


@on_linux
def test_a_declared_window_is_not_allocated() -> None:
    program = f"""
import io, volo, volo.records
from support.memory import measure
for data in {frame(27)!r} * 20, {frame(41)!r} * 20:
    taken = measure()
    try:
        print(sum(1 for _ in volo.read_records(io.BytesIO(data))))
    except volo.VoloError as error:
        print(error)
    print(taken())
"""
    read, memory, refused, other = in_new_process(program).splitlines()
    assert read == "20"
    assert refused.startswith("the file: the zstd data are damaged or truncated: ")
    assert "requires too much memory" in refused
    assert max(float(memory), float(other)) < 20


def test_without_zstd_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = compressed(b"{}", "zstd")
    for name in ("backports.zstd", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(VoloError, match=r'pip install "volo\[zstd\]"'):
        read_records(io.BytesIO(data))
    with pytest.raises(VoloError, match=r'pip install "volo\[zstd\]"'):
        volo.write_records(tmp_path / "games.volo.zst", TWO)


# Damaged data


def refusals() -> dict[str, bytes]:
    one = zstd.compress(GAME)
    checked = zstd.compress(GAME, options={zstd.CompressionParameter.checksum_flag: 1})
    samples = [GAME + bytes([number]) * number for number in range(200)]
    packed = gzip.compress(GAME, mtime=0)
    return {
        "zstd cut": one * 2 + one[:-1],
        "zstd cut in the magic": one + one[:3],
        "zstd checksum": one + checked[:-1] + b"?",
        "zstd dictionary": one + zstd.compress(GAME, zstd_dict=zstd.train_dict(samples, 1000)),
        "zstd garbage": one + b"garbage",
        "zstd zeros": one + bytes(9),
        "zstd skippable of 4 GiB": one + SKIPPABLE + b"\xff\xff\xff\xff" + bytes(1_000_000),
        "gzip cut": packed * 2 + packed[:-1],
        "gzip cut in the header": packed + packed[:5],
        "gzip checksum": packed + bytes(200_000) + packed[:-8] + bytes(4) + packed[-4:],
        "gzip length": packed + packed[:-4] + bytes(4),
        "gzip garbage": packed + b"garbage",
        "gzip other method": packed + b"\x1f\x8b\x07" + packed[3:],
    }


@pytest.mark.parametrize("name", refusals())
def test_damaged_data_are_an_error(name: str) -> None:
    with pytest.raises(VoloError, match=rf"^the file: the {name[:4]} data are damaged or truncated: \S"):
        count(refusals()[name])


SEVERAL = b"".join((DATA / "abstract-play.jsonl").read_bytes().splitlines(keepends=True)[:4])


@pytest.mark.parametrize("method", ["gzip", "zstd"])
def test_damage_anywhere_names_the_file_and_never_changes_the_games(method: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    data = compressed(SEVERAL, method)
    for length in [*range(4, 40), *range(40, len(data), 97), *range(len(data) - 12, len(data))]:
        path.write_bytes(data[:length])
        with pytest.raises(VoloError, match=rf"^{path}: the {method} data are damaged or truncated"):
            list(read_records(path))
    games = list(read_records(io.BytesIO(SEVERAL)))
    refused = 0
    places = range(0, len(data), 7)
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << (place % 8)
        try:
            # The checksum does not cover the time in the header of gzip.
            assert list(read_records(io.BytesIO(flipped))) == games
        except VoloError:
            refused += 1
    assert refused > len(places) * 0.9 - 10


@on_linux
def test_a_bomb_of_empty_lines_takes_little_time_and_memory() -> None:
    """32 MiB of empty lines, compressed to 33 kB or 2 kB, and a game after them."""
    program = """
import io, time, volo
from support.memory import measure
from volo.records.files.compression import compressing
for method in "gzip", "zstd":
    file = io.BytesIO()
    with compressing(method, file) as stream:
        for _ in range(32):
            stream.write(b"\\n" * (1 << 20))
        stream.write(b'{"rules": 5}')
    begun, taken = time.process_time(), measure()
    try:
        next(volo.read_records(io.BytesIO(file.getvalue()), format="jsonl", lenient=True))
    except volo.RecordError as error:
        print(error.line, error.column, error.offset, time.process_time() - begun, taken())
"""
    for answer in in_new_process(program).splitlines():
        line, column, offset, seconds, memory = answer.split()
        assert (int(line), int(column), int(offset)) == ((32 << 20) + 1, 11, (32 << 20) + 10)
        assert float(seconds) < (32 << 20) * 50e-9
        assert float(memory) < 50


# Zip archives

ONE = written("boardspace", TWO[:1])


def test_all_entries_of_an_archive_are_read(tmp_path: Path) -> None:
    path = tmp_path / "archive.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("volo/", b"")
        archive.writestr("volo/1.sgf", written("boardspace", TWO))
        archive.writestr("__MACOSX/volo/._1.sgf", b"\0")
        archive.writestr(".hidden/1.sgf", b"\0")
        archive.writestr("2.volo", Game("standard-4").record())
        archive.writestr("3.txt", "hello")
        archive.writestr("4.sgf.gz", gzip.compress(ONE), ZIP_STORED)
        entries = [entry for entry in archive.infolist() if entry.filename[0] in "v234"]
    with read_records(path) as reader:
        assert (reader.format, reader.size) == ("boardspace", path.stat().st_size)
        assert [len(next(reader)) for _ in range(3)] == [2, 1, 0]
        with pytest.raises(RecordError, match="unknown format") as error:
            next(reader)
        assert error.value.source == f"{path}/3.txt"
        assert [len(game) for game in reader] == [2]
        assert reader.bytes_read == sum(entry.compress_size for entry in entries if not entry.is_dir())
    with path.open("rb") as file:
        assert len(next(read_records(file))) == 2
    for nothing in zipped(), io.BytesIO():
        reader = read_records(nothing)
        assert (list(reader), reader.format) == ([], "volo")
    # Behind more bytes than are read in search of the directory.
    assert len(list(read_records(zipped(("1.sgf", ONE + b"\n" * 100_000), ("2.sgf", ONE), method=ZIP_STORED)))) == 2


def test_options_hold_for_all_entries_and_what_is_skipped_is_added_up() -> None:
    marked, other = b'[Rules "standard-4"]\n1. a3 *\n', b'[{"header": {"game": {"name": "Hex"}}}]'
    four = zipped(("1", marked), ("2", other), ("3", marked), ("4", other))
    reader = read_records(four, lenient=True, skip_other_games=True)
    assert [len(game) for game in reader] == [1, 1]
    assert reader.other_games == 2
    assert len(list(read_records(zipped(("a", ONE), ("b", ONE)), format="boardspace"))) == 2
    with pytest.raises(RecordError, match="for a test"):
        next(RecordReader(zipped(("a", ONE)), check=lambda _: Disagreement("for a test", None, "")))
    with pytest.raises(RecordError, match="expected a tag"):
        next(read_records(zipped(("a", ONE)), format="volo"))
    # The format of the first entry may be unknown.
    reader = read_records(zipped(("a", b"hello"), ("b", ONE)))
    with pytest.raises(RecordError, match="unknown format"):
        next(reader)
    assert list(reader) == TWO[:1]


def test_a_damaged_archive_is_read_or_refused() -> None:
    data = zipped(("a.sgf", ONE), ("b.sgf", ONE)).getvalue()
    for at in range(0, len(data), 3):
        changed = bytearray(data)
        changed[at] ^= 0x55
        for damaged in (data[:at], bytes(changed)):
            with suppress(VoloError):
                list(read_records(io.BytesIO(damaged)))


def test_other_archives_are_refused() -> None:
    data = zipped(("a.sgf", ONE)).getvalue()
    large = data[:-10] + (5 << 20).to_bytes(4, "little") + data[-6:]
    for refused, problem in (
        (io.BytesIO(data[:100]), "the file: the zip archive is damaged: it has no directory"),
        (io.BytesIO(large), "the directory of the zip archive is longer than 4 MiB"),
        (zipped(("a.sgf", ONE), method=ZIP_BZIP2), "the file/a.sgf: .* cannot be read: compression method 12"),
        (Pieces(data, 100), "the file: a zip archive cannot be read from a pipe"),
    ):
        with pytest.raises(VoloError, match=problem):
            read_records(refused)
