"""Records in pipes and in slow, broken or shared file objects, and the replacement of files."""

from __future__ import annotations

import gc
import io
import os
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from support.recorded_games import TWO, written
from volo import Game, VoloError
from volo._support.disk import whole_file
from volo.records import FORMATS, Format, read_records, write_records

JSON: tuple[Format, ...] = ("jsonl", "abstract-play")


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


class TestReading:
    @pytest.mark.parametrize("form", JSON)
    @pytest.mark.parametrize("is_given", [False, True])
    def test_a_game_is_returned_before_more_data_are_available(self, form: Format, is_given: bool) -> None:
        data = written(form, TWO)
        end = data.index(b"}\n" if form == "jsonl" else b"},\n") + 2
        for pieces in ([data[:end]], [data[:20], data[20:end]], [data[at : at + 1] for at in range(end)]):
            pipe: Any = Pipe(*pieces)
            assert next(read_records(pipe, format=form if is_given else None)) == TWO[0]

    @pytest.mark.parametrize("form", FORMATS)
    def test_pieces_may_have_any_size(self, form: Format) -> None:
        data = b" " * 300 + written(form, TWO)
        for step in (1, 5, 299, 301, 1000):
            pieces = [data[at : at + step] for at in range(0, len(data), step)]
            pipe: Any = Pipe(*pieces, b"", b"", b"", b"")
            reader = read_records(pipe, lenient=True)
            assert reader.format == form
            assert list(reader) == TWO

    @pytest.mark.parametrize("form", JSON)
    @pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
    def test_the_reader_is_exhausted_after_an_error_of_the_file(self, form: Format, error: type[BaseException]) -> None:
        data = written(form, TWO * 2)
        # The error happens after the first game and a part of the second have been read.
        half = data.index(b"d5")
        file: Any = Pipe(data[:half], error, data[half:])
        reader = read_records(file)
        assert next(reader) == TWO[0]
        with pytest.raises(error):
            next(reader)
        assert list(reader) == []

    @pytest.mark.parametrize("form", FORMATS)
    def test_threads_share_a_reader(self, form: Format) -> None:
        reader = read_records(io.BytesIO(written(form, TWO * 100)))
        with ThreadPoolExecutor(8) as threads:
            shares = [threads.submit(list, reader) for _ in range(8)]
        assert Counter(str(game) for share in shares for game in share.result()) == {str(game): 100 for game in TWO}


def broken() -> Iterator[Game]:
    yield from TWO
    raise RuntimeError("the games are out")


class TestWriting:
    @pytest.mark.parametrize(("compression", "magic"), [("", b""), (".gz", b"\x1f\x8b"), (".zst", b"\x28\xb5\x2f\xfd")])
    @pytest.mark.parametrize(
        ("suffix", "form"),
        [(".volo", "volo"), (".jsonl", "jsonl"), (".json", "abstract-play"), (".sgf", "boardspace")],
    )
    def test_the_suffix_selects_format_and_compression(
        self, suffix: str, form: Format, compression: str, magic: bytes, tmp_path: Path
    ) -> None:
        paths = [tmp_path / f"{name}{suffix}{compression}" for name in ("games", "other")]
        for path in paths:
            assert write_records(path, iter(TWO)) == 2
        first, other = (path.read_bytes() for path in paths)
        assert first == other
        assert first.startswith(magic)
        assert compression != ".gz" or first[4:8] == bytes(4)  # no time
        with read_records(paths[0]) as reader:
            assert (reader.format, list(reader)) == (form, TWO)
        # Nothing else is in the folder, and an error leaves the old file.
        with pytest.raises(RuntimeError, match="the games are out"):
            write_records(str(paths[0]), broken())
        assert paths[0].read_bytes() == first
        assert sorted(tmp_path.iterdir()) == sorted(paths)
        text = io.StringIO()
        write_records(text, TWO, format=form)
        assert text.getvalue().encode() == written(form, TWO)
        write_records(paths[0], TWO, format="volo")
        assert list(read_records(paths[0], format="volo")) == TWO

    @pytest.mark.parametrize("name", ["games", "games.txt", "games.gz", "games.volo.bz2"])
    def test_an_unknown_suffix_is_refused(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(VoloError, match=r"cannot infer the format from the suffix of '.*'; pass format="):
            write_records(tmp_path / name, TWO)
        with pytest.raises(VoloError, match="a file object needs a format"):
            write_records(io.BytesIO(), TWO)
        assert list(tmp_path.iterdir()) == []

    def test_text_that_cannot_be_encoded_is_refused(self) -> None:
        game = Game()
        game.tags["Orange"] = "Änne"
        with pytest.raises(VoloError, match="the text cannot be encoded as ascii"):
            write_records(io.TextIOWrapper(io.BytesIO(), encoding="ascii"), [game], format="jsonl")

    def test_nothing_is_written_after_an_error(self) -> None:
        file = io.BytesIO()
        with pytest.raises(RuntimeError, match="the games are out") as failed:
            write_records(file, broken(), format="jsonl")
        del failed  # releases the frames in its traceback
        gc.collect()
        assert file.getvalue() == written("jsonl", TWO)

    @pytest.mark.parametrize("answer", [7, None])
    def test_a_file_may_write_a_few_bytes_at_a_time_and_need_not_count_them(self, answer: int | None) -> None:
        class Slow:
            data = b""

            def write(self, data: bytes) -> int | None:
                self.data += data[:answer]
                return None if answer is None else len(data[:answer])

        long = Game()
        long.comments[0] = "x" * (50_000 if answer else 3_000_000)
        file: Any = Slow()
        write_records(file, [long, *TWO], format="jsonl")
        assert file.data == written("jsonl", [long, *TWO])

    def test_an_impossible_number_of_written_bytes_is_an_error(self) -> None:
        for count in (0, -1, 1 << 30):
            file: Any = Mock(spec=["write"], **{"write.return_value": count})
            with pytest.raises(OSError, match=f"the file object reports {count} bytes written"):
                write_records(file, TWO, format="jsonl")

    @pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")
    def test_a_full_non_blocking_pipe_is_an_error(self) -> None:
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with io.FileIO(reading), io.FileIO(writing, "w") as file, pytest.raises(BlockingIOError):
            write_records(file, TWO * 2_000, format="jsonl")

    @pytest.mark.parametrize("form", ["jsonl", pytest.param("abstract-play", marks=pytest.mark.long)])
    def test_text_that_is_too_long_for_readers_is_not_written(self, form: Format) -> None:
        game = Game()
        game.comments[0] = "x"
        room = (16 << 20) - len(written(form, [game]).rstrip(b"\n")) + 1
        game.comments[0] = '"' * (room // 2) + "x" * (room % 2)
        (read,) = read_records(io.BytesIO(written(form, [game])))
        assert read.comments == game.comments
        game.comments[0] += "x"
        with pytest.raises(VoloError, match="the text of the game is longer than 16 MiB"):
            written(form, [game])


class TestReplacement:
    """A path is replaced atomically."""

    def test_links_are_followed_and_devices_are_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "there").mkdir()
        link = tmp_path / "games.jsonl"
        link.symlink_to(tmp_path / "there" / "games.jsonl")
        write_records(link, TWO)
        assert link.is_symlink()
        assert list(read_records(link)) == TWO
        if Path("/dev/null").is_char_device():
            write_records("/dev/null", TWO, format="volo")
            assert Path("/dev/null").is_char_device()

    def test_a_file_with_the_temporary_name_is_not_overwritten(self, tmp_path: Path) -> None:
        precious, temporary = tmp_path / "precious", tmp_path / "file.tmp"
        precious.write_text("precious")
        temporary.symlink_to(precious)
        with pytest.raises(FileExistsError), whole_file(tmp_path / "file", temporary) as sink:
            sink.write(b"data")
        assert precious.read_text() == "precious"
        assert sorted(each.name for each in tmp_path.iterdir()) == ["file.tmp", "precious"]

    def test_two_writers_of_the_same_file_do_not_interfere(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"

        def games() -> Iterator[Game]:
            yield TWO[0]
            write_records(path, TWO[1:] * 3)
            assert list(read_records(path)) == TWO[1:] * 3
            yield TWO[0]

        write_records(path, games())
        assert list(read_records(path)) == TWO[:1] * 2
        assert list(tmp_path.iterdir()) == [path]

    @pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
    @pytest.mark.parametrize("mode", [0o600, 0o444, 0o666])
    def test_permissions_are_preserved(self, mode: int, tmp_path: Path) -> None:
        path, beside, usual = (tmp_path / name for name in ("games.jsonl", "new.jsonl", "usual"))
        path.touch()
        path.chmod(mode)
        write_records(path, TWO)
        assert path.stat().st_mode & 0o777 == mode
        write_records(beside, TWO)
        usual.touch()
        assert beside.stat().st_mode == usual.stat().st_mode

    @pytest.mark.parametrize("name", ["missing/games.jsonl", "missing/games.jsonl.gz", "file/games.jsonl"])
    def test_an_error_names_the_path_that_was_given(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("file").touch()
        with pytest.raises(OSError, match=re.escape(f"'{name}'")) as error:
            write_records(name, TWO)
        assert error.value.filename == name
        assert ".tmp" not in str(error.value)

    def test_an_error_of_the_rename_names_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        with pytest.raises(OSError, match="file") as error, whole_file(path, tmp_path / "file.tmp"):
            path.mkdir()  # a file cannot replace a folder
        assert (error.value.filename, error.value.filename2) == (str(path), None)
        assert [each.name for each in tmp_path.iterdir()] == ["file"]
