"""Zip archives whose entries are files of records."""

from __future__ import annotations

import gzip
import io
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from support.recorded_games import TWO, written
from volo import Game, RecordError, VoloError
from volo.records import Disagreement, RecordReader, read_records

ONE = written("boardspace", TWO[:1]).decode()
MARKED = '[Rules "standard-4"]\n1. a3 (1. b5) *\n'
HEX = '[{"header": {"game": {"name": "Hex"}}}]'


def zipped(*entries: tuple[str, str], method: int = ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    file.seek(0)
    return file


def test_all_entries_are_read(tmp_path: Path) -> None:
    path = tmp_path / "archive.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("volo/", b"")
        archive.writestr("volo/1.sgf", written("boardspace", TWO))
        archive.writestr("__MACOSX/volo/._1.sgf", b"\0")
        archive.writestr(".hidden/1.sgf", b"\0")
        archive.writestr("2.volo", Game("standard-4").record())
        archive.writestr("3.txt", "hello")
        archive.writestr("4.sgf.gz", gzip.compress(ONE.encode()), ZIP_STORED)
    with read_records(path) as reader:
        assert (reader.format, reader.size) == ("boardspace", path.stat().st_size)
        assert [len(next(reader)) for _ in range(3)] == [2, 1, 0]
        with pytest.raises(RecordError, match="unknown format") as error:
            next(reader)
        assert error.value.source == f"{path}/3.txt"
        assert [len(game) for game in reader] == [2]
        sizes = [
            info.compress_size for info in ZipFile(path).infolist() if info.filename[0] in "v234" and not info.is_dir()
        ]
        assert reader.position == sum(sizes)
    with path.open("rb") as file:
        assert len(next(read_records(file))) == 2
    assert list(read_records(zipped())) == []


def test_options_hold_for_all_entries_and_what_is_skipped_is_added_up() -> None:
    reader = read_records(
        zipped(("1", MARKED), ("2", HEX), ("3", MARKED), ("4", HEX)), lenient=True, skip_other_games=True
    )
    assert [len(game) for game in reader] == [1, 1]
    assert (reader.variations, reader.other_games) == (2, 2)
    assert len(list(read_records(zipped(("a", ONE), ("b", ONE)), format="boardspace"))) == 2
    with pytest.raises(RecordError, match="for a test"):
        next(RecordReader(zipped(("a", ONE)), check=lambda _: Disagreement("for a test", None, "")))
    with pytest.raises(RecordError, match="expected a tag"):
        next(read_records(zipped(("a", ONE)), format="volo"))


def test_the_format_of_the_first_entry_may_be_unknown() -> None:
    reader = read_records(zipped(("a", "hello"), ("b", ONE)))
    with pytest.raises(RecordError, match="unknown format"):
        next(reader)
    assert list(reader) == TWO[:1]


def test_damaged_archives_are_refused() -> None:
    data = zipped(("a.sgf", ONE), ("b.sgf", ONE)).getvalue()
    for at in range(0, len(data), 3):
        changed = bytearray(data)
        changed[at] ^= 0x55
        for damaged in (data[:at], bytes(changed)):
            with suppress(VoloError):
                list(read_records(io.BytesIO(damaged)))


class Pipe(io.BytesIO):
    def seekable(self) -> bool:
        return False


def refusals() -> list[tuple[io.BytesIO, str]]:
    file = zipped(("a.sgf", ONE))
    large = bytearray(file.getvalue())
    large[-10:-6] = (5 << 20).to_bytes(4, "little")
    return [
        (io.BytesIO(file.getvalue()[:100]), "the file: the zip archive is damaged: it has no directory"),
        (io.BytesIO(large), "the directory of the zip archive is longer than 4 MiB"),
        (zipped(("a.sgf", ONE), method=ZIP_BZIP2), "the file/a.sgf: .* cannot be read: compression method 12"),
        (Pipe(file.getvalue()), "the file: a zip archive cannot be read from a pipe"),
    ]


@pytest.mark.parametrize(("file", "problem"), refusals(), ids=["cut", "large", "compression", "pipe"])
def test_other_archives_are_refused(file: io.BytesIO, problem: str) -> None:
    with pytest.raises(VoloError, match=problem):
        read_records(file)
