"""The JSON text of one game and its location in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from volo.errors import RecordError, VoloError
from volo.records.json.faults import Faults
from volo.records.json.location import Location
from volo.records.json.parser import NotJSONError, parse
from volo.records.json.spans import find
from volo.records.json.text import to_json

__all__ = ["MAX_BYTES", "Document", "write_document"]

MAX_BYTES: Final = 16 << 20
"""The maximum size of the text of a game."""

_LONGEST_QUOTE = 100


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one game.

    Attributes:
        data: the text, in UTF-8.
        location: the location of its first byte in the file.
        game: the number of the game in the file, from 1.
        source: the name of the file, or None.
    """

    data: bytes
    location: Location
    game: int
    source: str | None

    def parse(self) -> object:
        """Parse the text.

        Raises:
            RecordError: the text is not UTF-8 or not strict JSON.
        """
        try:
            text = self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            bad = self.data[error.start : error.end].decode("utf-8", "backslashreplace")
            raise self.error("invalid UTF-8", bad, self.data[: error.start]) from error
        try:
            return parse(text)
        except NotJSONError as error:
            raise self.error(error.problem, text[error.start : error.end], text[: error.start].encode()) from error

    def error(
        self,
        problem: str,
        text: str,
        before: bytes,
        ply: int | None = None,
        fen: str | None = None,
        also: tuple[RecordError, ...] = (),
    ) -> RecordError:
        """Return an error about ``text``, whose location is after the bytes ``before`` of this document."""
        at = self.location.after(before)
        text = text[:_LONGEST_QUOTE]
        return RecordError(problem, text, at.line, at.column, at.offset, self.game, ply, fen, self.source, also)

    def raise_faults(self, faults: Faults) -> None:
        """Raise the faults found in the parsed text, if there are any.

        Raises:
            RecordError: the first fault; the others are in its attribute ``also``.
        """
        if not faults:
            return
        text = self.data.decode("utf-8")
        spans = find(text, (fault.path for fault in faults))
        errors: list[RecordError] = []
        for fault in reversed(faults):
            span = spans[fault.path]
            start, end = (span.key, span.start) if fault.key else (span.start, span.end)
            quote = "" if fault.missing else text[start : min(end, start + _LONGEST_QUOTE)].rstrip(" \t\n\r:")
            also = tuple(reversed(errors)) if fault is faults[0] else ()
            error = self.error(fault.problem, quote, text[:start].encode(), fault.ply, fault.fen, also)
            error.__cause__ = fault.cause
            errors.append(error)
        raise errors[-1] from errors[-1].__cause__


def write_document(value: object) -> str:
    """Return the JSON text of a game on one line, without a line end.

    Raises:
        VoloError: the text is longer than readers accept.
    """
    text = to_json(value)
    if len(text.encode()) > MAX_BYTES:
        raise VoloError(f"the text of the game is longer than {MAX_BYTES >> 20} MiB")
    return text
