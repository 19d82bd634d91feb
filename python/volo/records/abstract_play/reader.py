"""Reads a file that contains a game report, or an array of game reports."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.abstract_play.report import path_of_move, read_report
from volo.records.checks.second import Check, refuse
from volo.records.files.location import Location
from volo.records.json.array_reader import read_array

__all__ = ["GameReportReader"]


class GameReportReader(Iterator[Game]):
    """Iterates over the games of a file. After an error about a report, reading resumes with the next report.

    Args:
        file: the file.
        location: the current location in the file.
        source: the name of the file for error messages, or None.
        lenient: whether to accept what :func:`read_report` accepts.
        check: a check of every game besides that of the core.
    """

    def __init__(
        self, file: BufferedReader, location: Location, source: str | None, *, lenient: bool, check: Check | None = None
    ) -> None:
        self._documents = read_array(file, location, source)
        self._lenient = lenient
        self._check = check

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the report is malformed, is not about Volo, or the game breaks the rules.
            StopIteration: there are no more reports.
        """
        document = next(self._documents)
        game = read_report(document, lenient=self._lenient)
        if self._check is not None and (found := self._check(game)) is not None:
            refuse(document, found, path_of_move(document, game, found.ply))
        return game
