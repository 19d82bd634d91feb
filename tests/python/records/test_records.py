"""Files of records: paths, file objects and pipes are read and written, and a file is replaced only by a whole one."""

from __future__ import annotations

import gc
import io
import os
import re
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args
from unittest.mock import Mock

import pytest

from support.command_line import called
from support.recorded_games import TWO, compressed, written
from volo import Game, RecordError, VoloError
from volo._support.disk import whole_file
from volo.records import FORMATS, Format, read_records, write_records

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs pipes and permissions of POSIX")
MAGIC = {"": b"", ".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd"}

SUFFIXES: dict[Format, str] = {"volo": ".volo", "jsonl": ".jsonl", "abstract-play": ".json", "boardspace": ".sgf"}


def broken() -> Iterator[Game]:
    yield from TWO
    raise RuntimeError("the games are out")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("compression", MAGIC)
def test_paths_are_written_whole_by_their_suffix_and_read_by_their_content(
    form: Format, compression: str, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{name}{SUFFIXES[form]}{compression}" for name in ("games", "other")]
    for path in paths:
        assert write_records(path, iter(TWO)) == 2
    data, other = (path.read_bytes() for path in paths)
    assert data == other
    assert data.startswith(MAGIC[compression])
    assert compression != ".gz" or data[4:8] == bytes(4)  # no time
    with pytest.raises(RuntimeError, match="the games are out"):
        write_records(str(path), broken())
    assert path.read_bytes() == data
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    path = path.rename(tmp_path / "games.txt")
    with read_records(path) as reader:
        assert (reader.format, reader.source, reader.size) == (form, str(path), len(data))
        assert list(reader) == TWO
        assert reader.bytes_read == len(data)
    assert list(read_records(str(path), format=form)) == TWO


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("method", [None, "gzip", "zstd"])
def test_file_objects_are_read_and_written(form: Format, method: str | None, tmp_path: Path) -> None:
    data = written(form, TWO) if method is None else compressed(written(form, TWO), method)
    reader = read_records(io.BytesIO(data))
    assert (reader.source, reader.size, list(reader), reader.bytes_read) == (None, len(data), TWO, len(data))
    path = tmp_path / "games"
    path.write_bytes(data)
    for buffering in (-1, 0):
        with path.open("rb", buffering=buffering) as file:
            assert list(read_records(file)) == TWO
            assert not file.closed
    if method is None:
        text = io.StringIO()
        write_records(text, TWO, format=form)
        assert text.getvalue().encode() == data
        assert list(read_records(io.StringIO(data.decode()))) == TWO
        with path.open(encoding="utf-8") as opened:
            reader = read_records(opened)
            assert (reader.size, list(reader), reader.bytes_read) == (None, TWO, len(data))
        write_records(path.with_suffix(".json"), TWO, format="volo")
        assert path.with_suffix(".json").read_bytes() == written("volo", TWO)


# Reading


@POSIX
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(compressed(written("volo", TWO), "gzip")))
    writer.start()
    reader = read_records(pipe)
    assert (reader.size, list(reader)) == (None, TWO)
    writer.join()


class Pipe:
    """A pipe with some data available. Reading beyond them would block, and fails the test."""

    def __init__(self, *pieces: bytes | type[BaseException]) -> None:
        self.pieces = list(pieces)

    def read(self, _: int) -> bytes:
        assert self.pieces, "this read would block"
        piece = self.pieces.pop(0)
        if isinstance(piece, bytes):
            return piece
        raise piece


# Where the first game ends. In native records, it ends where the next one begins.
ENDS = pytest.mark.parametrize(("form", "end"), [("jsonl", b"}\n"), ("abstract-play", b"},\n"), ("volo", b"\n\n[")])


@ENDS
@pytest.mark.parametrize("is_given", [False, True])
def test_a_game_is_returned_before_more_data_are_available(form: Format, end: bytes, is_given: bool) -> None:
    data = written(form, TWO)
    data = data[: data.index(end) + len(end)]
    for pieces in ([data], [data[:20], data[20:]], [data[at : at + 1] for at in range(len(data))]):
        pipe: Any = Pipe(*pieces)
        assert next(read_records(pipe, format=form if is_given else None)) == TWO[0]


@ENDS
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_the_reader_is_exhausted_after_an_error_of_the_file(
    form: Format, end: bytes, error: type[BaseException]
) -> None:
    data = written(form, TWO * 2)
    # The error happens after the first game and a part of the second have been read.
    half = data.index(end) + len(end) + 5
    file: Any = Pipe(data[:half], error, data[half:])
    reader = read_records(file)
    assert next(reader) == TWO[0]
    with pytest.raises(error):
        next(reader)
    assert list(reader) == []


@pytest.mark.parametrize("form", FORMATS)
def test_pieces_may_have_any_size(form: Format) -> None:
    data = b" " * 300 + written(form, TWO)
    for step in (1, 5, 299, 301, 1000):
        pipe: Any = Pipe(*(data[at : at + step] for at in range(0, len(data), step)), b"", b"", b"", b"")
        reader = read_records(pipe, lenient=True)
        assert (reader.format, list(reader)) == (form, TWO)


@pytest.mark.parametrize("form", FORMATS)
def test_threads_share_a_reader(form: Format) -> None:
    reader = read_records(io.BytesIO(written(form, TWO * 100)))
    with ThreadPoolExecutor(8) as threads:
        shares = [threads.submit(list, reader) for _ in range(8)]
    assert Counter(str(game) for share in shares for game in share.result()) == {str(game): 100 for game in TWO}


def test_a_path_is_closed_after_the_last_game_and_at_the_end_of_a_block(tmp_path: Path) -> None:
    # An unclosed file causes a ResourceWarning, which pytest turns into an error.
    path = tmp_path / "games.jsonl"
    path.write_bytes(written("jsonl", TWO))
    reader = read_records(path)
    assert (list(reader), list(reader)) == (TWO, [])
    with read_records(path) as half_read:
        assert next(half_read) == TWO[0]
    assert list(half_read) == []


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for wrong in (None, 5, True, b"games", [], object(), 1.5):
        with pytest.raises(TypeError, match="expected a path or a file object with a read method"):
            read_records(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected a path or a file object with a write method"):
            write_records(wrong, TWO, format="volo")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="read must return bytes or str, not int"):
        read_records(Mock(spec=["read"], **{"read.return_value": 5}))
    with pytest.raises(TypeError, match="games must be an iterable of games, but has str"):
        write_records(io.BytesIO(), ["a3"], format="volo")  # type: ignore[list-item]
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "nowhere")
    with pytest.raises(IsADirectoryError):
        read_records(tmp_path)


REPORT = written("abstract-play", TWO[:1]).decode()
OTHERS = '[{"header": {"game": {"name": "Hex"}}}, ' + REPORT + ', {"metaGame": "hex", "state": "{"}]'


def test_other_games_are_counted(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        list(read_records(io.StringIO(OTHERS)))
    reader = read_records(io.StringIO(OTHERS), skip_other_games=True)
    assert (len(list(reader)), reader.other_games) == (1, 2)
    path = tmp_path / "games"
    path.write_text(OTHERS, encoding="utf-8")
    for command in (["replay", str(path)], ["convert", str(path), str(tmp_path / "out.volo")]):
        assert called(*command)[0] == 1
        status, out, err = called(*command, "--skip-other-games")
        assert (status, "games skipped that are not Volo: 2" in out + err) == (0, True)
    assert len(list(read_records(tmp_path / "out.volo"))) == 1


UNKNOWN = [
    *("1. c5 *", "hello", '"', "5", "null", "<html>", "\ufeff{}", "{ }", '{"a": 1}', '["c5"]', "[1]", "\0", "[5, ["),
    *('{"moves": []}', '{"moves": 5, "a": {"rules": 1, "header": 2}}', " " * 100_000 + "x"),
]


@pytest.mark.parametrize("text", UNKNOWN, ids=lambda text: ascii(text[:9]))
def test_an_unknown_format_is_refused_at_once(text: str) -> None:
    expected = "unknown format; expected native records, JSON lines, game reports"
    for lenient in (False, True):
        with pytest.raises(RecordError, match=expected) as refused:
            read_records(io.StringIO(text), lenient=lenient)
        assert (refused.value.line, refused.value.column, refused.value.offset) == (1, 1, 0)


def test_an_unknown_name_of_a_format_and_an_unknown_suffix_are_refused(tmp_path: Path) -> None:
    assert get_args(Format) == FORMATS
    problem = "unknown record format 'pgn'; expected one of volo, jsonl, abstract-play, boardspace"
    with pytest.raises(VoloError, match=problem):
        read_records(io.BytesIO(), format="pgn")
    with pytest.raises(VoloError, match=problem):
        write_records(io.BytesIO(), [], format="pgn")
    for name in ("games", "games.txt", "games.gz", "games.volo.bz2"):
        with pytest.raises(VoloError, match=r"cannot infer the format from the suffix of '.*'; pass format="):
            write_records(tmp_path / name, TWO)
    with pytest.raises(VoloError, match="a file object needs a format"):
        write_records(io.BytesIO(), TWO)
    assert list(tmp_path.iterdir()) == []


def test_text_in_a_wrong_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"rules": "\xff"}')
    with path.open(encoding="utf-8") as text, pytest.raises(VoloError, match="the text is not valid utf-8 at byte 11"):
        read_records(text)
    with pytest.raises(RecordError, match="invalid UTF-8"):
        next(read_records(io.StringIO('{"rules":"\ud800"}'), format="jsonl"))
    game = Game()
    game.tags["Orange"] = "Änne"
    with pytest.raises(VoloError, match="the text cannot be encoded as ascii"):
        write_records(io.TextIOWrapper(io.BytesIO(), encoding="ascii"), [game], format="jsonl")


# Writing


def test_nothing_is_written_after_an_error() -> None:
    file = io.BytesIO()
    with pytest.raises(RuntimeError, match="the games are out") as failed:
        write_records(file, broken(), format="jsonl")
    del failed  # releases the frames in its traceback
    gc.collect()
    assert file.getvalue() == written("jsonl", TWO)


@pytest.mark.parametrize("answer", [7, None])
def test_a_file_may_write_a_few_bytes_at_a_time_and_need_not_count_them(answer: int | None) -> None:
    taken = bytearray()

    def write(data: bytes) -> int | None:
        taken.extend(data[:answer])
        return None if answer is None else len(data[:answer])

    long = Game()
    long.comments[0] = "x" * (50_000 if answer else 3_000_000)
    write_records(Mock(spec=["write"], write=write), [long, *TWO], format="jsonl")
    assert taken == written("jsonl", [long, *TWO])


@POSIX
def test_a_file_that_takes_nothing_or_counts_wrong_is_an_error() -> None:
    for count in (0, -1, 1 << 30):
        file = Mock(spec=["write"], **{"write.return_value": count})
        with pytest.raises(OSError, match=f"the file object reports {count} bytes written"):
            write_records(file, TWO, format="jsonl")
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with io.FileIO(reading), io.FileIO(writing, "w") as pipe, pytest.raises(BlockingIOError):
        write_records(pipe, TWO * 2_000, format="jsonl")


@pytest.mark.parametrize("form", ["jsonl", pytest.param("abstract-play", marks=pytest.mark.long)])
def test_text_that_is_too_long_for_readers_is_not_written(form: Format) -> None:
    game = Game()
    game.comments[0] = "x"
    room = (16 << 20) - len(written(form, [game]).rstrip(b"\n")) + 1
    game.comments[0] = '"' * (room // 2) + "x" * (room % 2)
    (read,) = read_records(io.BytesIO(written(form, [game])))
    assert read.comments == game.comments
    game.comments[0] += "x"
    with pytest.raises(VoloError, match="the text of the game is longer than 16 MiB"):
        written(form, [game])


# A path is replaced atomically


def test_links_are_followed_and_devices_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "games.jsonl"
    link.symlink_to(tmp_path / "there" / "games.jsonl")
    write_records(link, TWO)
    assert link.is_symlink()
    assert list(read_records(link)) == TWO
    if Path("/dev/null").is_char_device():
        write_records("/dev/null", TWO, format="volo")
        assert Path("/dev/null").is_char_device()


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
        yield TWO[0]
        write_records(path, TWO[1:] * 3)
        assert list(read_records(path)) == TWO[1:] * 3
        yield TWO[0]

    write_records(path, games())
    assert list(read_records(path)) == TWO[:1] * 2
    assert list(tmp_path.iterdir()) == [path]


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o444, 0o666])
def test_permissions_are_preserved(mode: int, tmp_path: Path) -> None:
    path, beside, usual = (tmp_path / name for name in ("games.jsonl", "new.jsonl", "usual"))
    path.touch()
    path.chmod(mode)
    usual.touch()
    for each in (path, beside):
        write_records(each, TWO)
    assert path.stat().st_mode & 0o777 == mode
    assert beside.stat().st_mode == usual.stat().st_mode


def test_an_error_names_the_path_that_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    for name in ("missing/games.jsonl", "missing/games.jsonl.gz", "file/games.jsonl"):
        with pytest.raises(OSError, match=re.escape(f"'{name}'")) as error:
            write_records(name, TWO)
        assert error.value.filename == name
        assert ".tmp" not in str(error.value)
    with pytest.raises(OSError, match="folder") as error, whole_file(Path("folder"), Path("folder.tmp")):
        Path("folder").mkdir()  # a file cannot replace it
    assert (error.value.filename, error.value.filename2) == ("folder", None)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]
