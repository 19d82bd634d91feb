"""A strict JSON parser (RFC 8259) that reports the position of an error.

The parser of the standard library reads the text. Its hooks reject duplicate keys, NaN, infinities, and long or large
numbers, but do not know where these are. A second pass finds that out. It runs only on text that the standard parser
has accepted, so it does not check the grammar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from math import isinf
from typing import Final, TypeAlias

import numpy as np

from volo.records.files.nesting import Nesting, windows

__all__ = ["NESTING", "NotJSONError", "Path", "parse", "spans", "to_json"]

Path: TypeAlias = tuple[str | int, ...]
"""The keys of objects and the indices of arrays that lead to a value, from the outermost to the innermost."""

NESTING: Final = Nesting(
    b"[{", b"]}", b'"', lambda letters, before: np.logical_xor.accumulate(letters == ord('"')) ^ before
)
"""How JSON nests."""

_MAX_DEPTH = 64
# The standard parser does not answer Ctrl-C while it reads nested arrays. This many take it about a tenth of a second.
_MAX_BRACKETS = 500_000
_LONGEST_NUMBER = 32

_TOKEN = re.compile(r'["\[\]{}]|[^ \t\n\r"\[\]{},:]+')
_COLON = re.compile(r"[ \t\n\r]*:")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(eq=False)
class NotJSONError(Exception):
    """A text is not strict JSON: the problem, the span of the wrong characters, and the path of a rejected value."""

    problem: str
    start: int
    end: int
    path: Path = ()


def parse(text: str, max_depth: int = _MAX_DEPTH) -> object:
    """Parse a JSON text, with at most ``max_depth`` nested objects and arrays.

    Raises:
        NotJSONError: the text is not JSON, or contains a value that this module rejects.

    >>> parse('{"moves": ["c5"]}')
    {'moves': ['c5']}
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    volo.records.json.parser.NotJSONError: ('duplicate key', 9, 12, ('a',))
    """
    _check_brackets(text, max_depth)
    try:
        value = _decode(_STRICT, text)
        if "\\u" not in text or _HALF.search(to_json(value)) is None:
            return value
    except ValueError:
        # A syntax error anywhere in the text takes precedence. After this call the text is known to be JSON.
        _decode(_PLAIN, text)
    raise next(_rejected(text))


def to_json(value: object, *, ascii: bool = False) -> str:  # noqa: A002 - json.dumps has ensure_ascii
    """Return a value as JSON, on one line and without white space."""
    return json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)


def spans(text: str, inside: Collection[Path] | None = None) -> Iterator[tuple[Path, bool, int, int]]:
    """Yield the keys and values of a valid JSON text: the path, whether it is the key of that path, start and end.

    Only the arrays and objects with the paths ``inside`` are entered, by default all.

    >>> [text[start:end] for text in ['{"a": [5]}'] for _, _, start, end in spans(text)]
    ['"a"', '5', '[5]', '{"a": [5]}']
    """
    path: list[str | int] = []
    opened: list[int] = []
    at = 0
    while (token := _TOKEN.search(text, at)) is not None:
        start, at = token.span()
        letter = text[start]
        if letter in "[{" and (inside is None or tuple(path) in inside):
            path.append(0 if letter == "[" else "")
            opened.append(start)
            continue
        is_key = False
        if letter in "]}":
            path.pop()
            start = opened.pop()
        elif letter in '"[{':
            value, at = _PLAIN.raw_decode(text, start)
            if is_key := letter == '"' and _COLON.match(text, at) is not None:
                path[-1] = str(value)
        yield tuple(path), is_key, start, at
        if path and isinstance(step := path[-1], int):
            path[-1] = step + 1


def _check_brackets(text: str, max_depth: int) -> None:
    """Raise a NotJSONError if there are too many brackets or too deep ones, unless a syntax error precedes them."""
    if text.count("[") + text.count("{") <= max_depth:  # which is less than _MAX_BRACKETS
        return
    data = text.encode("utf-8", "surrogatepass")
    offset = brackets = 0
    for window in windows(BytesIO(data), NESTING):
        numbers = brackets + np.cumsum(window.steps > 0)
        is_too_deep = window.depths > max_depth
        if (wrong := np.flatnonzero(is_too_deep | (numbers > _MAX_BRACKETS))).size:
            start = len(data[: offset + int(wrong[0])].decode("utf-8", "surrogatepass"))
            try:
                _decode(_PLAIN, text[:start])
            except NotJSONError as error:
                if error.start < start:
                    raise
            many, deep = f"more than {_MAX_BRACKETS:,} arrays and objects", f"nested more than {max_depth} levels deep"
            raise NotJSONError(deep if is_too_deep[wrong[0]] else many, start, start + 1)
        offset += len(window.data)
        brackets = int(numbers[-1])


def _decode(decoder: json.JSONDecoder, text: str) -> object:
    """Decode a text. What the standard parser does not accept is a NotJSONError, what a hook rejects a ValueError."""
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        problem, end = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.pos + 1
        if error.msg == "Extra data":
            problem, end = f"{problem} after the value", len(text)
        raise NotJSONError(problem, error.pos, end) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(values := dict(pairs)) < len(pairs):
        raise ValueError
    return values


def _number(kind: type[float], text: str) -> float:
    if len(text) > _LONGEST_NUMBER or isinf(number := kind(text)):
        raise ValueError
    return number


_INTEGER, _FLOAT = partial(_number, int), partial(_number, float)
# As a hook, int raises a ValueError for NaN and Infinity.
_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_INTEGER, parse_float=_FLOAT, parse_constant=int)
# Accepts the same grammar without converting numbers. The hooks are in Python so that Ctrl-C is handled between calls.
_PLAIN = json.JSONDecoder(parse_int=lambda _: 0, parse_float=lambda _: 0.0)


def _rejected(text: str) -> Iterator[NotJSONError]:
    """Yield an error for each rejected value in a text that is valid JSON."""
    keys: dict[Path, set[str | int]] = {}
    for path, is_key, start, end in spans(text):
        letter = text[start]
        if letter in "[{":
            keys.pop(path, None)
        elif letter == '"':
            if is_key and path[-1] in keys.setdefault(path[:-1], set()):
                yield NotJSONError("duplicate key", start, end, path)
            if is_key:
                keys[path[:-1]].add(path[-1])
            if _HALF.search(json.loads(text[start:end])):
                yield NotJSONError("unpaired surrogate", start, end, path)
        elif letter in "NI" or text.startswith("-I", start):
            yield NotJSONError("invalid JSON: NaN and infinities are not allowed", start, end, path)
        elif letter in "-0123456789" and (end - start > _LONGEST_NUMBER or isinf(float(text[start:end]))):
            problem = f"number with more than {_LONGEST_NUMBER} characters, or too large for a float"
            yield NotJSONError(problem, start, end, path)
