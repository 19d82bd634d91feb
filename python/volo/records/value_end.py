"""Finds the end of a JSON value in a file that is read in pieces."""

from __future__ import annotations

import numpy as np

from volo.records.unquoted import STEPS, WINDOW, Letters, Unquoted

__all__ = ["ValueEnd"]


class ValueEnd:
    """Searches for the end of a value, piece by piece. It takes some nanoseconds a byte, whatever the bytes are.

    Args:
        alone: whether the value extends to the end of the file, unless it is an object or an array.

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
        self._unquoted = Unquoted()

    def search(self, piece: bytes, at: int) -> int:
        """The index in a piece, from ``at`` on, where the value ends; the length of the piece if it does not."""
        for start in range(at, len(piece), WINDOW):
            end = self._end(self._unquoted.next(piece, start))
            if end is not None:
                self.is_reached = True
                return start + end
        return len(piece)

    def _end(self, letters: Letters) -> int | None:
        """The index where the value ends in a window without strings, or None."""
        steps = STEPS[letters]
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
