"""Where in a file something stands."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Place"]

_CONTINUATIONS = bytes(range(0x80, 0xC0))


@dataclass(slots=True)
class Place:
    """A place in UTF-8, which moves on with what is read.

    Attributes:
        line: the line, counted from 1.
        column: the character in that line, counted from 1.
        offset: the bytes before it.

    >>> place = Place()
    >>> place.advance("a\\nbär".encode())
    >>> place
    Place(line=2, column=4, offset=6)
    """

    line: int = 1
    column: int = 1
    offset: int = 0

    def advance(self, data: bytes) -> None:
        """Go to behind the data, which may end inside of a character."""
        self.offset += len(data)
        newline = data.rfind(b"\n")
        if newline >= 0:
            self.line += data.count(b"\n")
            self.column = 1
            data = data[newline + 1 :]
        self.column += len(data.translate(None, _CONTINUATIONS))

    def after(self, data: bytes) -> Place:
        """The place behind the data."""
        place = Place(self.line, self.column, self.offset)
        place.advance(data)
        return place
