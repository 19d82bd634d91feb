"""Record files: every format, plain and compressed, is read and written without loss."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.command_line import called
from support.data import DATA
from support.recorded_games import TWO, UNKNOWN, annotated, written
from volo import Game, RecordError, VoloError
from volo.records import FORMATS, Format, read_records, write_records
from volo.records.files.compression import compressing

GAMES = DATA / "abstract-play.jsonl"


def content(game: Game) -> tuple[object, ...]:
    """Everything that a record can contain."""
    end = [game.tags.get(name) for name in ("Result", "Termination")] if game.outcome() is None else None
    left_out = {*UNKNOWN.items(), *((name, game.tags.get(name, "")) for name in ("Result", "Termination"))}
    return game.start, game.moves, dict(game.tags.items() - left_out), game.comments, end


def compressed(data: bytes, method: Any) -> bytes:
    file = io.BytesIO()
    with compressing(method, file) as stream:
        stream.write(data)
    return file.getvalue()


# SGF has a game only if Boardspace can have it. Its round trips are tested in test_boardspace.py.
ALL_GAMES: tuple[Format, ...] = ("volo", "jsonl", "abstract-play")


class TestRoundTrips:
    @given(st.lists(annotated(), max_size=3), st.sampled_from(ALL_GAMES))
    def test_written_games_are_read(self, games: list[Game], form: Format) -> None:
        data = written(form, games)
        assert list(map(content, read_records(io.BytesIO(data), format=form))) == list(map(content, games))

    @given(st.lists(annotated(), min_size=1, max_size=2), st.permutations(ALL_GAMES))
    def test_conversion_through_all_formats_is_lossless(self, games: list[Game], formats: list[Format]) -> None:
        read = games
        for form in formats:
            read = list(read_records(io.BytesIO(written(form, read))))
        assert list(map(content, read)) == list(map(content, games))

    @pytest.mark.parametrize("form", FORMATS)
    def test_a_file_without_games_is_read(self, form: Format) -> None:
        assert list(read_records(io.BytesIO(written(form, [])))) == []

    def test_games_of_another_implementation_are_written_as_the_same_bytes(self) -> None:
        read = list(volo.read_records(GAMES))
        assert len(read) == 52
        assert sum(map(len, read)) == 3_748
        assert written("jsonl", read) == GAMES.read_bytes()


class TestSources:
    @pytest.mark.parametrize("form", FORMATS)
    def test_formats_are_detected_from_the_content(self, form: Format, tmp_path: Path) -> None:
        path = tmp_path / "games.txt"
        path.write_bytes(written(form, TWO))
        with read_records(path) as reader:
            assert (reader.format, reader.source) == (form, str(path))
            assert list(reader) == TWO

    @pytest.mark.parametrize("form", FORMATS)
    @pytest.mark.parametrize("method", [None, "gzip", "zstd"])
    def test_paths_and_binary_and_text_files_are_accepted(
        self, form: Format, method: str | None, tmp_path: Path
    ) -> None:
        data = written(form, TWO)
        if method is not None:
            data = compressed(data, method)
        path = tmp_path / "games"
        path.write_bytes(data)
        assert list(read_records(path)) == list(read_records(str(path))) == TWO
        assert list(read_records(io.BytesIO(data))) == TWO
        with path.open("rb") as file:
            assert list(read_records(file)) == TWO
            assert not file.closed
        with path.open("rb", buffering=0) as raw:
            assert list(read_records(raw)) == TWO
        if method is None:
            assert list(read_records(io.StringIO(data.decode()))) == TWO
            with path.open(encoding="utf-8") as text:
                assert list(read_records(text)) == TWO

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_a_pipe_is_accepted(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pipe.write_bytes(compressed(GAMES.read_bytes(), "gzip")))
        writer.start()
        assert sum(1 for _ in read_records(pipe)) == 52
        writer.join()

    def test_a_path_is_closed_after_the_last_game(self, tmp_path: Path) -> None:
        # An unclosed file causes a ResourceWarning, which pytest turns into an error.
        path = tmp_path / "games.jsonl"
        path.write_bytes(written("jsonl", TWO))
        reader = read_records(path)
        assert list(reader) == TWO
        assert list(reader) == []
        with read_records(path) as half_read:
            assert next(half_read) == TWO[0]
        assert list(half_read) == []

    @pytest.mark.parametrize("wrong", [None, 5, True, b"games", [], object(), 1.5])
    def test_other_types_are_type_errors(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            read_records(wrong)
        with pytest.raises(TypeError):
            write_records(wrong, TWO, format="volo")

    def test_a_file_that_returns_neither_bytes_nor_text_is_a_type_error(self) -> None:
        class Wrong:
            def read(self, size: int) -> int:
                return size

        with pytest.raises(TypeError, match="read must return bytes or str, not int"):
            read_records(Wrong())  # type: ignore[arg-type]

    def test_a_missing_file_is_an_os_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read_records(tmp_path / "nowhere")
        with pytest.raises(IsADirectoryError):
            read_records(tmp_path)

    @pytest.mark.parametrize("text", ["", "\n", " \n\t\r\n"])
    def test_white_space_is_an_empty_file(self, text: str) -> None:
        assert list(read_records(io.StringIO(text))) == []
        assert list(read_records(io.StringIO(f"\ufeff{text}"), lenient=True)) == []

    @pytest.mark.parametrize("before", ["{Made by a program.}\n", '{"moves": [1], \\} } {2}\n\n'])
    def test_comments_before_the_tags_are_read_leniently(self, before: str) -> None:
        text = f'{before}[Rules "standard-4"]\n1.a3 {{one}} {{two}} *\n'
        (game,) = read_records(io.StringIO(text), lenient=True)
        assert game.comments[1] == "one two"
        assert game == Game.from_record(text, lenient=True)
        assert game.comments[0]
        with pytest.raises(RecordError):
            next(read_records(io.StringIO(text)))

    def test_variations_and_marks_are_skipped_leniently_and_counted(self, tmp_path: Path) -> None:
        text = '[Rules "standard-4"]\n1. a3!? (1. b5 {x)} (a2 $1)) (c4) d5 $12 2. b5? *\n'
        with pytest.raises(RecordError):
            next(read_records(io.StringIO(text)))
        reader = read_records(io.StringIO(f"{text}\n{text}"), lenient=True)
        assert [list(map(str, game)) for game in reader] == [["a3", "d5", "b5"]] * 2
        assert reader.variations == 4
        (tmp_path / "games.volo").write_text(text, encoding="utf-8")
        status, out, err = called("replay", "--lenient", str(tmp_path / "games.volo"))
        assert status == 0
        assert "variations skipped: 2" in out + err

    @pytest.mark.parametrize("form", ["volo", "jsonl", "boardspace"])
    def test_files_that_were_joined_may_have_byte_order_marks(self, form: Format) -> None:
        data = b"\xef\xbb\xbf" + written(form, TWO)
        assert list(read_records(io.BytesIO(data * 3), lenient=True)) == TWO * 3

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
                "{}",
                "{ }",
                '{"a": 1}',
                '["c5"]',
                "[1]",
                "\0",
            ),
            *("[5, [", '{"moves": []}', '{"moves": 5, "a": {"rules": 1, "header": 2}}', " " * 100_000 + "x"),
        ],
    )
    @pytest.mark.parametrize("lenient", [False, True])
    def test_an_unknown_format_is_refused_at_once(self, text: str, lenient: bool) -> None:
        with pytest.raises(
            RecordError, match="unknown format; expected native records, JSON lines, game reports"
        ) as refused:
            read_records(io.StringIO(text), lenient=lenient)
        assert (refused.value.line, refused.value.column, refused.value.offset) == (1, 1, 0)

    def test_text_in_a_wrong_encoding_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        path.write_bytes(b'{"rules": "\xff"}')
        with (
            path.open(encoding="utf-8") as text,
            pytest.raises(VoloError, match="the text is not valid utf-8 at byte 11"),
        ):
            read_records(text)

    def test_an_unknown_format_name_is_refused(self) -> None:
        assert get_args(Format) == FORMATS
        with pytest.raises(
            VoloError, match="unknown record format 'pgn'; expected one of volo, jsonl, abstract-play, boardspace"
        ):
            read_records(io.BytesIO(), format="pgn")


class TestDamage:
    """Damaged or truncated gzip and zstd data are an error that names the file."""

    @pytest.mark.parametrize("method", ["gzip", "zstd"])
    def test_truncated_data_are_an_error_that_names_the_file(self, method: str, tmp_path: Path) -> None:
        path = tmp_path / "games"
        data = compressed(GAMES.read_bytes(), method)
        for length in [*range(4, 40), *range(40, len(data), 997), *range(len(data) - 12, len(data))]:
            path.write_bytes(data[:length])
            with pytest.raises(VoloError, match=rf"^{path}: the {method} data are damaged or truncated"):
                exhaust(path)

    @pytest.mark.parametrize("method", ["gzip", "zstd"])
    def test_a_flipped_bit_never_changes_the_games(self, method: str) -> None:
        data = compressed(GAMES.read_bytes(), method)
        games = list(read_records(GAMES))
        refused = 0
        for place in range(0, len(data), 601):
            bad = bytearray(data)
            bad[place] ^= 1 << (place % 8)
            try:
                # The checksum does not cover the time in the header of gzip.
                assert list(read_records(io.BytesIO(bad))) == games
            except VoloError:
                refused += 1
        assert refused > len(data) // 601 * 0.9 - 10

    def test_without_zstd_the_error_names_the_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = compressed(b"{}", "zstd")
        for name in ("backports.zstd", "compression.zstd"):
            monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(VoloError, match=r'pip install "volo\[zstd\]"'):
            read_records(io.BytesIO(data))


def exhaust(source: Any) -> None:
    for _ in read_records(source):
        pass


class TestWriting:
    @pytest.mark.parametrize("compression", ["", ".gz", ".zst"])
    @pytest.mark.parametrize("suffix", [".volo", ".jsonl", ".json", ".sgf"])
    def test_the_suffix_selects_format_and_compression(self, suffix: str, compression: str, tmp_path: Path) -> None:
        path = tmp_path / f"games{suffix}{compression}"
        assert write_records(path, iter(TWO)) == 2
        with read_records(path) as reader:
            formats = {".volo": "volo", ".jsonl": "jsonl", ".json": "abstract-play", ".sgf": "boardspace"}
            assert reader.format == formats[suffix]
            assert list(reader) == TWO
        first = path.read_bytes()
        assert (first[:2] == b"\x1f\x8b", first[:4] == b"\x28\xb5\x2f\xfd") == (
            compression == ".gz",
            compression == ".zst",
        )
        other = tmp_path / f"other{suffix}{compression}"
        write_records(other, TWO)
        assert other.read_bytes() == first
        assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, other.name])

    @pytest.mark.parametrize("name", ["games", "games.txt", "games.gz", "games.volo.bz2"])
    def test_an_unknown_suffix_is_refused(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(VoloError, match=r"cannot infer the format from the suffix of '.*'; pass format="):
            write_records(tmp_path / name, TWO)
        with pytest.raises(VoloError, match="a file object needs a format"):
            write_records(io.BytesIO(), TWO)
        assert list(tmp_path.iterdir()) == []

    def test_text_and_binary_files_get_the_same_content(self) -> None:
        for form in FORMATS:
            text = io.StringIO()
            write_records(text, TWO, format=form)
            assert text.getvalue().encode() == written(form, TWO)

    def test_text_that_cannot_be_encoded_is_refused(self) -> None:
        game = Game()
        game.tags["Orange"] = "Änne"
        file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        with pytest.raises(VoloError, match="the text cannot be encoded as ascii"):
            write_records(file, [game], format="jsonl")

    def test_a_raw_file_may_write_a_few_bytes_at_a_time(self) -> None:
        class Slow(io.RawIOBase):
            def __init__(self) -> None:
                self.inner = io.BytesIO()

            def write(self, data: Any) -> int:
                return self.inner.write(bytes(data)[:7])

        file = Slow()
        write_records(file, TWO, format="jsonl")  # type: ignore[arg-type]
        assert file.inner.getvalue() == written("jsonl", TWO)

    @pytest.mark.parametrize("compression", ["", ".gz", ".zst"])
    def test_after_an_error_the_old_file_is_unchanged(self, compression: str, tmp_path: Path) -> None:
        def broken() -> Iterator[Game]:
            yield from TWO
            raise RuntimeError("the games are out")

        path = tmp_path / f"games.jsonl{compression}"
        write_records(path, TWO[:1])
        before = path.read_bytes()
        with pytest.raises(RuntimeError, match="the games are out"):
            write_records(path, broken())
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]

    def test_a_symbolic_link_is_followed_and_kept(self, tmp_path: Path) -> None:
        (tmp_path / "there").mkdir()
        link = tmp_path / "games.jsonl"
        link.symlink_to(tmp_path / "there" / "games.jsonl")
        write_records(link, TWO)
        assert link.is_symlink()
        assert list(read_records(link)) == TWO

    def test_a_device_is_not_replaced(self) -> None:
        if not Path("/dev/null").is_char_device():
            pytest.skip("no /dev/null here")
        write_records("/dev/null", TWO, format="volo")
        assert Path("/dev/null").is_char_device()
