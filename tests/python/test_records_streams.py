"""Records in files that are no files of a disk: pipes, wrappers, and what fails in the midst of it."""

from __future__ import annotations

import io
from typing import Any

import pytest

import volo
from volo import Game
from volo.records import FORMATS, Format, read_records, write_records

TWO = [Game(volo.Position("standard-4"), ["b5", "c6"]), Game(volo.Position("french-5"), ["d5"])]
JSON: tuple[Format, ...] = ("jsonl", "abstract-play")


def written(form: Format, games: list[Game]) -> bytes:
    file = io.BytesIO()
    write_records(file, games, format=form)
    return file.getvalue()


class Pipe:
    """A pipe that so much has come through so far, and who reads on waits for ever."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def read(self, _: int) -> bytes:
        assert self.pieces, "this would wait"
        return self.pieces.pop(0)


class TestReading:
    @pytest.mark.parametrize("form", JSON)
    @pytest.mark.parametrize("form_is_told", [False, True])
    def test_a_game_that_has_come_is_given_before_more_comes(self, form: Format, form_is_told: bool) -> None:
        data = written(form, TWO)
        end = data.index(b"}\n" if form == "jsonl" else b"},\n") + 2
        for pieces in ([data[:end]], [data[:20], data[20:end]], [data[at : at + 1] for at in range(end)]):
            pipe: Any = Pipe(*pieces)
            reader = read_records(pipe, format=form if form_is_told else None)
            assert next(reader) == TWO[0]

    @pytest.mark.parametrize("form", FORMATS)
    def test_what_tells_the_format_may_come_in_any_pieces(self, form: Format) -> None:
        data = b" " * 300 + written(form, TWO)
        for step in (1, 5, 299, 301, 1000):
            pieces = [data[at : at + step] for at in range(0, len(data), step)]
            pipe: Any = Pipe(*pieces, b"", b"")
            assert read_records(pipe).format == form
