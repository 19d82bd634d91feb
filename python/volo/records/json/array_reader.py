"""Splits a file that contains a JSON array, or one value, into documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedReader

from volo.errors import RecordError
from volo.records.json.document import MAX_BYTES, Document
from volo.records.json.location import Location
from volo.records.json.value_scanner import ValueScanner

__all__ = ["ArrayReader"]

_PIECE = 1 << 16
_NOT_SPACE = re.compile(rb"[^ \t\n\r]")


class ArrayReader(Iterator[Document]):
    """Iterates over the elements of an array, or over the only value of a file, without parsing them.

    Memory is bounded by one element. After an error about an element, reading resumes with the next element. After an
    error between elements the iterator is exhausted.

    Args:
        file: the file.
        location: the current location in the file. The reader advances it.
        source: the name of the file for error messages, or None.
    """

    def __init__(self, file: BufferedReader, location: Location, source: str | None) -> None:
        self._file = file
        self._location = location
        self._source = source
        self._piece = b""
        self._at = 0
        self._number = 0
        self._is_array = False
        self._is_over = False

    def __next__(self) -> Document:
        """Return the next document.

        Raises:
            RecordError: the document is too long, or there is no value where one is expected.
            StopIteration: there are no more documents.
        """
        if not self._is_over:
            self._is_over = not self._find_value()
        if self._is_over:
            raise StopIteration
        self._number += 1
        return self._value()

    def _find_value(self) -> bool:
        """Move to the beginning of the next value, and return whether there is one.

        Raises:
            RecordError: the text between the values is invalid.
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
                raise self._error("expected a comma or the end of the array")
            self._take()
        if self._next_letter():
            raise self._error("expected the end of the file")
        return False

    def _next_letter(self) -> bytes:
        """Skip white space and return the next byte without consuming it, or ``b""`` at the end of the file."""
        while True:
            letter = _NOT_SPACE.search(self._piece, self._at)
            self._take(len(self._piece) - self._at if letter is None else letter.start() - self._at)
            if letter is not None:
                return letter[0]
            if not self._read_piece():
                return b""

    def _take(self, length: int = 1) -> bytes:
        """Consume and return at most ``length`` bytes of the current piece."""
        taken = self._piece[self._at : self._at + length]
        self._at += len(taken)
        self._location.advance(taken)
        return taken

    def _read_piece(self) -> bool:
        """Replace the current piece, which has been consumed, by the next one. Return False at the end of the file."""
        self._piece = self._file.read1(_PIECE)
        self._at = 0
        return bool(self._piece)

    def _value(self) -> Document:
        """Consume and return the value that begins here.

        Raises:
            RecordError: there is no value, or it is too long.
        """
        location = self._location.after(b"")
        pieces: list[bytes] = []
        size = 0
        scanner = ValueScanner(alone=not self._is_array)
        while not scanner.is_reached:
            if self._at == len(self._piece) and not self._read_piece():
                break
            piece = self._take(scanner.search(self._piece, self._at) - self._at)
            size += len(piece)
            if size <= MAX_BYTES:
                pieces.append(piece)
        document = Document(b"".join(pieces), location, self._number, self._source)
        if size == 0:
            self._is_over = True
            raise document.error("expected a game report", "", b"")
        if size > MAX_BYTES:
            quote = document.data[:200].decode("utf-8", "replace")
            raise document.error(f"the game report is longer than {MAX_BYTES >> 20} MiB", quote, b"")
        return document

    def _error(self, problem: str) -> RecordError:
        self._is_over = True
        found = self._piece[self._at : self._at + 200].decode("utf-8", "backslashreplace")
        return Document(b"", self._location, self._number + 1, self._source).error(problem, found, b"")
