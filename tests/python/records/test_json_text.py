"""The strict JSON parser beside the standard library, and the split of arrays beside a scan letter by letter."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from math import isinf
from random import Random
from typing import Any, NoReturn

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from volo import RecordError
from volo.records.files.location import Location
from volo.records.json.array_reader import read_array
from volo.records.json.parser import NotJSONError, parse

DEEPEST = 4
LONGEST_NUMBER = 32

WORDS = (
    *("[", "]", "{", "}", ",", ":", " ", "\n", "\t", "\r", '"', "\\", "[[", "]]", '{"a":', '"a":', "\0", "\x7f", "é"),
    *("0", "1", "-", "+", ".", "e", "E", "9" * 31, "9" * 32, "9" * 5_000, "1e999", "1e9991.", "1.5.5", "1e", "-0.0e-7"),
    *("NaN", "Infinity", "-Infinity", "-Inf", "nan", "true", "false", "null", "tru", "nul"),
    *('"a"', '"b\\"', '"\\ud800"', "\\ud83d", "\\ude00", '"\\ud83d\\ude00"', '"\\\\ud800"', "\\u12", '"\\x"', "\\/"),
    *("\N{ARABIC-INDIC DIGIT THREE}", "\ufeff", "\u2028", "\U0001f426", "//", "'", "()"),
)
GOOD = (
    '{"a":[1,-2.5e3,"x\\ud83d\\ude00",{"b":null}],"c":true,"d":{"a":1}}',
    '[[],{},"",0,{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}]',
    '{"rules":"standard-4","moves":[],"winner":1e9991}',
)


class RefusedError(Exception):
    """The standard library accepts a value that volo rejects."""


def strictly(text: str) -> object:
    """Parse a text with the standard library, and raise RefusedError for values that volo rejects."""
    value = json.loads(text, parse_int=_integer, parse_float=_float, parse_constant=_constant, object_pairs_hook=_pairs)
    if any("\ud800" <= letter <= "\udfff" for word in _texts(value) for letter in word):
        raise RefusedError
    return value


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise RefusedError
    return int(text)


def _float(text: str) -> float:
    if len(text) > LONGEST_NUMBER or isinf(float(text)):
        raise RefusedError
    return float(text)


def _constant(_: str) -> NoReturn:
    raise RefusedError


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise RefusedError
    return dict(pairs)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)


def depth_exceeded_at(text: str) -> int | None:
    """Return the index of the first bracket that is nested too deep, or None. It reads letter by letter."""
    depth, in_text, escaped = 0, False, False
    for at, letter in enumerate(text):
        if letter == '"' and not escaped:
            in_text = not in_text
        escaped = letter == "\\" and not escaped
        if not in_text:
            depth += (letter in "[{") - (letter in "]}")
            if depth > DEEPEST:
                return at
    return None


def not_json_at(text: str) -> int | None:
    """Return the position of the syntax error that the standard library reports, or None."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        return error.pos
    return None


def refusal(text: str) -> NotJSONError | None:
    try:
        parse(text, DEEPEST)
    except NotJSONError as error:
        return error
    return None


def check(text: str) -> bool:
    """Parse a text and compare the result with the standard library. Return whether the text was refused."""
    error = refusal(text)
    if error is None:
        assert depth_exceeded_at(text) is None
        assert parse(text, DEEPEST) == strictly(text)
        return False
    assert 0 <= error.start <= len(text)
    assert error.start < error.end
    deep, bad = depth_exceeded_at(text), not_json_at(text)
    if deep is not None and (bad is None or deep <= bad):
        assert (error.problem, error.start) == (f"nested more than {DEEPEST} levels deep", deep)
    elif bad is not None:
        assert error.start == bad
        assert error.problem.startswith("invalid JSON")
    else:
        with pytest.raises(RefusedError):
            strictly(text)
        assert error.end <= len(text)
        assert not text[error.start].isspace()
    return True


@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
@example('{"rules":"standard-4","moves":[],"winner":1e9991.}')
@example("[1e9991.]")
@example('{"a":NaN,"a":x}')
@example("[[[[[")
@example('["[[[[[",[[[[')
@example('{"a":x[[[[[')
@example('{"a":1,"\\u0061":2}')
@example('["\\\\\\ud800"]')
def test_any_text_is_accepted_or_refused_as_the_standard_library_does(text: str) -> None:
    check(text)


def mutants(number: int, seed: int = 0) -> Iterator[str]:
    """Return valid texts with some words replaced."""
    random = Random(f"JSON {seed}")
    for _ in range(number):
        text = random.choice(GOOD)
        for _ in range(random.choice((1, 1, 2, 3))):
            start = random.randint(0, len(text))
            end = min(len(text), start + random.choice((0, 0, 1, 2, 9)))
            text = text[:start] + random.choice((*WORDS, "")) + text[end:]
        yield text


def test_mutants_are_accepted_or_refused_as_the_standard_library_does() -> None:
    refused = sum(map(check, mutants(3_000)))
    assert 1_500 < refused < 3_000


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("[1e9991.]", 7, "invalid JSON: expecting ',' delimiter"),
        ("[1e999, 1e5.]", 11, "invalid JSON: expecting ',' delimiter"),
        ("[1, 1e999, NaN]", 4, "number with more than 32 characters, or too large for a float"),
        ("[1, NaN, 1e999]", 4, "invalid JSON: NaN and infinities are not allowed"),
        ('[{"a": 1, "a": 2}, 1e999]', 10, "duplicate key"),
        ('["\\ud83d\\ude00", "\\ude00"]', 17, "unpaired surrogate"),
        ('{"a": x [[[[[[', 6, "invalid JSON: expecting value"),
        ("[[[[[x", 4, "nested more than 4 levels deep"),
    ],
)
def test_the_first_error_is_reported(text: str, place: int, problem: str) -> None:
    with pytest.raises(NotJSONError) as error:
        parse(text, 4)
    assert (error.value.start, error.value.problem) == (place, problem)


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
