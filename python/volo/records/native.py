"""Reads the native format ``volo``. The compiled core contains the parser."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo._volo import GameRecords
from volo.errors import RecordError
from volo.game import Game
from volo.records.checks.second import Check
from volo.records.transcript import Transcript

__all__ = ["NativeReader"]


class NativeReader(Iterator[Game]):
    """Iterates over the games of a file. After a RecordError, reading resumes with the next record.

    Args:
        file: the file.
        source: the name of the file for error messages, or None.
        lenient: whether to accept the deviations from the canonical text that :func:`volo.read_records` lists.
        check: a check of every game besides that of the core.
    """

    def __init__(self, file: BufferedReader, source: str | None, *, lenient: bool, check: Check | None = None) -> None:
        # The core does not report the places of the moves of a good record. Only a check can need them.
        self._transcript = None if check is None else Transcript(file)
        self._records = GameRecords(self._transcript or file, lenient=lenient)
        self._source = source
        self._check = check
        self._number = 0

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the record is malformed or breaks the rules.
            StopIteration: there are no more records.
        """
        self._number += 1
        try:
            game = Game._recorded(*next(self._records))
            self._refuse_if_wrong(game)
        except RecordError as error:
            error.source = self._source
            raise
        finally:
            if self._transcript is not None:
                self._transcript.finish()
        return game

    def _refuse_if_wrong(self, game: Game) -> None:
        """Check a game that the core accepts.

        Raises:
            RecordError: the check refuses it; the error has the place of the move.
        """
        found = None if self._check is None else self._check(game)
        if found is None or self._transcript is None:
            return
        text, at = self._transcript.find(found.ply)
        raise RecordError(found.problem, text, at.line, at.column, at.offset, self._number, found.ply, found.fen)
