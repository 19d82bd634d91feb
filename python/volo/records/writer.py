"""Records of games, written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, Final, TypeAlias

from volo.disk import whole_file
from volo.errors import VoloError
from volo.game import Game
from volo.records.compression import Method, compressing
from volo.records.formats import Format, check_format, format_of_path
from volo.records.json_game import write_object
from volo.records.paths import is_text, path_of
from volo.records.report_written import write_report

__all__ = ["Target", "write_records"]

Target: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"

_PIECE = 1 << 20


def write_records(target: Target, games: Iterable[Game], *, format: str | None = None) -> int:  # noqa: A002
    """Write games, one after the other, in constant memory.

    A path is written beside and gets its name in the end: after an error, what was there before is there still.

    Args:
        target: a path, or a file of bytes or of text. ``.gz`` and ``.zst`` behind a path's suffix compress.
        games: the games.
        format: ``"volo"``, ``"jsonl"`` or ``"abstract-play"``; for a path told by its suffix, ``.volo``, ``.jsonl``
            or ``.json``, unless given. A single game in the last is one report, and several are an array.

    Returns:
        how many games there were.

    Raises:
        VoloError: the format is not told, or a game has tags or comments that cannot be written, or
            more of them than is read again.
        OSError: the file cannot be written.

    >>> import io
    >>> file = io.StringIO()
    >>> write_records(file, [Game(moves=["c5"])], format="jsonl")
    1
    >>> file.getvalue()
    '{"rules":"standard","moves":["c5"],"legal_moves":[99],"winner":null}\\n'
    """
    path = path_of(target, "write")
    told, method = (None, None) if path is None else format_of_path(path)
    if format is not None:
        told = check_format(format)
    if told is None:
        where = "a file" if path is None else ascii(path)
        raise VoloError(f"the format of {where} is not told: format=..., or a suffix .volo, .jsonl or .json")
    written = _Counted(games)
    with _opened(target if path is None else path, method) as write:
        for piece in _TEXTS[told](written):
            write(piece)
    return written.number


class _Counted(Iterator[Game]):
    """Games, counted as they go by."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = iter(games)
        self.number = 0

    def __next__(self) -> Game:
        game = next(self._games)
        self.number += 1
        return game


def _native(games: Iterator[Game]) -> Iterator[str]:
    for number, game in enumerate(games):
        yield "\n" * (number > 0) + game.record()


def _lines(games: Iterator[Game]) -> Iterator[str]:
    for game in games:
        yield write_object(game) + "\n"


def _reports(games: Iterator[Game]) -> Iterator[str]:
    held = None
    between = "["
    for game in games:
        if held is not None:
            yield f"{between}\n{held}"
            between = ","
        held = write_report(game)
    if between == ",":
        yield f",\n{held}\n]\n"
    else:
        yield "[]\n" if held is None else f"{held}\n"


_TEXTS: Final[dict[Format, Callable[[Iterator[Game]], Iterator[str]]]] = {
    "volo": _native,
    "jsonl": _lines,
    "abstract-play": _reports,
}


@contextmanager
def _opened(target: Any, method: Method | None) -> Iterator[Callable[[str], object]]:
    """What writes text to the target, which is flushed and in its place when the block ends well."""
    with ExitStack() as stack:
        if isinstance(target, str):
            file = stack.enter_context(_file(Path(os.path.realpath(target))))
            if method is not None:
                file = stack.enter_context(compressing(method, file))
            yield lambda text: file.write(text.encode())
        elif is_text(target):
            yield lambda text: _write_text(target, text)
        else:
            yield lambda text: _write_bytes(target, text.encode())


@contextmanager
def _file(path: Path) -> Iterator[Any]:
    if path.exists() and not path.is_file():  # a device or a pipe has no name to give up
        with path.open("wb") as file:
            yield file
    else:
        with whole_file(path, path.with_name(f".{path.name}.{token_hex(8)}.tmp")) as sink:
            yield sink


def _write_text(file: IO[str], text: str) -> None:
    try:
        file.write(text)
    except UnicodeEncodeError as error:
        raise VoloError(f"the text cannot be written as {error.encoding}: UTF-8 can have every text") from error


def _write_bytes(file: IO[bytes], data: bytes) -> None:
    """Write all of the data now: what is held back would come after an error, when nobody expects it any more."""
    at = 0
    while at < len(data):
        piece = data[at : at + _PIECE]
        written = file.write(piece)
        if written is None and isinstance(file, io.RawIOBase):  # which says so where nothing can be written at once
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), 0)
        if written is None:
            written = len(piece)
        if not 0 < written <= len(piece):
            raise OSError(f"of {len(piece)} bytes the file says that it wrote {written}")
        at += written
