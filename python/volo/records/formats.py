"""The three formats: their names, their suffixes, and which of them a file has."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Final, Literal, TypeAlias, get_args

from volo.errors import VoloError
from volo.records.compression import SUFFIXES, Method

__all__ = ["BYTE_ORDER_MARK", "FORMATS", "Format", "check_format", "format_of_path", "format_of_text"]

Format: TypeAlias = Literal["volo", "jsonl", "abstract-play"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

_BY_SUFFIX: Final[dict[str, Format]] = {".volo": "volo", ".jsonl": "jsonl", ".json": "abstract-play"}
# How far to look: a game report may have a long text before what tells it from a line of JSON.
_FURTHEST: Final = 1 << 16

_TAG = re.compile(rb"\[[A-Za-z]")
_ARRAY = re.compile(rb"\[[ \t\r\n]*[\[\]{]")
# The quote alone is that of a text which is cut off: to look for another behind it would take time without end.
_MARK = re.compile(rb'"((?:[^"\\]|\\.)*)"([ \t\r\n]*:)?|["\[\]{}]', re.DOTALL)
_ROUNDS = re.compile(rb"[ \t\r\n]*\[[ \t\r\n]*\[")
_MOVES = re.compile(rb'[ \t\r\n]*\[[ \t\r\n]*"')
_OF_LINES = frozenset({b"rules", b"fen", b"legal_moves", b"winner", b"termination", b"tags", b"comments"})


def check_format(name: str) -> Format:
    """The format of this name.

    Raises:
        VoloError: there is none.
    """
    for each in FORMATS:
        if name == each:
            return each
    raise VoloError(f"{name!a} is no format of records: those are {', '.join(FORMATS)}")


def format_of_path(path: str) -> tuple[Format | None, Method | None]:
    """The format that the suffix of a path stands for, and how it is compressed.

    >>> format_of_path("games.jsonl.gz"), format_of_path("games.volo"), format_of_path("games")
    (('jsonl', 'gzip'), ('volo', None), (None, None))
    """
    name = PurePath(path)
    method = SUFFIXES.get(name.suffix)
    suffix = name.suffix if method is None else name.with_suffix("").suffix
    return _BY_SUFFIX.get(suffix), method


def format_of_text(ahead: Callable[[int], bytes]) -> Format | None:
    """The format of a text; None if it is none of them. No more is asked for than it takes: there may be no more yet.

    Args:
        ahead: gives the text's beginning: so many bytes and what has come with them, or all there are.

    >>> format_of_text(lambda size: b'[Event "Thursday"]'), format_of_text(lambda size: b'{"header": {')
    ('volo', 'abstract-play')
    >>> format_of_text(lambda size: b'{"moves": ["c5"]'), format_of_text(lambda size: b"1. c5 *")
    ('jsonl', None)
    """
    size = 1
    while True:
        text = ahead(size)[:_FURTHEST]
        found = _told(text.removeprefix(BYTE_ORDER_MARK))
        if found is not None or len(text) < size or len(text) == _FURTHEST:
            return found
        # An eighth more, so that all looks together are no longer than nine times the last.
        size = min(len(text) + len(text) // 8 + 1, _FURTHEST)


def _told(text: bytes) -> Format | None:
    text = text.lstrip(b" \t\r\n")
    if _TAG.match(text):
        return "volo"
    if _ARRAY.match(text):
        return "abstract-play"
    if not text.startswith(b"{"):
        return None
    depth = 0
    for mark in _MARK.finditer(text):
        if mark[0] == b'"':
            return None
        depth += mark[0] in (b"[", b"{")
        depth -= mark[0] in (b"]", b"}")
        if depth == 0:
            return None
        if depth > 1 or mark[2] is None:
            continue
        if mark[1] == b"header" or (mark[1] == b"moves" and _ROUNDS.match(text, mark.end())):
            return "abstract-play"
        if mark[1] in _OF_LINES or (mark[1] == b"moves" and _MOVES.match(text, mark.end())):
            return "jsonl"
    return None
