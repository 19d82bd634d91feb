"""Reads a file of JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.checks.second import Check, refuse
from volo.records.files.location import Location
from volo.records.files.text import MAX_BYTES
from volo.records.json.document import Document
from volo.records.json_lines.game import read_game

__all__ = ["JSONLinesReader"]

_PIECE = 1 << 16
_WHITESPACE = b" \t\r\n"


class JSONLinesReader(Iterator[Game]):
    """Iterates over the games of a file. After an error, reading resumes with the next line.

    Args:
        file: the file.
        location: the current location in the file.
        source: the name of the file for error messages, or None.
        lenient: whether to skip empty lines and to read games with ``read_game(lenient=True)``. If it is false, each
            run of consecutive empty lines is one error.
        check: an additional check of every game, after the check by the core; or None.
    """

    def __init__(
        self, file: BufferedReader, location: Location, source: str | None, *, lenient: bool, check: Check | None = None
    ) -> None:
        self._file = file
        self._location = location
        self._source = source
        self._lenient = lenient
        self._check = check
        self._games = 0
        self._is_empty = False

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the line is not a game, the game breaks the rules, or the additional check fails.
            StopIteration: there are no more lines.
        """
        while line := self._file.readline(MAX_BYTES + 1):
            location = self._location
            self._location = location.after(line)
            was_empty, self._is_empty = self._is_empty, not line.strip(_WHITESPACE)
            if self._is_empty and (was_empty or self._lenient):
                self._skip_empty_lines()
                continue
            self._games += 1
            document = Document(line.removesuffix(b"\n"), location, self._games, self._source)
            self._skip_rest(line)
            game = read_game(document, lenient=self._lenient)
            if self._check is not None and (found := self._check(game)) is not None:
                refuse(document, found, ("moves",) if found.ply is None else ("moves", found.ply - 1))
            return game
        raise StopIteration

    def _skip_empty_lines(self) -> None:
        """Skip all empty lines in the buffer in one step, which is much faster than reading them one by one."""
        ahead = self._file.peek(1)
        blank = len(ahead) - len(ahead.lstrip(_WHITESPACE))
        size = ahead.rfind(b"\n", 0, blank) + 1
        self._location = self._location.after(self._file.read(size))

    def _skip_rest(self, piece: bytes) -> None:
        """Skip the rest of a line without storing it.

        Args:
            piece: the part of the line that has already been read.
        """
        while piece and not piece.endswith(b"\n"):
            piece = self._file.readline(_PIECE)
            self._location = self._location.after(piece)
