"""The lines of native records that are being read, to find the place of a move in them."""

from __future__ import annotations

import re
from io import BufferedReader

from volo.records.files.location import Location

__all__ = ["Transcript"]

_TAG = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*\[[ \t]*[A-Za-z]\w*[ \t]+\"")
_TAGS = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*\[\s*[A-Za-z]\w*\s+\"(?:\\.|[^\"\\])*\"\s*\])*", re.DOTALL)
_ITEM = re.compile(rb"\{(?:\\.|[^\\}])*\}|[^\s{]+", re.DOTALL)
_NUMBER = re.compile(rb"\d+\.+")


class Transcript:
    """A file that is read line by line, and the lines of the record that was read last.

    Args:
        file: the file.
    """

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._place = Location()
        self._lines: list[bytes] = []

    def read(self, size: int, /) -> bytes:
        """Read a line, or a part of a line that is longer than ``size``."""
        line = self._file.readline(size)
        if self._lines and not self._lines[-1].endswith(b"\n"):
            self._lines[-1] += line
        elif line:
            self._lines.append(line)
        return line

    def find(self, ply: int | None) -> tuple[str, Location]:
        """The text and the place of a move of the record that was read last, or of the result if ``ply`` is None."""
        record = b"".join(self._lines[: self._end()])
        tags = _TAGS.match(record)
        items = [item for item in _ITEM.finditer(record, tags.end() if tags else 0) if item.group()[:1] != b"{"]
        moves = [item for item in items if not _NUMBER.fullmatch(item.group())]
        found = moves[-1 if ply is None else ply - 1]
        return found.group().decode(), self._place.after(record[: found.start()])

    def finish(self) -> None:
        """Forget the record that was read last, so that the next one follows."""
        end = self._end()
        self._place = self._place.after(b"".join(self._lines[:end]))
        del self._lines[:end]

    def _end(self) -> int:
        """The number of lines up to the tags of the next record, which may have been read already."""
        end = len(self._lines)
        while end and _TAG.match(self._lines[end - 1]):
            end -= 1
        return end
