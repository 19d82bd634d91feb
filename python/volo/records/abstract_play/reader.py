"""Reads a file that contains a game report, the state of a game, or an array of either."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader

from volo.game import Game
from volo.records.abstract_play.header import NAME
from volo.records.abstract_play.report import path_of_move, read_report
from volo.records.abstract_play.state import UID, is_state, path_in_state, read_state, uid_of
from volo.records.checks.second import Check, refuse
from volo.records.files.location import Location
from volo.records.json.array_reader import read_array
from volo.records.json.document import Document

__all__ = ["GameReportReader"]


class GameReportReader(Iterator[Game]):
    """Iterates over the games of a file. After an error about a report, reading resumes with the next report.

    Args:
        file: the file.
        location: the current location in the file.
        source: the name of the file for error messages, or None.
        lenient: whether to accept what :func:`read_report` accepts.
        check: a check of every game besides that of the core.
        skip_other_games: whether to skip games that are not Volo.

    Attributes:
        other_games: the number of games that were skipped.
    """

    def __init__(
        self,
        file: BufferedReader,
        location: Location,
        source: str | None,
        *,
        lenient: bool,
        check: Check | None = None,
        skip_other_games: bool = False,
    ) -> None:
        self._documents = read_array(file, location, source)
        self._lenient = lenient
        self._check = check
        self._skip_other_games = skip_other_games
        self.other_games: int = 0

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: the report is malformed, is not about Volo, or the game breaks the rules.
            StopIteration: there are no more reports.
        """
        for document in self._documents:
            value = document.parse("game report")
            if self._skip_other_games and _is_other(value):
                self.other_games += 1
                continue
            if not is_state(value):
                game = read_report(document, lenient=self._lenient)
            else:
                game = read_state(document, value, lenient=self._lenient)
            self._refuse_if_wrong(document, game, is_state(value))
            return game
        raise StopIteration

    def _refuse_if_wrong(self, document: Document, game: Game, has_stack: bool) -> None:
        """Check a game that the core accepts.

        Raises:
            RecordError: the check refuses it; the error has the place of the move.
        """
        found = None if self._check is None else self._check(game)
        if found is not None:
            path = path_in_state(document, found.ply) if has_stack else path_of_move(document, game, found.ply)
            refuse(document, found, path)


def _is_other(value: object) -> bool:
    """Whether a JSON value is a report or a state of another game than Volo."""
    if is_state(value):
        return isinstance(uid := uid_of(value), str) and uid != UID
    header = value.get("header") if isinstance(value, dict) else None
    game = header.get("game") if isinstance(header, dict) else None
    name = game.get("name") if isinstance(game, dict) else None
    return isinstance(name, str) and name != NAME
