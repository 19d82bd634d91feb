"""Splits a file that contains a JSON array, or one value, into documents."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

import numpy as np

from volo.errors import RecordError
from volo.records.files.location import Location
from volo.records.json.document import MAX_BYTES, Document
from volo.records.json.nesting import STEPS, Window, windows

__all__ = ["read_array"]


def read_array(file: BufferedReader, location: Location, source: str | None) -> Iterator[Document]:
    """Yield the elements of an array, or the only value of a file, without parsing them.

    Memory is bounded by one element. The document of an element that is too long contains only its beginning.

    Args:
        file: the file.
        location: the current location in the file.
        source: the name of the file for error messages, or None.

    Raises:
        RecordError: the text between the elements is invalid. The iterator is then exhausted.
    """
    text = _Text(file, location)
    game = 1

    def error(problem: str) -> RecordError:
        found = text.rest().data.decode("utf-8", "backslashreplace")
        return Document(b"", text.location, game, source).error(problem, found)

    letter = text.next_letter()
    is_array = letter == b"["
    if is_array:
        text.take(1)
        letter = text.next_letter()
    more = letter != (b"]" if is_array else b"")
    while more:
        start = text.location
        data = text.take_value(alone=not is_array)
        if not data:
            raise error("expected a game report")
        yield Document(data, start, game, source)
        game += 1
        more = is_array and text.next_letter() == b","
        if more:
            text.take(1)
            text.next_letter()
    if is_array:
        if text.next_letter() != b"]":
            raise error("expected a comma or the end of the array")
        text.take(1)
    if text.next_letter():
        raise error("expected the end of the file")


class _Text:
    """The text of a file that has not been consumed. It begins at ``location``."""

    def __init__(self, file: BufferedReader, location: Location) -> None:
        self.location = location
        self._windows = windows(file)
        self._rest = Window(b"", np.zeros(0, np.uint8), np.zeros(0, np.int64))

    def rest(self) -> Window:
        """Return some of the text, without consuming it. It is empty at the end of the file."""
        if not self._rest.data:
            self._rest = next(self._windows, self._rest)
        return self._rest

    def take(self, length: int) -> bytes:
        """Consume and return some of the bytes of :meth:`rest`."""
        data, letters, depths = self._rest
        self._rest = Window(data[length:], letters[length:], depths[length:])
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
                is_mark = STEPS[rest.letters] > 0
                if not alone:
                    is_mark |= (rest.letters == ord(",")) | (rest.letters == ord("]"))
                if (marks := np.flatnonzero(is_mark)).size:
                    start = int(marks[0])
                    if STEPS[rest.letters[start]] > 0:
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
