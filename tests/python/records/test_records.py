"""Files of records: paths, file objects, pipes and compression are read, and other files are refused."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from typing import Any, get_args

import pytest

from support.command_line import called
from support.data import DATA
from support.recorded_games import TWO, written
from volo import RecordError, VoloError
from volo.records import FORMATS, Format, read_records, write_records
from volo.records.files.compression import compressing

SEVERAL = b"".join((DATA / "abstract-play.jsonl").read_bytes().splitlines(keepends=True)[:4])


def compressed(data: bytes, method: Any) -> bytes:
    file = io.BytesIO()
    with compressing(method, file) as stream:
        stream.write(data)
    return file.getvalue()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("method", [None, "gzip", "zstd"])
def test_paths_and_file_objects_are_read(form: Format, method: str | None, tmp_path: Path) -> None:
    data = written(form, TWO) if method is None else compressed(written(form, TWO), method)
    path = tmp_path / "games.txt"
    path.write_bytes(data)
    with read_records(path) as reader:
        assert (reader.format, reader.source, reader.size) == (form, str(path), len(data))
        assert list(reader) == TWO
        assert reader.position == len(data)
    assert list(read_records(str(path), format=form)) == TWO
    reader = read_records(io.BytesIO(data))
    assert (reader.source, reader.size, list(reader), reader.position) == (None, len(data), TWO, len(data))
    for buffering in (-1, 0):
        with path.open("rb", buffering=buffering) as file:
            assert list(read_records(file)) == TWO
            assert not file.closed
    if method is None:
        assert list(read_records(io.StringIO(data.decode()))) == TWO
        with path.open(encoding="utf-8") as text:
            reader = read_records(text)
            assert (reader.size, list(reader), reader.position) == (None, TWO, len(data))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(compressed(SEVERAL, "gzip")))
    writer.start()
    reader = read_records(pipe)
    assert (reader.size, sum(1 for _ in reader)) == (None, 4)
    writer.join()


def test_a_path_is_closed_after_the_last_game(tmp_path: Path) -> None:
    # An unclosed file causes a ResourceWarning, which pytest turns into an error.
    path = tmp_path / "games.jsonl"
    path.write_bytes(written("jsonl", TWO))
    reader = read_records(path)
    assert list(reader) == TWO
    assert list(reader) == []
    with read_records(path) as half_read:
        assert next(half_read) == TWO[0]
    assert list(half_read) == []


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    class Wrong:
        def read(self, size: int) -> int:
            return size

    for wrong in (None, 5, True, b"games", [], object(), 1.5):
        with pytest.raises(TypeError, match="expected a path or a file object with a read method"):
            read_records(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected a path or a file object with a write method"):
            write_records(wrong, TWO, format="volo")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="read must return bytes or str, not int"):
        read_records(Wrong())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="games must be an iterable of games, but has str"):
        write_records(io.BytesIO(), ["a3"], format="volo")  # type: ignore[list-item]
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "nowhere")
    with pytest.raises(IsADirectoryError):
        read_records(tmp_path)


MARKED = '[Rules "standard-4"]\n1. a3!? (1. b5 {x)} (a2 $1)) (c4) d5 $12 2. b5? *\n'
REPORT = written("abstract-play", TWO[:1]).decode()
OTHERS = '[{"header": {"game": {"name": "Hex"}}}, ' + REPORT + ', {"metaGame": "hex", "state": "{"}]'


@pytest.mark.parametrize(
    ("text", "option", "attribute", "message"),
    [
        (MARKED, "lenient", "variations", "variations skipped: 2"),
        (OTHERS, "skip_other_games", "other_games", "games skipped that are not Volo: 2"),
    ],
)
def test_what_is_skipped_is_counted(text: str, option: str, attribute: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        list(read_records(io.StringIO(text)))
    options: dict[str, Any] = {option: True}
    reader = read_records(io.StringIO(text), **options)
    assert (len(list(reader)), getattr(reader, attribute)) == (1, 2)
    path = tmp_path / "games"
    path.write_text(text, encoding="utf-8")
    for command in (["replay", str(path)], ["convert", str(path), str(tmp_path / "out.volo")]):
        assert called(*command)[0] == 1
        status, out, err = called(*command, f"--{option.replace('_', '-')}")
        assert (status, message in out + err) == (0, True)
    assert len(list(read_records(tmp_path / "out.volo"))) == 1


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        *(
            "1. c5 *",
            "hello",
            '"',
            "5",
            "null",
            "<html>",
            "\ufeff{}",
            "{ }",
            '{"a": 1}',
            '["c5"]',
            "[1]",
            "\0",
            "[5, [",
        ),
        *('{"moves": []}', '{"moves": 5, "a": {"rules": 1, "header": 2}}', " " * 100_000 + "x"),
    ],
    ids=lambda text: ascii(text[:9]),
)
def test_an_unknown_format_is_refused_at_once(text: str, lenient: bool) -> None:
    with pytest.raises(
        RecordError, match="unknown format; expected native records, JSON lines, game reports"
    ) as refused:
        read_records(io.StringIO(text), lenient=lenient)
    assert (refused.value.line, refused.value.column, refused.value.offset) == (1, 1, 0)


def test_white_space_is_an_empty_file() -> None:
    for text in ("", "\n", " \n\t\r\n"):
        assert list(read_records(io.StringIO(text))) == []
        assert list(read_records(io.StringIO(f"\ufeff{text}"), lenient=True)) == []


def test_text_in_a_wrong_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"rules": "\xff"}')
    with path.open(encoding="utf-8") as text, pytest.raises(VoloError, match="the text is not valid utf-8 at byte 11"):
        read_records(text)
    with pytest.raises(RecordError, match="invalid UTF-8"):
        next(read_records(io.StringIO('{"rules":"\ud800"}'), format="jsonl"))


def test_an_unknown_format_name_is_refused() -> None:
    assert get_args(Format) == FORMATS
    problem = "unknown record format 'pgn'; expected one of volo, jsonl, abstract-play, boardspace"
    for call in (
        lambda: read_records(io.BytesIO(), format="pgn"),
        lambda: write_records(io.BytesIO(), [], format="pgn"),
    ):
        with pytest.raises(VoloError, match=problem):
            call()


# Damaged or truncated compressed data.


@pytest.mark.parametrize("method", ["gzip", "zstd"])
def test_truncated_data_are_an_error_that_names_the_file(method: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    data = compressed(SEVERAL, method)
    for length in [*range(4, 40), *range(40, len(data), 97), *range(len(data) - 12, len(data))]:
        path.write_bytes(data[:length])
        with pytest.raises(VoloError, match=rf"^{path}: the {method} data are damaged or truncated"):
            list(read_records(path))


@pytest.mark.parametrize("method", ["gzip", "zstd"])
def test_a_flipped_bit_never_changes_the_games(method: str) -> None:
    data = compressed(SEVERAL, method)
    games = list(read_records(io.BytesIO(SEVERAL)))
    refused = 0
    places = range(0, len(data), 7)
    for place in places:
        bad = bytearray(data)
        bad[place] ^= 1 << (place % 8)
        try:
            # The checksum does not cover the time in the header of gzip.
            assert list(read_records(io.BytesIO(bad))) == games
        except VoloError:
            refused += 1
    assert refused > len(places) * 0.9 - 10


def test_without_zstd_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = compressed(b"{}", "zstd")
    for name in ("backports.zstd", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    for call in (lambda: read_records(io.BytesIO(data)), lambda: write_records(tmp_path / "games.volo.zst", TWO)):
        with pytest.raises(VoloError, match=r'pip install "volo\[zstd\]"'):
            call()
