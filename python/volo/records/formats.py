"""The record formats: names, suffixes, and detection from the content of a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Final, Literal, TypeAlias, get_args

from volo.errors import VoloError
from volo.records.files.compression import SUFFIXES, Method

__all__ = ["BYTE_ORDER_MARK", "FORMATS", "Format", "check_format", "format_of_path", "format_of_text"]

Format: TypeAlias = Literal["volo", "jsonl", "abstract-play", "boardspace"]
"""The name of a format: native records, JSON lines, Abstract Play's game reports, or Boardspace's SGF."""

FORMATS: Final[tuple[Format, ...]] = get_args(Format)
"""The names of all formats."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

_BY_SUFFIX: Final[dict[str, Format]] = {
    ".volo": "volo",
    ".jsonl": "jsonl",
    ".json": "abstract-play",
    ".sgf": "boardspace",
}
# The number of bytes to examine. A game report may have a long text before the first member that identifies it.
_FURTHEST: Final = 1 << 16

# A tag, which comments may precede.
_TAG = re.compile(rb"(?:\{(?:[^}\\]|\\.)*\}[ \t\r\n]*)*\[[A-Za-z]", re.DOTALL)
_SGF = re.compile(rb"\([ \t\r\n]*;")
_ARRAY = re.compile(rb"\[[ \t\r\n]*[\[\]{]")
# A complete string, with a colon if it is a key; the opening quote of a string that is cut off; or a bracket.
_TOKEN = re.compile(rb'"((?:[^"\\]|\\.)*)"([ \t\r\n]*:)?|["\[\]{}]', re.DOTALL)
_ROUNDS = re.compile(rb"[ \t\r\n]*\[[ \t\r\n]*\[")
_MOVES = re.compile(rb'[ \t\r\n]*\[[ \t\r\n]*"')
# Of a report, a state, or a file of the playground.
_REPORT_KEYS = frozenset({b"header", b"numplayers", b"stack", b"metaGame"})
_JSON_LINES_KEYS = frozenset({b"rules", b"fen", b"legal_moves", b"winner", b"termination", b"tags", b"comments"})


def check_format(name: str) -> Format:
    """Return the format with this name.

    Raises:
        VoloError: the name is not that of a format.
    """
    for each in FORMATS:
        if name == each:
            return each
    raise VoloError(f"unknown record format {name!a}; expected one of {', '.join(FORMATS)}")


def format_of_path(path: str) -> tuple[Format | None, Method | None]:
    """Return the format and the compression method that the suffixes of a path select, or None where they select none.

    >>> format_of_path("games.jsonl.gz"), format_of_path("games.volo"), format_of_path("games")
    (('jsonl', 'gzip'), ('volo', None), (None, None))
    """
    name = PurePath(path)
    method = SUFFIXES.get(name.suffix)
    suffix = name.suffix if method is None else name.with_suffix("").suffix
    return _BY_SUFFIX.get(suffix), method


def format_of_text(peek: Callable[[int], bytes]) -> Format | None:
    """Detect the format from the beginning of a text; None if it has no known format.

    This reads only as much as it needs, because more of a pipe may not be available yet.

    Args:
        peek: a function that takes a size in bytes and returns the beginning of the text: at least that many bytes, or
            all of them if the text is shorter.

    >>> format_of_text(lambda size: b'[Event "Thursday"]'), format_of_text(lambda size: b'{"header": {')
    ('volo', 'abstract-play')
    >>> format_of_text(lambda size: b'{"moves": ["c5"]'), format_of_text(lambda size: b"1. c5 *")
    ('jsonl', None)
    """
    size = 1
    while True:
        text = peek(size)[:_FURTHEST]
        found = _detect(text.removeprefix(BYTE_ORDER_MARK))
        if found is not None or len(text) < size or len(text) == _FURTHEST:
            return found
        # Each attempt looks at one eighth more, so all attempts together take at most nine times as long as the last.
        size = min(len(text) + len(text) // 8 + 1, _FURTHEST)


def _detect(text: bytes) -> Format | None:
    text = text.lstrip(b" \t\r\n")
    if _TAG.match(text):
        return "volo"
    if _ARRAY.match(text):
        return "abstract-play"
    if _SGF.match(text):
        return "boardspace"
    if not text.startswith(b"{"):
        return None
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] == b'"':
            return None
        depth += token[0] in (b"[", b"{")
        depth -= token[0] in (b"]", b"}")
        if depth == 0:
            return None
        if depth > 1 or token[2] is None:
            continue
        if token[1] in _REPORT_KEYS or (token[1] == b"moves" and _ROUNDS.match(text, token.end())):
            return "abstract-play"
        if token[1] in _JSON_LINES_KEYS or (token[1] == b"moves" and _MOVES.match(text, token.end())):
            return "jsonl"
    return None
