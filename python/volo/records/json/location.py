"""The location of a byte in a file, as line, column and offset."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Location"]

_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))


@dataclass(slots=True)
class Location:
    """A location in UTF-8 text.

    Attributes:
        line: the number of the line, from 1.
        column: the number of the character in the line, from 1.
        offset: the number of bytes before the location.

    >>> location = Location()
    >>> location.advance("a\\nbär".encode())
    >>> location
    Location(line=2, column=4, offset=6)
    """

    line: int = 1
    column: int = 1
    offset: int = 0

    def advance(self, data: bytes) -> None:
        """Move to the end of the data, which begin at this location. They may end within a character."""
        self.offset += len(data)
        newline = data.rfind(b"\n")
        if newline >= 0:
            self.line += data.count(b"\n")
            self.column = 1
            data = data[newline + 1 :]
        self.column += len(data.translate(None, _CONTINUATION_BYTES))

    def after(self, data: bytes) -> Location:
        """Return the location of the end of the data, which begin at this location."""
        location = Location(self.line, self.column, self.offset)
        location.advance(data)
        return location
