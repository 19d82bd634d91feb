"""Where a JSON value ends in a file that comes piece by piece."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["ValueEnd"]

Letters: TypeAlias = NDArray[np.uint8]
Marks: TypeAlias = NDArray[np.bool_]

# So many bytes are looked at at once: a report has a few thousand.
_WINDOW = 1 << 12

_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")] = 1
_STEPS[list(b"]}")] = -1


class ValueEnd:
    """Looks for the end of a value, piece by piece, at some nanoseconds a byte whatever the bytes are.

    Args:
        alone: whether the value goes on to the end of the file, unless it is an object or an array.

    Attributes:
        is_reached: whether the end has been found.

    >>> end = ValueEnd(alone=False)
    >>> end.search(b'{"a": [1, "]}', 0), end.search(b'"], "b": 2}, 3]', 0), end.is_reached
    (13, 11, True)
    """

    def __init__(self, *, alone: bool) -> None:
        self.is_reached: bool = False
        self._alone = alone
        self._depth = 0
        self._is_text = False
        self._is_escaped = False

    def search(self, piece: bytes, at: int) -> int:
        """Where in a piece, from a place on, the value ends; the end of the piece if it does not."""
        for start in range(at, len(piece), _WINDOW):
            letters = np.frombuffer(piece, np.uint8, min(_WINDOW, len(piece) - start), start)
            end = self._end(np.where(self._texts(letters), 0, letters))
            if end is not None:
                self.is_reached = True
                return start + end
        return len(piece)

    def _end(self, letters: Letters) -> int | None:
        """Where the value ends among letters of which those in texts were taken out."""
        steps = _STEPS[letters]
        if self._depth == 0:
            begins = steps > 0
            ends = (letters == ord(",")) | (letters == ord("]"))
            marks = np.flatnonzero(begins if self._alone else begins | ends)
            if marks.size == 0:
                return None
            if not begins[marks[0]]:
                return int(marks[0])
            steps[: marks[0]] = 0
        depths = self._depth + np.cumsum(steps, dtype=np.int64)
        closed = np.flatnonzero((depths == 0) & (steps < 0))
        if closed.size:
            return int(closed[0]) + 1
        self._depth = int(depths[-1])
        return None

    def _texts(self, letters: Letters) -> Marks:
        """Which letters are in texts: those behind an odd number of quotes."""
        quotes = (letters == ord('"')) & ~self._escaped(letters)
        texts: Marks = (np.cumsum(quotes) + self._is_text) % 2 == 1
        self._is_text = bool(texts[-1])
        return texts

    def _escaped(self, letters: Letters) -> Marks:
        """Which letters are escaped: those behind an odd number of backslashes."""
        backslashes = letters == ord("\\")
        backslashes[0] &= not self._is_escaped
        places = np.arange(letters.size)
        lengths = places - np.maximum.accumulate(np.where(backslashes, -1, places))
        escapes: Marks = lengths % 2 == 1
        escaped = np.roll(escapes, 1)
        escaped[0], self._is_escaped = self._is_escaped, bool(escapes[-1])
        return escaped
