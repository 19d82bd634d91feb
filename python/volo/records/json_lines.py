"""A file of JSON lines: each line is an object, which is a game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.check import Check, refuse
from volo.records.document import LONGEST, Document
from volo.records.json_game import read_object
from volo.records.place import Place

__all__ = ["JSONLines"]

_PIECE = 1 << 16
_SPACE = b" \t\r\n"


class JSONLines(Iterator[Game]):
    """The games of a file. After an error, reading continues with the next line.

    Args:
        file: the file.
        place: the place in the file that is read next.
        source: the name of the file, for errors.
        lenient: whether to forgive empty lines and what :func:`read_object` forgives. Otherwise empty lines that
            follow each other are one error.
        check: a check of every game besides that of the core.
    """

    def __init__(
        self, file: BufferedReader, place: Place, source: str | None, *, lenient: bool, check: Check | None = None
    ) -> None:
        self._file = file
        self._place = place
        self._source = source
        self._lenient = lenient
        self._check = check
        self._games = 0
        self._is_empty = False

    def __next__(self) -> Game:
        """The next game.

        Raises:
            RecordError: the line is not a game, or breaks the rules.
            StopIteration: there are no more lines.
        """
        while line := self._file.readline(LONGEST + 1):
            place = self._place
            self._place = place.after(line)
            was_empty, self._is_empty = self._is_empty, not line.strip(_SPACE)
            if self._is_empty and (was_empty or self._lenient):
                self._skip_empty_lines()
                continue
            self._games += 1
            document = Document(line.removesuffix(b"\n"), place, self._games, self._source)
            if len(document.data) > LONGEST:
                self._skip(line)
                quote = line[:200].decode("utf-8", "replace")
                raise document.error(f"a line has at most {LONGEST >> 20} MiB", quote, b"")
            game = read_object(document, lenient=self._lenient)
            if self._check is not None and (found := self._check(game)) is not None:
                refuse(document, found, ("moves",) if found.ply is None else ("moves", found.ply - 1))
            return game
        raise StopIteration

    def _skip_empty_lines(self) -> None:
        """Skip empty lines together, as far as they are in the buffer: to read each of them takes much longer."""
        ahead = self._file.peek(1)
        spaces = len(ahead) - len(ahead.lstrip(_SPACE))
        lines = ahead.rfind(b"\n", 0, spaces) + 1
        self._place.advance(self._file.read(lines))

    def _skip(self, piece: bytes) -> None:
        """Skip the rest of a line, without keeping it."""
        while piece and not piece.endswith(b"\n"):
            piece = self._file.readline(_PIECE)
            self._place.advance(piece)
