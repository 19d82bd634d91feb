"""The values of a JSON array, or one value alone, cut out of a file one at a time and not yet read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedReader

from volo.errors import RecordError
from volo.records.document import LONGEST, Document
from volo.records.place import Place
from volo.records.value_end import ValueEnd

__all__ = ["Elements"]

_PIECE = 1 << 16
_NO_SPACE = re.compile(rb"[^ \t\n\r]")


class Elements(Iterator[Document]):
    """The documents of a file, in order; the memory of one is all that it takes.

    After an error about one value the next is that behind it; after one about what stands between them there is none.

    Args:
        file: the file.
        place: where in the file it stands now.
        source: the name of the file, for errors.
    """

    def __init__(self, file: BufferedReader, place: Place, source: str | None) -> None:
        self._file = file
        self._place = place
        self._source = source
        self._piece = b""
        self._at = 0
        self._number = 0
        self._is_array = False
        self._is_over = False

    def __next__(self) -> Document:
        """The next document.

        Raises:
            RecordError: it is too long, or no value stands there.
            StopIteration: there is none.
        """
        if not self._is_over:
            self._is_over = not self._comes_another()
        if self._is_over:
            raise StopIteration
        self._number += 1
        return self._value()

    def _comes_another(self) -> bool:
        """Go to where the next value begins, if there is one.

        Raises:
            RecordError: something else stands there.
        """
        letter = self._next_letter()
        if self._number == 0:
            if letter == b"[":
                self._is_array = True
                self._take()
                letter = self._next_letter()
            elif not letter:
                return False
            if not self._is_array or letter != b"]":
                return True
        elif self._is_array and letter == b",":
            self._take()
            self._next_letter()
            return True
        if self._is_array:
            if letter != b"]":
                raise self._error("a comma or the end of the array belongs here")
            self._take()
        if self._next_letter():
            raise self._error("nothing belongs behind the end")
        return False

    def _next_letter(self) -> bytes:
        """The next byte that is no space; none at the end of the file."""
        while True:
            letter = _NO_SPACE.search(self._piece, self._at)
            self._take(len(self._piece) - self._at if letter is None else letter.start() - self._at)
            if letter is not None:
                return letter[0]
            if not self._more():
                return b""

    def _take(self, length: int = 1) -> bytes:
        """Some bytes of the piece at hand."""
        taken = self._piece[self._at : self._at + length]
        self._at += len(taken)
        self._place.advance(taken)
        return taken

    def _more(self) -> bool:
        """Read the next piece, when the one at hand is used up; false at the end of the file."""
        self._piece = self._file.read1(_PIECE)
        self._at = 0
        return bool(self._piece)

    def _value(self) -> Document:
        """The value that begins here.

        Raises:
            RecordError: there is none, or it is too long.
        """
        place = self._place.after(b"")
        pieces: list[bytes] = []
        size = 0
        end = ValueEnd(alone=not self._is_array)
        while not end.is_reached:
            if self._at == len(self._piece) and not self._more():
                break
            piece = self._take(end.search(self._piece, self._at) - self._at)
            size += len(piece)
            if size <= LONGEST:
                pieces.append(piece)
        document = Document(b"".join(pieces), place, self._number, self._source)
        if size == 0:
            self._is_over = True
            raise document.error("a game report belongs here", "", b"")
        if size > LONGEST:
            begin = document.data[:200].decode("utf-8", "replace")
            raise document.error(f"a game report has at most {LONGEST >> 20} MiB", begin, b"")
        return document

    def _error(self, problem: str) -> RecordError:
        self._is_over = True
        found = self._piece[self._at : self._at + 200].decode("utf-8", "backslashreplace")
        return Document(b"", self._place, self._number + 1, self._source).error(problem, found, b"")
