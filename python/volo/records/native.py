"""Reads the native format ``volo``. The compiled core contains the parser."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo._volo import GameRecords
from volo.errors import RecordError
from volo.game import Game

__all__ = ["NativeReader"]


class NativeReader(Iterator[Game]):
    """Iterates over the games of a file. After a RecordError, reading resumes with the next record.

    Args:
        file: the file.
        source: the name of the file for error messages, or None.
        lenient: whether to accept the deviations from the canonical text that :func:`volo.read_records` lists.
    """

    def __init__(self, file: BufferedReader, source: str | None, *, lenient: bool) -> None:
        self._records = GameRecords(file, lenient=lenient)
        self._source = source

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the record is malformed or breaks the rules.
            StopIteration: there are no more records.
        """
        try:
            return Game._recorded(*next(self._records))
        except RecordError as error:
            error.source = self._source
            raise
