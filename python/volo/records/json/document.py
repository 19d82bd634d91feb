"""The JSON text of one game, its location in a file, and what is wrong with its values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from volo.errors import RecordError, VoloError
from volo.records.files.location import Location
from volo.records.files.text import MAX_BYTES
from volo.records.json.parser import NotJSONError, Path, parse, to_json

__all__ = ["Document", "write_document"]

_LONGEST_QUOTE = 100
_NAME = re.compile(r"[A-Za-z_-][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one game.

    Attributes:
        data: the text, in UTF-8. If it is longer than ``MAX_BYTES``, it may be only the beginning.
        location: the location of its first byte in the file.
        game: the number of the game in the file, from 1.
        source: the name of the file, or None.
    """

    data: bytes
    location: Location
    game: int
    source: str | None

    def parse(self, name: str) -> object:
        """Parse the text, which has this name in errors.

        Raises:
            RecordError: the text is too long, not UTF-8 or not strict JSON.
        """
        if len(self.data) > MAX_BYTES:
            beginning = self.data[:_LONGEST_QUOTE].decode("utf-8", "replace")
            raise self.error(f"the {name} is longer than {MAX_BYTES >> 20} MiB", beginning)
        try:
            text = self.data.decode()
            return parse(text)
        except UnicodeDecodeError as error:
            bad = self.data[error.start : error.end].decode("utf-8", "backslashreplace")
            raise self.error("invalid UTF-8", bad, self.data[: error.start]) from error
        except NotJSONError as error:
            found, before = text[error.start : error.end], text[: error.start].encode()
            raise self.error(error.problem, found, before, error.path) from error

    def error(
        self,
        problem: str,
        found: str,
        before: bytes = b"",
        path: Path = (),
        ply: int | None = None,
        fen: str | None = None,
        also: tuple[RecordError, ...] = (),
    ) -> RecordError:
        """Return an error about the text ``found``, whose location is after the bytes ``before`` of this document."""
        at = self.location.after(before)
        steps = [f".{step}" if _NAME.fullmatch(str(step)) else f"[{step!r}]" for step in path]
        shown = "".join(["$", *steps])[:_LONGEST_QUOTE] if steps else None
        place = (at.line, at.column, at.offset, self.game, ply, fen, self.source)
        return RecordError(problem, found[:_LONGEST_QUOTE], *place, also, shown)


def write_document(value: object) -> str:
    """Return the JSON text of a game on one line, without a line end.

    Raises:
        VoloError: the text is longer than readers accept.
    """
    text = to_json(value)
    if len(text.encode()) > MAX_BYTES:
        raise VoloError(f"the text of the game is longer than {MAX_BYTES >> 20} MiB")
    return text
