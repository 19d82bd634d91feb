"""A game's JSON text in its file, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from volo.errors import RecordError, VoloError
from volo.records.json_text import NotJSONError, Path, find, parse, write
from volo.records.place import Place

__all__ = ["LONGEST", "Document", "Fault", "Faults", "write_document"]

LONGEST: Final = 16 << 20
"""How many bytes the text of a game has at most."""

_MOST = 100
_LONGEST_QUOTE = 100


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a value.

    Attributes:
        problem: what is wrong, and what would have been right.
        path: which value.
        key: whether it is the key before the value that is wrong.
        missing: whether something is missing in the value, so that there is no offending text.
        ply: which move of the game it is about, counted from 1.
        fen: the position in which it went wrong.
        cause: the error behind it.
    """

    problem: str
    path: Path
    key: bool = False
    missing: bool = False
    ply: int | None = None
    fen: str | None = None
    cause: Exception | None = None


class Faults(list[Fault]):
    """What is wrong with one game, as far as the first hundred."""

    def add(self, fault: Fault) -> None:
        """Take another one, unless there are so many that it does not matter any more."""
        if len(self) < _MOST:
            self.append(fault)


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one game.

    Attributes:
        data: the text in its file.
        place: where in the file it begins.
        game: which game of the file it is, counted from 1.
        source: the name of the file.
    """

    data: bytes
    place: Place
    game: int
    source: str | None

    def parse(self) -> object:
        """The value of the text.

        Raises:
            RecordError: it is not UTF-8, or not strict JSON.
        """
        try:
            text = self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            bad = self.data[error.start : error.end].decode("utf-8", "backslashreplace")
            raise self.error("the text is not UTF-8", bad, self.data[: error.start]) from error
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
        """An error about a piece of the text that these bytes stand before."""
        at = self.place.after(before)
        text = text[:_LONGEST_QUOTE]
        return RecordError(problem, text, at.line, at.column, at.offset, self.game, ply, fen, self.source, also)

    def refuse(self, faults: Faults) -> None:
        """Refuse a text that can be parsed, if there are faults: the first is raised and has the others with it.

        Raises:
            RecordError: there are faults.
        """
        if not faults:
            return
        text = self.data.decode("utf-8")
        spans = find(text, (fault.path for fault in faults))
        errors: list[RecordError] = []
        for fault in reversed(faults):
            span = spans[fault.path]
            start, end = (span.key, span.start) if fault.key else (span.start, span.end)
            told = "" if fault.missing else text[start : min(end, start + _LONGEST_QUOTE)].rstrip(" \t\n\r:")
            also = tuple(reversed(errors)) if fault is faults[0] else ()
            error = self.error(fault.problem, told, text[:start].encode(), fault.ply, fault.fen, also)
            error.__cause__ = fault.cause
            errors.append(error)
        raise errors[-1] from errors[-1].__cause__


def write_document(value: object) -> str:
    """The text of a game, on one line, without a line end.

    Raises:
        VoloError: it is longer than what is read.
    """
    text = write(value)
    if len(text.encode()) > LONGEST:
        raise VoloError(f"the text of a game has at most {LONGEST >> 20} MiB")
    return text
