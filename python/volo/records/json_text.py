"""Strict JSON (RFC 8259), and the places of its values in the text.

The standard library's parser reads the text. Some of what it accepts is refused here: NaN and infinities, keys that
occur twice in an object, very long or large numbers, very deep nesting, halves of surrogate pairs. Time is linear in
the length of the text, and the depth of recursion is limited.

The parser decides first whether a text is JSON at all. A second search, for the place of a value that is refused, goes
only through text that the parser has accepted: it needs no grammar of its own and cannot fail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from typing import NoReturn, TypeAlias

from volo.records.unquoted import too_deep

__all__ = ["NotJSONError", "Path", "Span", "find", "parse", "write"]

Path: TypeAlias = tuple[str | int, ...]
"""The keys of objects and the indices of arrays that lead to a value, from the outside in."""

_DEEPEST = 64
_LONGEST_NUMBER = 32

_NO_SPACE = re.compile(r"[^ \t\n\r]")
# An escape of half of a surrogate pair that its other half does not follow or precede.
_HALF_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_HALF = re.compile("[\ud800-\udfff]")
_MARK = re.compile(
    r'["\[\]{}]|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)|(?P<constant>NaN|-?Infinity)'
)

_BAD_NUMBER = "a number that is longer or larger than anybody needs"
_BAD_CONSTANT = "not JSON: no such number"
_BAD_KEY = "the key stands twice"
_BAD_TEXT = "half of a surrogate pair is no character"


class NotJSONError(Exception):
    """A text that is not strict JSON.

    Attributes:
        problem: what is wrong.
        start: the index of the first wrong character.
        end: the index after the last one.
    """

    def __init__(self, problem: str, start: int, end: int) -> None:
        super().__init__(problem, start, end)
        self.problem = problem
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Span:
    """The place of a value, as indices of characters.

    Attributes:
        start: where the value begins.
        end: where it ends.
        key: where its key begins; the same as ``start`` if it has no key.
    """

    start: int
    end: int
    key: int


def parse(text: str, deepest: int = _DEEPEST) -> object:
    """The value of a text, in which no more than ``deepest`` objects and arrays are inside of each other.

    Raises:
        NotJSONError: the text is not JSON, or has something that is refused here.

    >>> parse('{"moves": ["c5"]}')
    {'moves': ['c5']}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    volo.records.json_text.NotJSONError: ('the key stands twice', 9, 12)
    """
    _refuse_depth(text, deepest)
    try:
        value = _decode(_STRICT, text)
        _refuse_halves(text)
    except _RefusedError as refused:
        # From here on the text is known to be JSON as the standard library has it. All that is left to find is the
        # first value that is refused.
        _decode(_SYNTAX, text)
        raise _first_refused(text, refused.problem) from None
    return value


def find(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """The places of the values with these paths, in a text that :func:`parse` accepts. The text is searched once.

    >>> find('{"moves": ["c5", "c9"]}', [("moves", 1)])
    {('moves', 1): Span(start=17, end=21, key=17)}
    """
    found: dict[Path, Span] = {}
    _visit(text, _space(text, 0), None, (), set(paths), found)
    return found


def write(value: object, *, ascii: bool = False) -> str:  # noqa: A002 - as the standard library has it
    """A value as JSON, on one line and without spaces; only ASCII characters if ``ascii`` is true."""
    return json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)


def _space(text: str, at: int) -> int:
    """The index where the white space from ``at`` on ends."""
    behind = _NO_SPACE.search(text, at)
    return len(text) if behind is None else behind.start()


def _visit(text: str, at: int, key: int | None, path: Path, wanted: set[Path], found: dict[Path, Span]) -> int:
    """Note the places of the wanted values inside the value at ``at``, and return where it ends.

    It recurses only into wanted values, so no deeper than the longest path.
    """
    inside: dict[str | int, set[Path]] = {}
    for each in wanted:
        if len(each) > len(path):
            inside.setdefault(each[len(path)], set()).add(each)
    if inside and text[at] in "[{":
        end = _members(text, at, path, inside, found)
    else:
        _, end = _PLAIN.raw_decode(text, at)
    if path in wanted:
        found[path] = Span(at, end, at if key is None else key)
    return end


def _members(text: str, at: int, path: Path, inside: dict[str | int, set[Path]], found: dict[Path, Span]) -> int:
    """Visit the members of an object or an array, and return where it ends."""
    close = "}" if text[at] == "{" else "]"
    at = _space(text, at + 1)
    index = 0
    while text[at] != close:
        key = None
        step: str | int = index
        if close == "}":
            key = at
            step, at = _PLAIN.raw_decode(text, at)
            at = _space(text, _space(text, at) + 1)
        if step in inside:
            at = _visit(text, at, key, (*path, step), inside[step], found)
        else:
            _, at = _PLAIN.raw_decode(text, at)
        at = _space(text, at)
        if text[at] == ",":
            at = _space(text, at + 1)
        index += 1
    return at + 1


def _decode(decoder: json.JSONDecoder, text: str) -> object:
    """The value of a whole text.

    Raises:
        NotJSONError: the text is not JSON as the standard library has it.
        _RefusedError: a hook of the decoder refuses a value.
    """
    try:
        value, end = decoder.raw_decode(text, _space(text, 0))
    except json.JSONDecodeError as error:
        raise NotJSONError(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.pos, error.pos + 1) from None
    end = _space(text, end)
    if end < len(text):
        raise NotJSONError("not JSON: more stands behind the value", end, len(text))
    return value


class _RefusedError(Exception):
    """A value is refused. The parser calls its hooks without the place of the value."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise _RefusedError(_BAD_KEY)
    return values


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise _RefusedError(_BAD_NUMBER)
    return int(text)


def _number(text: str) -> float:
    if len(text) > _LONGEST_NUMBER or isinf(number := float(text)):
        raise _RefusedError(_BAD_NUMBER)
    return number


def _constant(_: str) -> NoReturn:
    raise _RefusedError(_BAD_CONSTANT)


def _ignored(_: str) -> None:
    """A hook in Python rather than in C: Ctrl-C is answered between two calls of it."""


_PLAIN = json.JSONDecoder()
_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant)
# The same grammar; numbers are not converted, so that none is too long.
_SYNTAX = json.JSONDecoder(parse_int=_ignored, parse_float=_ignored, parse_constant=_ignored)


def _refuse_depth(text: str, deepest: int) -> None:
    """Refuse a text that is nested too deep, before a parser recurses on it.

    Raises:
        NotJSONError: the text is nested too deep, or is not JSON before that.
    """
    if text.count("[") + text.count("{") <= deepest:
        return
    data = text.encode("utf-8", "surrogatepass")
    offset = too_deep(data, deepest)
    if offset is None:
        return
    start = len(data[:offset].decode("utf-8", "surrogatepass"))
    try:
        _decode(_SYNTAX, text[:start])
    except NotJSONError as error:
        if error.start < start:
            raise
    raise NotJSONError(f"more than {deepest} values inside of each other", start, start + 1)


def _refuse_halves(text: str) -> None:
    """Refuse halves of surrogate pairs in a text that is JSON.

    Raises:
        _RefusedError: there is one.
    """
    # Two backslashes are an escape of their own, and what follows them is not escaped.
    if "\\u" in text and _HALF_ESCAPE.search(text.replace("\\\\", "  ")):
        raise _RefusedError(_BAD_TEXT)


def _first_refused(text: str, problem: str) -> NotJSONError:
    """The error about the first value that is refused, in a text that is JSON as the standard library has it.

    Args:
        text: the text.
        problem: why a value is refused; the first one may be refused for another reason.
    """
    keys: list[set[str]] = []
    at = 0
    while (mark := _MARK.search(text, at)) is not None:
        start, at = mark.span()
        if mark[0] == '"':
            string, at = _PLAIN.raw_decode(text, start)
            if _HALF.search(string):
                return NotJSONError(_BAD_TEXT, start, at)
            if text[(behind := _space(text, at)) : behind + 1] == ":":
                if string in keys[-1]:
                    return NotJSONError(_BAD_KEY, start, at)
                keys[-1].add(string)
        elif mark[0] in "[{":
            keys.append(set())
        elif mark[0] in "]}":
            keys.pop()
        elif mark["constant"]:
            return NotJSONError(_BAD_CONSTANT, start, at)
        elif at - start > _LONGEST_NUMBER or isinf(float(mark[0])):
            return NotJSONError(_BAD_NUMBER, start, at)
    return NotJSONError(problem, 0, len(text))
