"""Records of games, read one after the other from any source in any format."""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock
from types import TracebackType

from volo.errors import RecordError
from volo.game import Game
from volo.records.abstract_play import GameReports
from volo.records.check import Check
from volo.records.formats import BYTE_ORDER_MARK, Format, check_format, format_of_text
from volo.records.json_lines import JSONLines
from volo.records.native import Native
from volo.records.opened import Opened, Source
from volo.records.place import Place

__all__ = ["RecordReader", "read_records"]

_ENOUGH = 1 << 16


def read_records(source: Source, *, lenient: bool = False, format: str | None = None) -> RecordReader:  # noqa: A002
    """The games of a file, one at a time, in constant memory.

    Native records, JSON lines and Abstract Play's game reports are told apart by their content, and so are gzip and
    zstd (``volo[zstd]`` before Python 3.14). Every game is held against the rules, and against what is said of it.

    Args:
        source: a path, or a file of bytes or of text. A path is closed at the end, or by ``with``.
        lenient: whether to forgive what docs/RECORDS.md names of native records and docs/REPORTS.md of the others, and
            nothing else.
        format: ``"volo"``, ``"jsonl"`` or ``"abstract-play"``; told by the content unless given.

    Raises:
        RecordError: from ``next``: a record is not well-formed or does not follow the rules; the next ``next`` goes
            on with the next record. At once: the source has none of the formats.
        VoloError: there is no such format, the compressed data are damaged, or zstd is not installed.
        OSError: the file cannot be read.

    >>> import io
    >>> lines = '{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\\n' * 2
    >>> [str(game.position.turn) for game in read_records(io.StringIO(lines))]
    ['blue', 'blue']
    >>> next(read_records(io.StringIO(lines.replace("9", "8"))))
    Traceback (most recent call last):
        ...
    volo.errors.RecordError: 1:53: game 1, ply 1: 9 legal moves, the record says 8, found '8', at offset 52, in ...
    """
    return RecordReader(source, lenient=lenient, format=format)


class RecordReader(Iterator[Game]):
    """The games of a source, an iterator and a context manager: see :func:`read_records`.

    After a RecordError the next game is that of the next record. After any other error there is none. Threads that
    share a reader take turns.

    Args:
        source: see :func:`read_records`.
        lenient: see :func:`read_records`.
        format: see :func:`read_records`.
        check: a check of every game besides that of the core. A game that it refuses is a RecordError with the place
            of the move, as one that the core refuses. Native records are read several times slower with a check.

    Attributes:
        format: the format, ``"volo"``, ``"jsonl"`` or ``"abstract-play"``.
        source: the name of the file; None where it has none.
    """

    def __init__(
        self,
        source: Source,
        *,
        lenient: bool = False,
        format: str | None = None,  # noqa: A002
        check: Check | None = None,
    ) -> None:
        wanted = None if format is None else check_format(format)
        self._turn = RLock()
        self._opened = Opened(source)
        self.source = self._opened.name
        try:
            self.format, self._games = self._begin(wanted, lenient, check)
        except BaseException:
            self.close()
            raise

    def _begin(self, wanted: Format | None, lenient: bool, check: Check | None) -> tuple[Format, Iterator[Game]]:
        opened = self._opened
        told = wanted or format_of_text(opened.ahead)
        if told is None:
            beginning = opened.ahead(_ENOUGH)
            said = beginning.removeprefix(BYTE_ORDER_MARK).strip(b" \t\r\n") if lenient else beginning
            if said or len(beginning) >= _ENOUGH:
                problem = "records are native ones, lines of JSON or Abstract Play's game reports, and this is neither"
                raise RecordError(
                    problem, beginning[:100].decode("utf-8", "backslashreplace"), 1, 1, 0, source=self.source
                )
            return "volo", iter(())
        if told == "volo":
            return told, Native(opened.file, self.source, lenient=lenient, check=check)
        place = Place()
        if lenient and opened.ahead(len(BYTE_ORDER_MARK)).startswith(BYTE_ORDER_MARK):
            place.advance(opened.file.read(len(BYTE_ORDER_MARK)))
        if told == "jsonl":
            return told, JSONLines(opened.file, place, self.source, lenient=lenient, check=check)
        return told, GameReports(opened.file, place, self.source, lenient=lenient, check=check)

    @property
    def size(self) -> int | None:
        """How many bytes the source has, compressed as it may be; None where that cannot be told."""
        return self._opened.size

    @property
    def position(self) -> int:
        """How many of these bytes have been read so far."""
        return self._opened.position

    def __next__(self) -> Game:
        """The next game.

        Raises:
            RecordError: a record is not well-formed, or does not follow the rules.
            VoloError: compressed data are damaged.
            OSError: the file cannot be read.
            StopIteration: there are no more games; the file is closed.
        """
        with self._turn:
            try:
                return next(self._games)
            except RecordError:
                raise
            except BaseException:  # no file that failed in the midst of a game says where it goes on
                self.close()
                raise

    def close(self) -> None:
        """Close the file, if it was opened here; there are no more games then."""
        self._games = iter(())
        self._opened.close()

    def __enter__(self) -> RecordReader:  # noqa: PYI034 - Self is of Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
