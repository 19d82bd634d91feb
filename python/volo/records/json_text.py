"""Strict JSON (RFC 8259), and where in the text each of its values stands.

The parser is the standard library's. What it lets pass is refused here: NaN and infinities, keys that stand twice,
numbers longer than anybody needs, nesting deeper than that, halves of surrogate pairs. Time is linear in the text, and
nothing recurses on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from typing import NoReturn, TypeAlias

__all__ = ["NotJSONError", "Path", "Span", "find", "parse", "write"]

Path: TypeAlias = tuple[str | int, ...]
"""How to come to a value: keys of objects and indices of arrays, from the outside in."""

_DEEPEST = 64
_LONGEST_NUMBER = 32

_NO_SPACE = re.compile(r"[^ \t\n\r]")
_TEXT = re.compile(r'"[^"]*"')
_NO_BRACKET = re.compile(r"[^\[\]{}]+")
_PAIR = re.compile(r"\[\]|\{\}")
_HALF = re.compile("[\ud800-\udfff]")
_PERHAPS_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_MARK = re.compile(r'["\[\]{}]|-?[0-9][-+.0-9eE]*|NaN|-?Infinity')


class NotJSONError(Exception):
    """A text that is not strict JSON.

    Attributes:
        problem: what is wrong.
        start: where in the text, counted in characters from 0.
        end: where that ends.
    """

    def __init__(self, problem: str, start: int, end: int) -> None:
        super().__init__(problem, start, end)
        self.problem = problem
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Span:
    """Where a value stands, counted in characters from 0.

    Attributes:
        start: where the value begins.
        end: where it ends.
        key: where the key before it begins; the same as ``start`` where there is none.
    """

    start: int
    end: int
    key: int


class _Refused(Exception):  # noqa: N818 - says only that the place is to be looked for
    """The text is JSON as Python has it, and not as the standard."""


def parse(text: str, deepest: int = _DEEPEST) -> object:
    """The value of a text, in which no more than so many objects and arrays are inside of each other.

    Raises:
        NotJSONError: the text is no JSON, or has what is refused here.

    >>> parse('{"moves": ["c5"]}')
    {'moves': ['c5']}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    volo.records.json_text.NotJSONError: ('the key stands twice', 9, 12)
    """
    if text.count("[") + text.count("{") > deepest and _is_deep(text, deepest):
        _refuse_depth(text, deepest)
    try:
        value, end = _STRICT.raw_decode(text, _space(text, 0))
    except json.JSONDecodeError as error:
        raise NotJSONError(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.pos, error.pos + 1) from None
    except _Refused:
        _refuse(text)
        raise
    end = _space(text, end)
    if end < len(text):
        raise NotJSONError("not JSON: more stands behind the value", end, len(text))
    if _PERHAPS_HALF.search(text):
        _refuse(text)
    return value


def find(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """Where the values with these paths stand, in a text that can be parsed. The text is gone through once.

    >>> find('{"moves": ["c5", "c9"]}', [("moves", 1)])
    {('moves', 1): Span(start=17, end=21, key=17)}
    """
    found: dict[Path, Span] = {}
    _visit(text, _space(text, 0), None, (), set(paths), found)
    return found


def write(value: object, *, ascii: bool = False) -> str:  # noqa: A002 - as the standard library has it
    """A value as JSON, on one line and without spaces; with all of it ASCII if that is wanted."""
    return json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)


def _space(text: str, at: int) -> int:
    """Where the white space ends."""
    behind = _NO_SPACE.search(text, at)
    return len(text) if behind is None else behind.start()


def _visit(text: str, at: int, key: int | None, path: Path, wanted: set[Path], found: dict[Path, Span]) -> int:
    """Go through the value at a place, note those that are wanted, and return where it ends.

    It recurses on what is wanted, which is no deeper than what we look for ourselves.
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
    """Go through an object or an array and return where it ends."""
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


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise _Refused
    return values


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise _Refused
    return int(text)


def _number(text: str) -> float:
    if len(text) > _LONGEST_NUMBER or isinf(number := float(text)):
        raise _Refused
    return number


def _constant(_: str) -> NoReturn:
    raise _Refused


_PLAIN = json.JSONDecoder()
_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant)


def _is_deep(text: str, deepest: int) -> bool:
    """Whether a text has more than so many values inside of each other, or more brackets that do not match.

    The innermost pairs are taken away, time and again: each pass is one of a regular expression.
    """
    brackets = _NO_BRACKET.sub("", _TEXT.sub("", text.replace("\\\\", "").replace('\\"', "")))
    for _ in range(deepest):
        before = len(brackets)
        brackets = _PAIR.sub("", brackets)
        if len(brackets) == before:
            break
    return len(brackets) > deepest or _PAIR.search(brackets) is not None


def _refuse_depth(text: str, deepest: int) -> None:
    """Refuse what is nested too deep, before a parser recurses on it."""
    depth = at = 0
    while depth >= 0 and (mark := _MARK.search(text, at)) is not None:
        at = mark.end()
        if mark[0] == '"':
            try:
                _, at = _PLAIN.raw_decode(text, mark.start())
            except json.JSONDecodeError:
                return  # the parser will say so
        elif mark[0] in "[{":
            depth += 1
            if depth > deepest:
                raise NotJSONError(f"more than {deepest} values inside of each other", mark.start(), at)
        elif mark[0] in "]}":
            depth -= 1


def _refuse(text: str) -> None:
    """Refuse what the parser gave up, or what it let pass: everything before the reason can be parsed."""
    keys: list[set[str]] = []
    at = 0
    while (mark := _MARK.search(text, at)) is not None:
        start, at = mark.span()
        if mark[0] == '"':
            string, at = _PLAIN.raw_decode(text, start)
            if _HALF.search(string):
                raise NotJSONError("half of a surrogate pair is no character", start, at)
            if text[(behind := _space(text, at)) : behind + 1] == ":":
                if string in keys[-1]:
                    raise NotJSONError("the key stands twice", start, at)
                keys[-1].add(string)
        elif mark[0] in "[{":
            keys.append(set())
        elif mark[0] in "]}":
            keys.pop()
        elif mark[0][-1].isalpha():
            raise NotJSONError("not JSON: no such number", start, at)
        elif len(mark[0]) > _LONGEST_NUMBER or isinf(float(mark[0])):
            raise NotJSONError("a number that is longer or larger than anybody needs", start, at)
