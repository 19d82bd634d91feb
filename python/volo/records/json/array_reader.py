"""Splits a file that contains a JSON array, or one value, into documents."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.errors import RecordError
from volo.records.files.location import Location
from volo.records.files.nesting import windows
from volo.records.files.text import Text
from volo.records.json.document import Document
from volo.records.json.parser import NESTING

__all__ = ["read_array"]


def read_array(file: BufferedReader, location: Location, source: str | None) -> Iterator[Document]:
    """Yield the elements of an array, or the only value of a file, without parsing them.

    Memory is bounded by one element. The document of an element that is too long contains only its beginning. The file
    is read from its current location. Its name ``source`` is for errors.

    Raises:
        RecordError: the text between the elements is invalid. The iterator is then exhausted.
    """
    text = Text(windows(file, NESTING), location)
    game = 1

    def error(problem: str) -> RecordError:
        found = text.rest().data.decode("utf-8", "backslashreplace")
        return Document(b"", text.location, game, source).error(problem, found)

    if is_array := text.next_letter() == b"[":
        text.take(1)
    more = text.next_letter() != (b"]" if is_array else b"")
    while more:
        start = text.location
        data = text.take_value(alone=not is_array)
        if not data:
            raise error("expected a game report")
        yield Document(data, start, game, source)
        game += 1
        if more := is_array and text.next_letter() == b",":
            text.take(1)
            text.next_letter()
    if is_array:
        if text.next_letter() != b"]":
            raise error("expected a comma or the end of the array")
        text.take(1)
    if text.next_letter():
        raise error("expected the end of the file")
