"""Files with much to skip: skipping is fast, errors have the right line, and Ctrl-C interrupts it."""

from __future__ import annotations

import io
from itertools import islice

import pytest

from support.hostile import is_within
from support.located import located, outcomes
from volo import RecordError
from volo.records import read_records

SIZE = 500_000
NANOSECONDS = 150
"""The maximum processor time per skipped byte. A quiet machine takes up to 20."""

LINE = b'{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\n'
EMPTY = {
    "lf": b"\n",
    "cr lf": b"\r\n",
    "space": b" \n",
    "mixed": b"\n \t\r\n\n\n   \n",
    "long": b" " * 1_000 + b"\n",
    "longer than a buffer": b"\t" * 150_000 + b"\n",
}


def empty_lines(kind: str, size: int) -> bytes:
    return EMPTY[kind] * (size // len(EMPTY[kind]) + 1)


def errors(data: bytes, *, lenient: bool) -> tuple[int, list[RecordError]]:
    """Return the number of games in JSON lines and the errors, after a check of their locations."""
    reader = read_records(io.BytesIO(data), lenient=lenient, format="jsonl")
    found = list(outcomes(reader))
    refused = [located(each, data) for each in found if isinstance(each, RecordError)]
    return len(found) - len(refused), refused


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("kind", EMPTY)
def test_empty_lines_between_games_are_accepted_or_one_error(kind: str, *, lenient: bool) -> None:
    for size in (1, 1_000, 131_072, 400_000):
        empty = empty_lines(kind, size)
        wrong = b'{"rules":5}\n'
        data = LINE + empty + wrong + LINE + empty + LINE + empty
        games, refused = errors(data, lenient=lenient)
        assert games == 3
        lines = empty.count(b"\n")
        wrong_line, after = 2 + lines, 4 + lines
        if lenient:
            assert [error.line for error in refused] == [wrong_line]
            assert [error.game for error in refused] == [2]
        else:
            assert [error.line for error in refused] == [2, wrong_line, after, after + lines + 1]
            assert [error.game for error in refused] == [2, 3, 5, 7]


def test_white_space_at_the_end_is_an_empty_line() -> None:
    for end in (b" ", b"\n\n  ", b"\n" * 200_000 + b"\t"):
        assert errors(LINE + end, lenient=True) == (1, [])
        games, refused = errors(LINE + end, lenient=False)
        assert (games, len(refused)) == (1, 1)


@pytest.mark.parametrize("lenient", [False, True])
@pytest.mark.parametrize("form", ["jsonl", "abstract-play", "volo"])
@pytest.mark.parametrize(
    "piece", [b"\n", b" ", b"\t", b"\r\n", b"\r", b" \n", b"\xef\xbb\xbf", b"x", b'"', b"\\", b"["]
)
def test_skipping_takes_nanoseconds_per_byte(piece: bytes, form: str, *, lenient: bool) -> None:
    heads = {"jsonl": (b"", LINE), "abstract-play": (b"", b"[", b'{"header":['), "volo": (b"", b'[Event "?"]\n')}
    for head in heads[form]:
        data = head + piece * (SIZE // len(piece))

        def read(data: bytes = data) -> None:
            list(islice(outcomes(read_records(io.BytesIO(data), lenient=lenient, format=form)), 4))

        assert is_within(SIZE * NANOSECONDS * 1e-9, read), (head, piece)


def test_many_brackets_take_nanoseconds_per_byte() -> None:
    data = b"[" * 63 + b"[]" + b"]" * 63 + b"\n"
    data = data[:-1] * (SIZE // len(data)) + b"\n"

    def read() -> None:
        with pytest.raises(RecordError, match="trailing characters"):
            next(read_records(io.BytesIO(data), format="jsonl"))

    assert is_within(SIZE * NANOSECONDS * 1e-9, read)
