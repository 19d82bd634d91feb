"""A strict JSON parser (RFC 8259) that reports the position of an error.

The parser of the standard library reads the text. This module additionally rejects NaN and infinities, duplicate keys,
very long or large numbers, very deep nesting, very many arrays and objects, and unpaired surrogates. Time is linear in
the length of the text, and the depth of recursion is limited.

The hooks of the standard parser reject a value without its position. A second pass then finds the position. It runs
only on text that the standard parser has accepted, so it does not need to check the grammar and cannot fail.
"""

from __future__ import annotations

import json
import re
from math import isinf
from typing import NoReturn

from volo.records.json.nesting import find_bracket, find_too_deep
from volo.records.json.text import DECODER, skip_space

__all__ = ["NotJSONError", "parse"]

_MAX_DEPTH = 64
# The standard parser does not answer Ctrl-C while it reads nested arrays. This many take it about a tenth of a second.
_MAX_BRACKETS = 500_000
_LONGEST_NUMBER = 32

# The escape of one half of a surrogate pair without the escape of the other half.
_HALF_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_HALF = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(
    r'["\[\]{}]|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)|(?P<constant>NaN|-?Infinity)'
)

_BAD_NUMBER = f"number with more than {_LONGEST_NUMBER} characters, or too large for a float"
_BAD_CONSTANT = "invalid JSON: NaN and infinities are not allowed"
_BAD_KEY = "duplicate key"
_BAD_TEXT = "unpaired surrogate"


class NotJSONError(Exception):
    """A text is not strict JSON.

    Attributes:
        problem: what is wrong.
        start: the index of the first wrong character.
        end: the index after the last wrong character.
    """

    def __init__(self, problem: str, start: int, end: int) -> None:
        super().__init__(problem, start, end)
        self.problem = problem
        self.start = start
        self.end = end


def parse(text: str, max_depth: int = _MAX_DEPTH) -> object:
    """Parse a JSON text.

    Args:
        text: the text.
        max_depth: the maximum number of nested objects and arrays.

    Raises:
        NotJSONError: the text is not JSON, or contains a value that this module rejects.

    >>> parse('{"moves": ["c5"]}')
    {'moves': ['c5']}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    volo.records.json.parser.NotJSONError: ('duplicate key', 9, 12)
    """
    _check_brackets(text, max_depth)
    try:
        value = _decode(_STRICT, text)
        _check_surrogates(text)
    except _RejectedError as rejected:
        # A syntax error anywhere in the text takes precedence. After this call the text is known to be JSON.
        _decode(_SYNTAX, text)
        raise _first_rejected(text, rejected.problem) from None
    return value


def _decode(decoder: json.JSONDecoder, text: str) -> object:
    """Decode the whole text.

    Raises:
        NotJSONError: the standard parser does not accept the text.
        _RejectedError: a hook of the decoder rejects a value.
    """
    try:
        value, end = decoder.raw_decode(text, skip_space(text, 0))
    except json.JSONDecodeError as error:
        message = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise NotJSONError(message, error.pos, error.pos + 1) from None
    end = skip_space(text, end)
    if end < len(text):
        raise NotJSONError("invalid JSON: extra data after the value", end, len(text))
    return value


class _RejectedError(Exception):
    """A hook rejects a value. The standard parser does not pass the position of the value to its hooks."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise _RejectedError(_BAD_KEY)
    return values


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise _RejectedError(_BAD_NUMBER)
    return int(text)


def _number(text: str) -> float:
    if len(text) > _LONGEST_NUMBER or isinf(number := float(text)):
        raise _RejectedError(_BAD_NUMBER)
    return number


def _constant(_: str) -> NoReturn:
    raise _RejectedError(_BAD_CONSTANT)


def _ignored(_: str) -> None:
    """A hook written in Python, so that Python handles Ctrl-C between its calls."""


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant)
# Checks the same grammar without converting numbers, because converting very long ones fails.
_SYNTAX = json.JSONDecoder(parse_int=_ignored, parse_float=_ignored, parse_constant=_ignored)


def _check_brackets(text: str, max_depth: int) -> None:
    """Check the number of brackets and their nesting depth before the standard parser runs.

    Raises:
        NotJSONError: there are too many brackets, or they are nested too deeply, or the text before that point has a
            syntax error.
    """
    brackets = text.count("[") + text.count("{")
    if brackets <= max_depth:  # which is less than _MAX_BRACKETS
        return
    data = text.encode("utf-8", "surrogatepass")
    found = [(find_too_deep(data, max_depth), f"nested more than {max_depth} levels deep")]
    if brackets > _MAX_BRACKETS:
        found.append((find_bracket(data, _MAX_BRACKETS), f"more than {_MAX_BRACKETS:,} arrays and objects"))
    wrong = [(offset, problem) for offset, problem in found if offset is not None]
    if not wrong:
        return
    offset, problem = min(wrong)
    start = len(data[:offset].decode("utf-8", "surrogatepass"))
    try:
        _decode(_SYNTAX, text[:start])
    except NotJSONError as error:
        if error.start < start:
            raise
    raise NotJSONError(problem, start, start + 1)


def _check_surrogates(text: str) -> None:
    """Check for unpaired surrogates in a valid JSON text.

    Raises:
        _RejectedError: there is an unpaired surrogate.
    """
    # An escaped backslash does not escape the character after it.
    if "\\u" in text and _HALF_ESCAPE.search(text.replace("\\\\", "  ")):
        raise _RejectedError(_BAD_TEXT)


def _first_rejected(text: str, problem: str) -> NotJSONError:
    """Return the error about the first rejected value in a valid JSON text.

    Args:
        text: the text.
        problem: why one of its values is rejected. The first rejected value may have another problem.
    """
    keys: list[set[str]] = []
    at = 0
    while (token := _TOKEN.search(text, at)) is not None:
        start, at = token.span()
        if token[0] == '"':
            string, at = DECODER.raw_decode(text, start)
            if _HALF.search(string):
                return NotJSONError(_BAD_TEXT, start, at)
            if text[(after := skip_space(text, at)) : after + 1] == ":":
                if string in keys[-1]:
                    return NotJSONError(_BAD_KEY, start, at)
                keys[-1].add(string)
        elif token[0] in "[{":
            keys.append(set())
        elif token[0] in "]}":
            keys.pop()
        elif token["constant"]:
            return NotJSONError(_BAD_CONSTANT, start, at)
        elif at - start > _LONGEST_NUMBER or isinf(float(token[0])):
            return NotJSONError(_BAD_NUMBER, start, at)
    return NotJSONError(problem, 0, len(text))
