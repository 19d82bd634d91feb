"""A file with a JSON object a line, each of them a game."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.document import LONGEST, Document
from volo.records.json_game import read_object
from volo.records.place import Place

__all__ = ["JSONLines"]

_PIECE = 1 << 16


class JSONLines(Iterator[Game]):
    """The games of a file. After an error the next is that of the next line.

    Args:
        file: the file.
        place: where in the file it stands now.
        source: the name of the file, for errors.
        lenient: whether empty lines are forgiven, of which several are one error else, and what
            :func:`read_object` forgives.
    """

    def __init__(self, file: BufferedReader, place: Place, source: str | None, *, lenient: bool) -> None:
        self._file = file
        self._place = place
        self._source = source
        self._lenient = lenient
        self._games = 0
        self._is_empty = False

    def __next__(self) -> Game:
        """The next game.

        Raises:
            RecordError: the line is no game, or not what the rules say.
            StopIteration: there is none.
        """
        while line := self._file.readline(LONGEST + 1):
            place = self._place
            self._place = place.after(line)
            if not line.strip(b" \t\r\n"):
                if self._lenient or self._is_empty:
                    continue
                self._is_empty = True
            else:
                self._is_empty = False
            self._games += 1
            document = Document(line.removesuffix(b"\n"), place, self._games, self._source)
            if len(document.data) > LONGEST:
                self._skip(line)
                raise document.error(
                    f"a line has at most {LONGEST >> 20} MiB", line[:200].decode("utf-8", "replace"), b""
                )
            return read_object(document, lenient=self._lenient)
        raise StopIteration

    def _skip(self, piece: bytes) -> None:
        """Leave the rest of a line, and keep nothing of it."""
        while piece and not piece.endswith(b"\n"):
            piece = self._file.readline(_PIECE)
            self._place.advance(piece)
