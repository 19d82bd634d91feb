"""Reads games from a file in any of the formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from threading import RLock
from typing import IO, TypeAlias, cast

from volo._support.closing import Closable
from volo._volo import GameRecords
from volo.errors import RecordError
from volo.game import Game
from volo.records.files.archive import Entry
from volo.records.files.input import InputFile, Source
from volo.records.formats import FORMATS, Format, check_format

__all__ = ["Check", "Disagreement", "RecordReader", "read_records"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why a check refuses a game.

    Attributes:
        problem: what is wrong.
        ply: the number of the wrong move, from 1; None if no single move is wrong.
        fen: the position in which it is wrong.
    """

    problem: str
    ply: int | None
    fen: str


Check: TypeAlias = Callable[[Game], Disagreement | None]
"""Checks a game that follows the rules of the core. It returns None if it accepts the game."""


def read_records(
    source: Source,
    *,
    lenient: bool = False,
    format: str | None = None,  # noqa: A002
    skip_other_games: bool = False,
) -> RecordReader:
    """Read the games of a file, one at a time.

    Memory does not depend on the number of games. gzip and zstd compression is detected from the first bytes; zstd
    needs ``pip install "volo[zstd]"`` before Python 3.14. A zip archive, which cannot be read from a pipe, has the
    games of all of its entries. All moves, results and numbers of legal moves in the file are
    checked against the rules.

    Args:
        source: a path, or a file object that returns bytes or text. A path is closed after the last game, or at the end
            of a ``with`` statement.
        lenient: whether to accept common deviations from the formats. In all formats these are a byte order mark and a
            missing termination of a game that has a result but did not end by the rules. In native records they are
            also CR LF line ends, additional white space, missing or wrong move numbers, and missing tags other than the
            rule set. In JSON lines they are also unknown members and a missing ``legal_moves``. In game reports they
            are also unknown members, and a missing ``site`` or date. In SGF they are also wrong indexes, bytes that are
            Latin-1, and a missing ``Done``.
        format: ``"volo"`` for native records, ``"jsonl"`` for JSON lines, ``"abstract-play"`` for game reports and
            states of Abstract Play, or ``"boardspace"`` for SGF of Boardspace. By default it is detected from the
            content.
        skip_other_games: whether to skip the games of Abstract Play that are not Volo, and count them in the attribute
            ``other_games`` of the iterator. Otherwise each of them is a RecordError.

    Raises:
        RecordError: the format cannot be detected. The iterator raises this error too, for a record that is malformed
            or breaks the rules; the next call of ``next`` resumes with the next record.
        VoloError: the format is unknown, the compressed data are damaged, or the module for zstd is not installed.
        OSError: the file cannot be opened or read.

    >>> import io
    >>> lines = '{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\\n' * 2
    >>> [str(game.position.turn) for game in read_records(io.StringIO(lines))]
    ['blue', 'blue']
    >>> next(read_records(io.StringIO(lines.replace("9", "8"))))
    Traceback (most recent call last):
        ...
    volo.errors.RecordError: 1:53: game 1, ply 1: 9 legal moves, but the record has 8, found '8', at offset 52, in ...
    """
    return RecordReader(source, lenient=lenient, format=format, skip_other_games=skip_other_games)


class RecordReader(Closable, Iterator[Game]):
    """An iterator over the games of a file, which is also a context manager. See :func:`read_records`.

    After a RecordError, reading resumes with the next record. After any other error the iterator is exhausted. Several
    threads may share a reader; a lock lets one of them read at a time.

    The arguments other than ``check`` are those of :func:`read_records`.

    Args:
        check: a check of every game besides that of the core. A game that it refuses is a RecordError with the place
            of the move, as one that the core refuses.

    Attributes:
        format: the name of the format. For an archive, it is that of the first entry.
        source: the name of the file, or None if it has no name.
    """

    format: Format

    def __init__(
        self,
        source: Source,
        *,
        lenient: bool = False,
        format: str | None = None,  # noqa: A002
        check: Check | None = None,
        skip_other_games: bool = False,
    ) -> None:
        wanted = None if format is None else check_format(format)
        self._lock = RLock()
        self._input = InputFile(source)
        self.source: str | None = self._input.name
        self._games: _FileReader | _ArchiveReader | None = None
        try:
            if self._input.is_archive:
                read = partial(
                    RecordReader, lenient=lenient, format=wanted, check=check, skip_other_games=skip_other_games
                )
                games: _FileReader | _ArchiveReader = _ArchiveReader(self._input.entries(), read)
            else:
                # Only dates are read from the name, so it need not be exact.
                name = None if self.source is None else PurePath(self.source).name.encode(errors="replace").decode()
                records = GameRecords(
                    self._input.file, lenient, format=wanted, skip_other_games=skip_other_games, file_name=name
                )
                games = _FileReader(records, self.source, check)
            self.format = games.format
        except BaseException:
            self.close()
            raise
        self._games = self._counts = games

    @property
    def other_games(self) -> int:
        """The number of games that were skipped so far, because they are not Volo."""
        return self._counts.other_games

    @property
    def size(self) -> int | None:
        """The size of the file in bytes before decompression, or None if it is unknown."""
        return self._input.size

    @property
    def bytes_read(self) -> int:
        """The number of bytes read so far, before decompression."""
        return self._input.bytes_read

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: a record is malformed or breaks the rules.
            VoloError: the compressed data are damaged.
            OSError: the file cannot be read.
            StopIteration: there are no more games; the file has been closed.
        """
        with self._lock:
            if self._games is None:
                raise StopIteration
            try:
                return next(self._games)
            except RecordError:
                raise
            except BaseException:  # after an error within a game the start of the next game is unknown
                self.close()
                raise

    def close(self) -> None:
        """Close the file if it was opened from a path. The iterator is then exhausted."""
        self._games = None
        self._input.close()


class _FileReader(Iterator[Game]):
    def __init__(self, records: GameRecords, source: str | None, check: Check | None) -> None:
        self._records = records
        self._source = source
        self._check = check
        try:
            self.format: Format = records.format() or FORMATS[0]
        except RecordError as error:
            error.source = source
            raise

    def __next__(self) -> Game:
        try:
            game = Game._recorded(*next(self._records))
            found = None if self._check is None else self._check(game)
            if found is not None:
                raise self._records.refusal(found.problem, found.ply, found.fen)
        except RecordError as error:
            error.source = self._source
            raise
        return game

    @property
    def other_games(self) -> int:
        return self._records.other_games


class _ArchiveReader(Iterator[Game]):
    def __init__(self, entries: Iterator[Entry], open_: Callable[[IO[bytes]], RecordReader]) -> None:
        self._entries = entries
        self._open = open_
        self._reader: RecordReader | None = None
        self._error: RecordError | None = None
        self._others = 0
        self.format: Format = FORMATS[0]
        try:
            if (reader := self._next_reader()) is not None:
                self.format = reader.format
        except RecordError as error:  # the other entries can be read nevertheless
            self._error = error

    def __next__(self) -> Game:
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        while (reader := self._reader or self._next_reader()) is not None:
            if (game := next(reader, None)) is not None:
                return game
            self._others, self._reader = self.other_games, None
        raise StopIteration

    @property
    def other_games(self) -> int:
        return self._others + (0 if self._reader is None else self._reader.other_games)

    def _next_reader(self) -> RecordReader | None:
        entry = next(self._entries, None)
        self._reader = None if entry is None else self._open(cast("IO[bytes]", entry))
        return self._reader
