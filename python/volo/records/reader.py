"""Reads games from a file in any of the formats."""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock

from volo._support.context_managers import Closable
from volo.errors import RecordError
from volo.game import Game
from volo.records.abstract_play.reader import GameReportReader
from volo.records.checks.second import Check
from volo.records.files.input import InputFile, Source
from volo.records.files.location import Location
from volo.records.formats import BYTE_ORDER_MARK, Format, check_format, format_of_text
from volo.records.json_lines.reader import JSONLinesReader
from volo.records.native import NativeReader

__all__ = ["RecordReader", "read_records"]

# A file without games must have less white space than this.
_MAX_BLANK = 1 << 16


def read_records(source: Source, *, lenient: bool = False, format: str | None = None) -> RecordReader:  # noqa: A002
    """Read the games of a file, one at a time.

    Memory does not depend on the number of games. gzip and zstd compression is detected from the first bytes; zstd
    needs ``pip install 'volo[zstd]'`` before Python 3.14. All moves, results and numbers of legal moves in the file are
    checked against the rules.

    Args:
        source: a path, or a file object that returns bytes or text. A path is closed after the last game, or at the end
            of a ``with`` statement.
        lenient: whether to accept common deviations from the formats. In all formats these are a byte order mark and a
            missing termination of a game that has a result but did not end by the rules. In native records they are
            also CR LF line ends, additional white space, missing or wrong move numbers, several comments in a row,
            comments before the tags and after the result, and missing tags other than the rule set. In JSON lines they
            are also empty lines, unknown members and a missing ``legal_moves``. In game reports they are also unknown
            members, and a missing ``site`` or date.
        format: ``"volo"`` for native records, ``"jsonl"`` for JSON lines, or ``"abstract-play"`` for game reports. By
            default it is detected from the content.

    Returns:
        an iterator over the games.

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
    return RecordReader(source, lenient=lenient, format=format)


class RecordReader(Closable, Iterator[Game]):
    """An iterator over the games of a file, which is also a context manager. See :func:`read_records`.

    After a RecordError, reading resumes with the next record. After any other error the iterator is exhausted. Several
    threads may share a reader; a lock lets one of them read at a time.

    Args:
        source: see :func:`read_records`.
        lenient: see :func:`read_records`.
        format: see :func:`read_records`.
        check: a check of every game besides that of the core. A game that it refuses is a RecordError with the place
            of the move, as one that the core refuses. Native records are read several times slower with a check.

    Attributes:
        format: the format: ``"volo"``, ``"jsonl"`` or ``"abstract-play"``.
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
    ) -> None:
        wanted = None if format is None else check_format(format)
        self._lock = RLock()
        self._input = InputFile(source)
        self.source: str | None = self._input.name
        try:
            self.format, self._games = self._open(wanted, lenient, check)
        except BaseException:
            self.close()
            raise

    def _open(self, wanted: Format | None, lenient: bool, check: Check | None) -> tuple[Format, Iterator[Game]]:
        format_ = wanted or format_of_text(self._input.peek)
        if format_ is None:
            self._check_blank(lenient)
            return "volo", iter(())
        if format_ == "volo":
            return format_, NativeReader(self._input.file, self.source, lenient=lenient, check=check)
        location = Location()
        if lenient and self._input.peek(len(BYTE_ORDER_MARK)).startswith(BYTE_ORDER_MARK):
            location = location.after(self._input.file.read(len(BYTE_ORDER_MARK)))
        if format_ == "jsonl":
            return format_, JSONLinesReader(self._input.file, location, self.source, lenient=lenient, check=check)
        return format_, GameReportReader(self._input.file, location, self.source, lenient=lenient, check=check)

    def _check_blank(self, lenient: bool) -> None:
        """Check that a file without a known format has only white space, or a byte order mark in lenient mode.

        Raises:
            RecordError: it is not empty.
        """
        text = self._input.peek(_MAX_BLANK)
        content = text.removeprefix(BYTE_ORDER_MARK) if lenient else text
        if content.strip(b" \t\r\n") or len(text) >= _MAX_BLANK:
            problem = "unknown format; expected native records, JSON lines or game reports of Abstract Play"
            found = text[:100].decode("utf-8", "backslashreplace")
            raise RecordError(problem, found, 1, 1, 0, source=self.source)

    @property
    def size(self) -> int | None:
        """The size of the file in bytes before decompression, or None if it is unknown."""
        return self._input.size

    @property
    def position(self) -> int:
        """The number of bytes read so far, before decompression."""
        return self._input.position

    def __next__(self) -> Game:
        """Return the next game.

        Raises:
            RecordError: a record is malformed or breaks the rules.
            VoloError: the compressed data are damaged.
            OSError: the file cannot be read.
            StopIteration: there are no more games; the file has been closed.
        """
        with self._lock:
            try:
                return next(self._games)
            except RecordError:
                raise
            except BaseException:  # after an error within a game the start of the next game is unknown
                self.close()
                raise

    def close(self) -> None:
        """Close the file if it was opened from a path. The iterator is then exhausted."""
        self._games = iter(())
        self._input.close()
