"""The nesting depth of JSON text, counted at a few nanoseconds per byte."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["DEPTH_STEPS", "WINDOW", "Letters", "StringMask", "find_bracket", "find_too_deep"]

Letters: TypeAlias = NDArray[np.uint8]
Marks: TypeAlias = NDArray[np.bool_]

WINDOW: Final = 1 << 12
"""The number of bytes that are processed at once. A typical game report has a few thousand."""

DEPTH_STEPS: Final = np.zeros(256, np.int8)
"""The change of depth for each byte value outside strings."""

DEPTH_STEPS[list(b"[{")] = 1
DEPTH_STEPS[list(b"]}")] = -1


class StringMask:
    """Masks the strings of a JSON text that arrives in pieces.

    >>> mask = StringMask()
    >>> bytes(mask.next(b'["a', 0)), bytes(mask.next(b'[", 1]', 0))
    (b'[\\x00\\x00', b'\\x00", 1]')
    """

    def __init__(self) -> None:
        self._in_string = False
        self._is_escaped = False

    def next(self, piece: bytes, start: int) -> Letters:
        """Return the next window of the text, with the bytes within strings replaced by 0.

        The window contains at most ``WINDOW`` bytes of ``piece`` from ``start`` on. The opening quote of a string is
        masked, and its closing quote is not.
        """
        letters = np.frombuffer(piece, np.uint8, min(WINDOW, len(piece) - start), start)
        quotes = letters == ord('"')
        if self._is_escaped or piece.find(b"\\", start, start + WINDOW) >= 0:
            quotes &= ~self._escaped(letters)
        return letters * ~self._strings(quotes)

    def _strings(self, quotes: Marks) -> Marks:
        """Mark the letters within strings: those after an odd number of quotes."""
        strings: Marks = np.logical_xor.accumulate(quotes) ^ self._in_string
        self._in_string = bool(strings[-1])
        return strings

    def _escaped(self, letters: Letters) -> Marks:
        """Mark the escaped letters: those after an odd number of consecutive backslashes."""
        backslashes = letters == ord("\\")
        backslashes[0] &= not self._is_escaped
        indices = np.arange(letters.size)
        lengths = indices - np.maximum.accumulate(np.where(backslashes, -1, indices))
        escapes: Marks = lengths % 2 == 1
        escaped = np.roll(escapes, 1)
        escaped[0], self._is_escaped = self._is_escaped, bool(escapes[-1])
        return escaped


def find_too_deep(data: bytes, max_depth: int) -> int | None:
    """Return the offset of the first bracket at a depth of more than ``max_depth``, or None.

    Where the text is not JSON, the depth after the first syntax error has no meaning.

    >>> find_too_deep(b'["[[", [], {"a": []}]', 2), find_too_deep(b"[[], []]", 2)
    (17, None)
    """
    mask = StringMask()
    depth = 0
    for start in range(0, len(data), WINDOW):
        depths = depth + np.cumsum(DEPTH_STEPS[mask.next(data, start)], dtype=np.int64)
        deep = depths > max_depth
        if deep.any():
            return start + int(deep.argmax())
        depth = int(depths[-1])
    return None


def find_bracket(data: bytes, number: int) -> int | None:
    """Return the offset of the opening bracket with this number outside strings, counted from 0, or None.

    >>> find_bracket(b'["[[", [], {"a": []}]', 2), find_bracket(b"[[], []]", 3)
    (11, None)
    """
    mask = StringMask()
    for start in range(0, len(data), WINDOW):
        brackets = np.flatnonzero(DEPTH_STEPS[mask.next(data, start)] > 0)
        if number < brackets.size:
            return start + int(brackets[number])
        number -= brackets.size
    return None
