"""Finds the end of a JSON value in a file that is read in pieces."""

from __future__ import annotations

import numpy as np

from volo.records.json.nesting import DEPTH_STEPS, WINDOW, Letters, StringMask

__all__ = ["ValueScanner"]


class ValueScanner:
    """Searches for the end of a value, piece by piece. The search takes a few nanoseconds per byte for any input.

    Args:
        alone: whether the value is the only one in the file, rather than an element of an array. If it is the only
            one and is neither an object nor an array, it ends at the end of the file.

    Attributes:
        is_reached: whether the end has been found.

    >>> scanner = ValueScanner(alone=False)
    >>> scanner.search(b'{"a": [1, "]}', 0), scanner.search(b'"], "b": 2}, 3]', 0), scanner.is_reached
    (13, 11, True)
    """

    def __init__(self, *, alone: bool) -> None:
        self.is_reached: bool = False
        self._alone = alone
        self._depth = 0
        self._mask = StringMask()

    def search(self, piece: bytes, at: int) -> int:
        """Return the index in ``piece`` at which the value ends, or the length of ``piece`` if it does not end there.

        Pass the pieces of the value in order. In the first piece, the value begins at the index ``at``. In all later
        pieces, it continues at that index.
        """
        for start in range(at, len(piece), WINDOW):
            end = self._end(self._mask.next(piece, start))
            if end is not None:
                self.is_reached = True
                return start + end
        return len(piece)

    def _end(self, letters: Letters) -> int | None:
        """Return the index at which the value ends in a window of letters, or None. Strings have been masked out."""
        steps = DEPTH_STEPS[letters]
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
