"""Escaping of text from outside, so that it is safe to print."""

from __future__ import annotations

import os

__all__ = ["printable"]


def printable(text: str | os.PathLike[str]) -> str:
    r"""Escape a text or the name of a file: one line without control sequences.

    Every character for which `str.isprintable` is false becomes an escape sequence of Python: control characters,
    line ends, direction marks, zero-width characters and lone surrogates. Other text is not changed.

    >>> printable("games \x1b[31m\u202e.jsonl")
    'games \\x1b[31m\\u202e.jsonl'
    >>> printable("Vögel 鳥.jsonl")
    'Vögel 鳥.jsonl'
    """
    line = os.fspath(text)
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)
