"""Parses the nodes of a game in SGF. The parser does not recurse, so the depth of variations has no limit."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from volo.records.files.nesting import Letters, Nesting

__all__ = ["NESTING", "Node", "NotSGFError", "Property", "parse_nodes"]

_BLANK = re.compile(rb"[ \t\r\n\f\v]*")
_NAME = re.compile(rb"[A-Z][A-Z0-9]*")
_MARK = re.compile(rb"\\.?|\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
# The begin of a game, as no variation begins.
_GAME = re.compile(rb"\([ \t\r\n\f\v]*;[ \t\r\n\f\v]*(?:GM|RE|FF)[ \t\r\n\f\v]*\[")


def _strings(letters: Letters, before: bool) -> Letters:
    """Which bytes are within the value of a property.

    A ``[`` there is an ordinary character, so the last bracket before a byte decides.
    """
    opens = letters == ord("[")
    last = np.maximum.accumulate(np.where(opens | (letters == ord("]")), np.arange(len(letters)), -1))
    return np.where(last < 0, before, opens[last])


NESTING: Final = Nesting(b"(", b")", b"[]", _strings)
"""How SGF nests. Its strings are the values of properties."""

# Each of them needs a hundred times the memory of its text.
_MOST: Final = 200_000


class NotSGFError(Exception):
    """A text is not SGF.

    Attributes:
        problem: what is wrong, and what was expected.
        start, end: the wrong text. It is empty if something is missing.
        resume: where the next game in the text begins, or None.
    """

    def __init__(self, problem: str, start: int, end: int, resume: int | None) -> None:
        super().__init__(problem, start, end, resume)
        self.problem = problem
        self.start = start
        self.end = end
        self.resume = resume


class Property(NamedTuple):
    """A property of a node with one value. ``NAME[a][b]`` is two properties.

    Attributes:
        name: the name.
        value: the value, without escapes. Line ends are LF.
        start, end: the value and its brackets in the text.
    """

    name: str
    value: str
    start: int
    end: int


class Node(NamedTuple):
    """A node.

    Attributes:
        start: where it begins in the text.
        properties: its properties, in order.
    """

    start: int
    properties: list[Property]


def parse_nodes(data: bytes, at: int, *, lenient: bool) -> tuple[list[Node], int]:
    """Parse a game that begins at a parenthesis. Return the nodes of its main line, and where the text after it begins.

    Args:
        data: the text.
        at: where the game begins.
        lenient: whether to accept variations, of which only the main line is returned, and to read bytes that are not
            UTF-8 as Latin-1.

    Raises:
        NotSGFError: the text is not SGF.
    """
    nodes: list[Node] = []
    depth = number = 0
    is_main = True

    def wrong(problem: str, start: int, end: int) -> NotSGFError:
        following = _GAME.search(data, start + 1)
        return NotSGFError(problem, start, end, None if following is None else following.start())

    while True:
        at = _end(_BLANK, data, at)
        letter = data[at : at + 1]
        if letter == b"(":
            if depth and _GAME.match(data, at):
                raise NotSGFError("the game is not closed by ')' before the next one", at, at + 1, at)
            if depth and not lenient:
                raise wrong("variations are not accepted", at, at + 1)
            depth += 1
        elif letter == b")" and depth:
            depth -= 1
            is_main = False
            if depth == 0:
                return nodes, _end(_BLANK, data, at + 1)
        elif letter == b";" and depth:
            if is_main:
                nodes.append(Node(at, []))
            number += 1
        elif depth and (name := _NAME.match(data, at)) is not None:
            if not nodes:
                raise wrong("expected ';' before the first property", at, name.end())
            at = _end(_BLANK, data, name.end())
            if data[at : at + 1] != b"[":
                raise wrong("expected '[' after the name of a property", at, at + 1)
            while data[at : at + 1] == b"[":
                end = _end_of_value(data, at + 1)
                if end is None:
                    # No value after this one is closed either.
                    problem = "the value of a property is not closed by ']'"
                    raise NotSGFError(problem, at, min(at + 100, len(data)), None)
                if is_main:
                    value = _decoded(data[at + 1 : end], lenient=lenient)
                    if isinstance(value, UnicodeDecodeError):
                        raise wrong("invalid UTF-8", at + 1 + value.start, at + 1 + value.end)
                    nodes[-1].properties.append(Property(name[0].decode(), value, at, end + 1))
                number += 1
                if number > _MOST:
                    break
                at = _end(_BLANK, data, end + 1)
            at -= 1
        else:
            found = "expected ';', a property or ')'" if letter else "the game is not closed by ')'"
            found = found if depth else "expected a game, which begins with '('"
            raise wrong(found, at, min(at + 20, len(data)))
        if number > _MOST:
            raise wrong(f"the game has more than {_MOST:,} nodes and properties", at, at + 1)
        at += 1


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    match = pattern.match(data, at)
    return at if match is None else match.end()


def _end_of_value(data: bytes, at: int) -> int | None:
    """The index of the bracket that closes a value, or None."""
    if (end := data.find(b"]", at)) < 0 or b"\\" not in data[at:end]:
        return None if end < 0 else end
    return next((mark.start() for mark in _MARK.finditer(data, at) if mark[0] == b"]"), None)


def _decoded(raw: bytes, *, lenient: bool) -> str | UnicodeDecodeError:
    """The text of a value, or the error for its encoding."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        if not lenient:
            return error
        text = raw.decode("utf-8", "surrogateescape").translate(_LATIN_1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


# What the handler surrogateescape makes of a byte, and the character of the byte in Latin-1.
_LATIN_1: Final = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
