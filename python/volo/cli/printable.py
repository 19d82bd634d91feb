"""Text from outside, made safe to print."""

from __future__ import annotations

import os

__all__ = ["printable"]


def printable(text: str | os.PathLike[str]) -> str:
    r"""The text or the name of a file as one line that no terminal obeys.

    Every character that `str.isprintable` refuses is written as an escape sequence of Python: control characters,
    line ends, marks of direction, characters of no width, and halves of surrogate pairs. Other text stays as it is.

    >>> printable("games \x1b[31m\u202e.jsonl")
    'games \\x1b[31m\\u202e.jsonl'
    >>> printable("Vögel 鳥.jsonl")
    'Vögel 鳥.jsonl'
    """
    line = os.fspath(text)
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)
