"""JSON text without its strings, so that brackets can be counted, at a few nanoseconds a byte."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["STEPS", "WINDOW", "Letters", "Unquoted", "too_deep"]

Letters: TypeAlias = NDArray[np.uint8]
Marks: TypeAlias = NDArray[np.bool_]

WINDOW: Final = 1 << 12
"""How many bytes are looked at together. A game report has a few thousand."""

STEPS: Final = np.zeros(256, np.int8)
"""By how much each byte outside of strings changes the depth."""

STEPS[list(b"[{")] = 1
STEPS[list(b"]}")] = -1


class Unquoted:
    """Takes the strings out of a JSON text that comes in pieces.

    >>> unquoted = Unquoted()
    >>> bytes(unquoted.next(b'["a', 0)), bytes(unquoted.next(b'[", 1]', 0))
    (b'[\\x00\\x00', b'\\x00", 1]')
    """

    def __init__(self) -> None:
        self._is_text = False
        self._is_escaped = False

    def next(self, piece: bytes, start: int) -> Letters:
        """The next window of the text: the bytes of a piece from ``start`` on, those in strings replaced by 0.

        A string begins with its opening quote and ends before its closing quote.
        """
        letters = np.frombuffer(piece, np.uint8, min(WINDOW, len(piece) - start), start)
        quotes = letters == ord('"')
        if self._is_escaped or piece.find(b"\\", start, start + WINDOW) >= 0:
            quotes &= ~self._escaped(letters)
        return letters * ~self._texts(quotes)

    def _texts(self, quotes: Marks) -> Marks:
        """Which letters are in strings: those after an odd number of quotes."""
        texts: Marks = np.logical_xor.accumulate(quotes) ^ self._is_text
        self._is_text = bool(texts[-1])
        return texts

    def _escaped(self, letters: Letters) -> Marks:
        """Which letters are escaped: those after an odd number of backslashes."""
        backslashes = letters == ord("\\")
        backslashes[0] &= not self._is_escaped
        places = np.arange(letters.size)
        lengths = places - np.maximum.accumulate(np.where(backslashes, -1, places))
        escapes: Marks = lengths % 2 == 1
        escaped = np.roll(escapes, 1)
        escaped[0], self._is_escaped = self._is_escaped, bool(escapes[-1])
        return escaped


def too_deep(data: bytes, deepest: int) -> int | None:
    """The offset of the first bracket that opens more than ``deepest`` objects and arrays inside of each other.

    Up to the first place where the text is not JSON, the depth is the one that a parser reaches.

    >>> too_deep(b'["[[", [], {"a": []}]', 2), too_deep(b"[[], []]", 2)
    (17, None)
    """
    unquoted = Unquoted()
    depth = 0
    for start in range(0, len(data), WINDOW):
        depths = depth + np.cumsum(STEPS[unquoted.next(data, start)], dtype=np.int64)
        deep = depths > deepest
        if deep.any():
            return start + int(deep.argmax())
        depth = int(depths[-1])
    return None
