"""A file with a game report of Abstract Play, or an array of them."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.check import Check, refuse
from volo.records.elements import Elements
from volo.records.place import Place
from volo.records.report import path_of_move, read_report

__all__ = ["GameReports"]


class GameReports(Iterator[Game]):
    """The games of a file. After an error about a report the next is that of the next report.

    Args:
        file: the file.
        place: where in the file it stands now.
        source: the name of the file, for errors.
        lenient: what :func:`read_report` forgives.
        check: a check of every game besides that of the core.
    """

    def __init__(
        self, file: BufferedReader, place: Place, source: str | None, *, lenient: bool, check: Check | None = None
    ) -> None:
        self._documents = Elements(file, place, source)
        self._lenient = lenient
        self._check = check

    def __next__(self) -> Game:
        """The next game.

        Raises:
            RecordError: the report is no report, not one of Volo, or not what the rules say.
            StopIteration: there is none.
        """
        document = next(self._documents)
        game = read_report(document, lenient=self._lenient)
        if self._check is not None and (found := self._check(game)) is not None:
            refuse(document, found, path_of_move(document, game, found.ply))
        return game
