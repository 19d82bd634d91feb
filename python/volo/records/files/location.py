"""The location of a byte in a file, as line, column and offset."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Location"]

_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))


@dataclass(frozen=True, slots=True)
class Location:
    """A location in UTF-8 text.

    Attributes:
        line: the number of the line, from 1.
        column: the number of the character in the line, from 1.
        offset: the number of bytes before the location.
    """

    line: int = 1
    column: int = 1
    offset: int = 0

    def after(self, data: bytes) -> Location:
        """Return the location of the end of the data, which begin at this location and may end within a character.

        >>> Location().after("a\\nbär".encode())
        Location(line=2, column=4, offset=6)
        """
        newline = data.rfind(b"\n")
        before = 1 if newline >= 0 else self.column
        width = len(data[newline + 1 :].translate(None, _CONTINUATION_BYTES))
        return Location(self.line + data.count(b"\n"), before + width, self.offset + len(data))
