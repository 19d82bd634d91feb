"""A source of records, open for reading, and decompressed if its first bytes are those of gzip or zstd."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeAlias

from volo.errors import VoloError
from volo.records.compression import LONGEST_MAGIC, decompressing, method_of
from volo.records.paths import is_text, path_of

__all__ = ["Opened", "Source"]

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"

_BUFFER = 1 << 17


class Opened:
    """A source that is open for reading. :meth:`close` closes a path; a file that was passed in stays open.

    Args:
        source: a path, or a file of bytes or of text.

    Attributes:
        name: the name of the file, or None if it has no name.
        file: the decompressed bytes. Text is encoded as UTF-8.

    Raises:
        OSError: the file cannot be opened or read.
        VoloError: no file can have this path, the compressed data are damaged, or zstd is not installed.
    """

    def __init__(self, source: Source) -> None:
        self.name: str | None
        given, self.name, self._own = _open(source)
        told = self.name or "the file"
        try:
            self._given = _Given(given, told)
            plain = _Ahead(self._given.read)
            method = method_of(plain.ahead(LONGEST_MAGIC))
            if method is not None:
                plain = _Ahead(decompressing(method, plain.read, told))
        except BaseException:
            self.close()
            raise
        self._plain = plain
        self.file: io.BufferedReader = io.BufferedReader(plain, _BUFFER)

    @property
    def size(self) -> int | None:
        """The size of the file in bytes, before decompression; None if it is not known."""
        return self._given.size

    @property
    def position(self) -> int:
        """The number of these bytes that have been read."""
        return self._given.position

    def ahead(self, size: int) -> bytes:
        """The first decompressed bytes, at least ``size`` unless the file has fewer. They are still to be read.

        Call this only before anything is read.
        """
        return self._plain.ahead(size)

    def close(self) -> None:
        """Close the file, if it was opened from a path."""
        if self._own is not None:
            self._own.close()


def _open(source: Source) -> tuple[Any, str | None, IO[bytes] | None]:
    """The file, its name, and the file again if it was opened here."""
    path = path_of(source, "read")
    if path is None:
        name = getattr(source, "name", None)
        return source, name if isinstance(name, str) else None, None
    file = Path(path).open("rb", buffering=0)  # noqa: SIM115 - Opened.close does
    return file, path, file


class _Given:
    """The bytes of the file before decompression, counted."""

    def __init__(self, file: Any, name: str) -> None:
        self._read = file.read if is_text(file) else getattr(file, "read1", file.read)
        self._name = name
        self.position = 0
        self.size = _size(file)

    def read(self, size: int) -> bytes:
        try:
            data = self._read(max(1, size // 4))  # a character has up to four bytes
        except UnicodeDecodeError as error:
            raise VoloError(f"{self._name}: the text is not {error.encoding}, at byte {error.start}") from error
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")  # not valid UTF-8; the reader refuses it at its place
        if not isinstance(data, bytes):
            raise TypeError(f"{self._name}: bytes or text are read from a file, not {type(data).__name__}")
        self.position += len(data)
        return data


def _size(file: Any) -> int | None:
    if is_text(file):
        return None
    try:
        if not file.seekable():
            return None
        here = file.tell()
        end = file.seek(0, io.SEEK_END)
        file.seek(here)
    except (AttributeError, OSError):
        return None
    return int(end - here)


class _Ahead(io.RawIOBase):
    """Bytes that can be looked at before they are read.

    Args:
        read: returns at most as many bytes as it is asked for, and no bytes at their end.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        super().__init__()
        self._read = read
        self._seen = b""

    def ahead(self, size: int) -> bytes:
        """The next bytes: at least ``size``, unless there are fewer."""
        while len(self._seen) < size and (piece := self._read(_BUFFER)):
            self._seen += piece
        return self._seen

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._seen:
            self._seen = self._read(len(buffer))
        piece, self._seen = self._seen[: len(buffer)], self._seen[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)
