"""ValueScanner compared with a scan letter by letter."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from volo.records.json.value_scanner import ValueScanner

LETTERS = st.text(st.sampled_from('"\\[]{},x')).map(str.encode)
VALUES = st.recursive(
    st.none() | st.integers() | st.text(st.sampled_from('"\\[]{},x')),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(st.sampled_from('"\\]}')), inside),
)


def letter_by_letter(text: bytes, *, alone: bool) -> int | None:
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
    return None


def in_pieces(text: bytes, cuts: list[int], *, alone: bool) -> int | None:
    end = ValueScanner(alone=alone)
    cuts = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    for start, stop in pairwise(cuts):
        found = end.search(text[:stop], start)
        if end.is_reached:
            return found
        assert found == stop
    return None


@given(LETTERS, st.lists(st.integers(1, 100)), st.booleans())
@example(b'[\\"\\\\"]', [2, 3, 4, 5, 6, 7], False)
def test_any_letters_end_where_a_plain_scan_ends(text: bytes, cuts: list[int], alone: bool) -> None:
    assert in_pieces(text, cuts, alone=alone) == letter_by_letter(text, alone=alone)


@given(VALUES, LETTERS, st.lists(st.integers(1, 100)))
def test_a_json_value_ends_at_its_end(value: object, after: bytes, cuts: list[int]) -> None:
    text = json.dumps(value).encode()
    assert in_pieces(text + b"," + after, cuts, alone=False) == len(text)


def test_pieces_may_be_larger_than_the_window() -> None:
    for length in (4_094, 4_095, 4_096, 4_097, 20_000):
        for filling in (b"x", b"\\", b"[", b'"x"', b'\\"'):
            text = b"[" + filling * length + b'"]]"' + b"]" * length + b",,"
            assert in_pieces(text, [], alone=False) == letter_by_letter(text, alone=False)
