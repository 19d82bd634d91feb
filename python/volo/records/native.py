"""The native format, which the core reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo._volo import GameRecords
from volo.errors import RecordError
from volo.game import Game

__all__ = ["Native"]


class Native(Iterator[Game]):
    """The games of a file. After an error the next is that of the next record.

    Args:
        file: the file.
        source: its name, for errors.
        lenient: whether to accept records that are not complete.
    """

    def __init__(self, file: BufferedReader, source: str | None, *, lenient: bool) -> None:
        self._records = GameRecords(file, lenient=lenient)
        self._source = source

    def __next__(self) -> Game:
        """The next game.

        Raises:
            RecordError: the record is not well-formed, or does not follow the rules.
            StopIteration: there is none.
        """
        try:
            return Game._recorded(*next(self._records))
        except RecordError as error:
            error.source = self._source
            raise
