"""Opens a path or a file object for reading and decompresses it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeAlias

from volo.errors import VoloError
from volo.records.files.archive import MAGIC, Entry, entries
from volo.records.files.compression import LONGEST_MAGIC, decompressing, method_of
from volo.records.files.paths import is_text, path_of

__all__ = ["InputFile", "Source"]

Source: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
"""What games are read from: a path, or a file object that returns bytes or text."""

_BUFFER_SIZE = 1 << 17


class InputFile:
    """A file that is open for reading. Data that begin as gzip or zstd data do are decompressed.

    Attributes:
        name: the name of the file, or None if it has no name.
        file: the decompressed bytes. Text is encoded as UTF-8.
        is_archive: whether the file is a zip archive. Its entries are then read instead of :attr:`file`.
    """

    def __init__(self, source: Source) -> None:
        self.name: str | None
        file, self.name, self._owned = _open(source)
        name = self.name or "the file"
        try:
            self._counted = _CountedBytes(file, name)
            stream = _PeekableBytes(self._counted.read)
            magic = stream.peek(LONGEST_MAGIC)
            method = method_of(magic)
            self.is_archive: bool = magic[:LONGEST_MAGIC] in MAGIC and not is_text(file)
            if method is not None:
                stream = _PeekableBytes(decompressing(method, stream, name))
        except BaseException:
            self.close()
            raise
        self._raw = file
        self.file: io.BufferedReader = io.BufferedReader(stream, _BUFFER_SIZE)

    @property
    def size(self) -> int | None:
        """The size of the file in bytes before decompression, or None if it is unknown."""
        return self._counted.size

    @property
    def bytes_read(self) -> int:
        """The number of bytes read so far, before decompression."""
        return self._counted.bytes_read

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of an archive. Each must be read before the next one."""
        self._counted.bytes_read = 0
        for entry in entries(self._raw, self.name or "the file"):
            yield entry
            self._counted.bytes_read += entry.compressed_size

    def close(self) -> None:
        """Close the file if it was opened from a path. A file object that the caller passed stays open."""
        if self._owned is not None:
            self._owned.close()


def _open(source: Source) -> tuple[Any, str | None, IO[bytes] | None]:
    path = path_of(source, "read")
    if path is None:
        name = getattr(source, "name", None)
        return source, name if isinstance(name, str) else None, None
    file = Path(path).open("rb", buffering=0)  # noqa: SIM115 - InputFile.close closes it
    return file, path, file


class _CountedBytes:
    def __init__(self, file: Any, name: str) -> None:
        self._read = file.read if is_text(file) else getattr(file, "read1", file.read)
        self._name = name
        self.bytes_read = 0
        self.size = _size(file)

    def read(self, size: int) -> bytes:
        try:
            data = self._read(max(1, size // 4))  # a character has up to four bytes in UTF-8
        except UnicodeDecodeError as error:
            raise VoloError(f"{self._name}: the text is not valid {error.encoding} at byte {error.start}") from error
        if isinstance(data, str):
            # A lone surrogate becomes invalid UTF-8, which the parser rejects with its location.
            data = data.encode("utf-8", "surrogatepass")
        if not isinstance(data, bytes):
            raise TypeError(f"{self._name}: read must return bytes or str, not {type(data).__name__}")
        self.bytes_read += len(data)
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


class _PeekableBytes(io.RawIOBase):
    """A stream whose next bytes can be inspected before they are read.

    Args:
        read: a function that takes a number of bytes and returns at most that many, or ``b""`` at the end.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        super().__init__()
        self._read = read
        self._peeked = b""

    def peek(self, size: int) -> bytes:
        """Return at least the next ``size`` bytes without consuming them; fewer if the stream is shorter."""
        while len(self._peeked) < size and (piece := self._read(_BUFFER_SIZE)):
            self._peeked += piece
        return self._peeked

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._peeked:
            self._peeked = self._read(len(buffer))
        piece, self._peeked = self._peeked[: len(buffer)], self._peeked[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)
