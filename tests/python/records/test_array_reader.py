"""Splitting an array of JSON into elements, compared with a scan letter by letter."""

from __future__ import annotations

import io
import json
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from volo import RecordError
from volo.records.files.location import Location
from volo.records.json.array_reader import read_array

LETTERS = st.text(st.sampled_from('"\\[]{},x')).map(str.encode)
VALUES = st.recursive(
    st.none() | st.integers() | st.text(st.sampled_from('"\\[]{},x')),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(st.sampled_from('"\\]}')), inside),
)


class Pieces(io.RawIOBase):
    """A file that returns its content in pieces, which are cut at some indices."""

    def __init__(self, text: bytes, cuts: list[int]) -> None:
        super().__init__()
        cuts = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
        self._pieces = [text[start:stop] for start, stop in pairwise(cuts)]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        if not self._pieces:
            return 0
        piece = self._pieces.pop(0)
        if len(piece) > len(buffer):
            self._pieces.insert(0, piece[len(buffer) :])
            piece = piece[: len(buffer)]
        buffer[: len(piece)] = piece
        return len(piece)


def letter_by_letter(text: bytes, *, alone: bool) -> int:
    """Return the index where the value ends with which a text begins."""
    depth, in_text, escaped = 0, False, False
    for at, letter in enumerate(text.decode()):
        if letter == '"' and not escaped:
            in_text = not in_text
        escaped = letter == "\\" and not escaped
        if in_text:
            continue
        if depth == 0 and letter in ",]" and not alone:
            return at
        if letter in "[{":
            depth += 1
        if letter in "]}" and depth:
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


def first_value(text: bytes, cuts: list[int]) -> bytes:
    """Return the first document of a file that arrives in pieces."""
    try:
        return next(read_array(io.BufferedReader(Pieces(text, cuts)), Location(), None)).data
    except RecordError as error:
        if error.problem != "expected a game report":
            raise
        return b""


@given(LETTERS, st.lists(st.integers(1, 100)))
@example(b'[\\"\\\\"]', [2, 3, 4, 5, 6, 7])
@example(b"}{]{}", [])
def test_any_element_ends_where_a_plain_scan_ends(text: bytes, cuts: list[int]) -> None:
    text = b"x" + text
    assert first_value(b"[" + text, cuts) == text[: letter_by_letter(text, alone=False)]
    assert first_value(text, cuts) == text[: letter_by_letter(text, alone=True)]


@given(VALUES, LETTERS, st.lists(st.integers(1, 100)))
def test_a_json_value_ends_at_its_end(value: object, after: bytes, cuts: list[int]) -> None:
    text = json.dumps(value).encode()
    assert first_value(b"[" + text + b"," + after, cuts) == text


@pytest.mark.parametrize("length", [4_094, 4_095, 4_096, 4_097, 65_534, 65_535, 65_536, 65_537])
@pytest.mark.parametrize("filling", [b"x", b"\\", b"[", b'"x"', b'\\"'])
def test_values_may_be_larger_than_a_piece(length: int, filling: bytes) -> None:
    text = b"[" + filling * length + b'"]]"' + b"]" * length + b",,"
    assert first_value(b"[" + text, []) == text[: letter_by_letter(text, alone=False)]
