"""The JSON of records beside the parser of the standard library."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from math import isinf
from random import Random
from typing import Any, NoReturn

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from volo import RecordError
from volo.records import read_records

DEEPEST = 64
LONGEST_NUMBER = 32
AROUND = 60
"""Texts are put into this many arrays, so that they need few brackets to be nested too deep."""

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


def refusal(text: str) -> tuple[str, int] | None:
    """The problem and the place of the text that a state of the playground is, if it is not JSON."""
    file = json.dumps({"metaGame": "volo", "state": text}).encode()
    with pytest.raises(RecordError) as error:
        next(read_records(io.BytesIO(file), format="abstract-play"))
    found = re.fullmatch(r"the state is not valid: (.*), at character (\d+)", error.value.problem, re.DOTALL)
    return None if found is None else (found[1], int(found[2]))


def check(inner: str) -> bool:
    """Read a text and compare the result with the standard library. Return whether the text was refused."""
    text = "[" * AROUND + inner + "]" * AROUND
    found = refusal(text)
    deep, bad = depth_exceeded_at(text), not_json_at(text)
    if found is None:
        assert deep is None
        strictly(text)
        return False
    problem, start = found
    assert 0 <= start <= len(text)
    if problem.startswith("nested"):
        assert (problem, start) == (f"nested more than {DEEPEST} levels deep", deep)
        assert bad is None or deep is None or deep <= start_of_token(text, bad)
    elif problem.startswith("invalid JSON"):
        # The standard library reports the beginning of a word or string, serde_json the character that does not fit.
        # They differ by a byte or two within an escape. The standard library accepts NaN and infinities.
        assert bad is None or bad <= start + 2 or re.search("NaN|Infinity", text)
        assert deep is None or start < deep
        with pytest.raises((RefusedError, ValueError)):
            strictly(text)
    else:
        assert (deep, bad) == (None, None)
        with pytest.raises(RefusedError):
            strictly(text)
        assert not text[start].isspace()
    return True


def start_of_token(text: str, at: int) -> int:
    """The place from which a syntax error may be reported: the end of the word or string at an index."""
    return len(text) if text[at : at + 1] == '"' else at + len(re.match(r"[^\[\]{},:\"\s]*", text[at:])[0])  # type: ignore[index]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
@example('{"rules":"standard-4","moves":[],"winner":1e9991.}')
@example("[1e9991.]")
@example('{"a":NaN,"a":x}')
@example("[[[[[")
@example("[[[[[x")
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
        ("[1e9991.]", 7, "invalid JSON: expected `,` or `]`"),
        ("[1e999, 1e5.]", 11, "invalid JSON: expected `,` or `]`"),
        ("[1, 1e999, 1]", 4, "number with more than 32 characters, or too large for a float"),
        ("[1, NaN, 1e999]", 4, "invalid JSON: expected value"),
        ('[{"a": 1, "a": 2}, 1e999]', 10, "duplicate key"),
        ('["\\ud83d\\ude00", "\\ude00"]', 17, "unpaired surrogate"),
        ('{"a": x [[[[[[', 6, "invalid JSON: expected value"),
        ("[" * 64 + "[x", 64, "nested more than 64 levels deep"),
    ],
)
def test_the_first_error_is_reported(text: str, place: int, problem: str) -> None:
    assert refusal(text) == (problem, place)
