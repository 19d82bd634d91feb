"""The text of a file, from which values in brackets are taken one after the other without parsing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from volo.records.files.location import Location

__all__ = ["MAX_BYTES", "Text", "Window"]

MAX_BYTES: Final = 16 << 20
"""The maximum size of the text of a game."""


class Window(NamedTuple):
    """A part of a text.

    Attributes:
        data: its bytes.
        letters: the same with 0 for those within strings.
        steps: the change of the nesting depth by each byte.
        depths: the nesting depth after each byte.
    """

    data: bytes
    letters: NDArray[np.uint8]
    steps: NDArray[np.int8]
    depths: NDArray[np.int64]


class Text:
    """The text of a file that has not been consumed. It begins at ``location``.

    Args:
        windows: the text in parts.
        location: the location of its first byte.
    """

    def __init__(self, windows: Iterator[Window], location: Location) -> None:
        self.location: Location = location
        self._windows = windows
        self._rest = Window(b"", np.zeros(0, np.uint8), np.zeros(0, np.int8), np.zeros(0, np.int64))

    def rest(self) -> Window:
        """Return some of the text, without consuming it. It is empty at the end of the file."""
        if not self._rest.data:
            self._rest = next(self._windows, self._rest)
        return self._rest

    def take(self, length: int) -> bytes:
        """Consume and return some of the bytes of :meth:`rest`."""
        data, letters, steps, depths = self._rest
        self._rest = Window(data[length:], letters[length:], steps[length:], depths[length:])
        self.location = self.location.after(data[:length])
        return data[:length]

    def next_letter(self) -> bytes:
        """Skip white space and return the next byte without consuming it, or ``b""`` at the end of the file."""
        while data := self.rest().data:
            letters = data.lstrip(b" \t\n\r")
            self.take(len(data) - len(letters))
            if letters:
                return letters[:1]
        return b""

    def take_value(self, *, alone: bool) -> bytes:
        """Consume and return a value, or its beginning if it is too long.

        A value ends where its first bracket closes. If it has none, it ends before a comma or a closing bracket, or at
        the end of the file if it is alone.
        """
        pieces: list[bytes] = []
        size, depth, end = 0, None, None
        while end is None and (rest := self.rest()).data:
            start = 0
            if depth is None:
                is_mark = rest.steps > 0
                if not alone:
                    is_mark |= (rest.letters == ord(",")) | (rest.letters == ord("]"))
                if (marks := np.flatnonzero(is_mark)).size:
                    start = int(marks[0])
                    if rest.steps[start] > 0:
                        depth = rest.depths[start]
                    else:
                        end = start
            if depth is not None and (closed := np.flatnonzero(rest.depths[start:] < depth)).size:
                end = start + int(closed[0]) + 1
            piece = self.take(len(rest.data) if end is None else end)
            if size <= MAX_BYTES:
                pieces.append(piece)
            size += len(piece)
        return b"".join(pieces)

    def take_up_to(self, letter: bytes) -> bytes:
        """Consume the text before the next byte of this value, but at least one byte. Return its beginning."""
        beginning = b""
        while data := self.rest().data:
            at = data.find(letter, 0 if beginning else 1)
            taken = self.take(len(data) if at < 0 else at)
            beginning = beginning or taken
            if at >= 0:
                break
        return beginning
