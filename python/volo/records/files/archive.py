"""Zip archives whose entries are files of records."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from volo.errors import VoloError

__all__ = ["MAGIC", "Entry", "entries"]

MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""The first bytes of an archive, and of an archive without entries."""

# The module zipfile needs about ten times as much memory as the directory is long.
_LONGEST_DIRECTORY: Final = 4 << 20

_END = b"PK\x05\x06"
_END_SIZE = 22
_LONGEST_COMMENT = 1 << 16
_ZIP64 = b"PK\x06\x07"
_ZIP64_SIZE = 20
_DAMAGED = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class Entry(io.RawIOBase):
    """The decompressed bytes of an entry. Its name has that of the archive before it."""

    def __init__(self, archive: ZipFile, info: ZipInfo, name: str) -> None:
        super().__init__()
        self.name: str = f"{name}/{info.filename}"
        self.compressed_size: int = info.compress_size
        self._archive = archive
        self._info = info
        self._file: Any = None

    def readable(self) -> bool:
        """Whether the entry can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer, and return the number of bytes; 0 at the end."""
        try:
            if self._file is None:
                if self._info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                    raise NotImplementedError(f"compression method {self._info.compress_type}")
                self._file = self._archive.open(self._info)
            data = self._file.read1(len(buffer))
        except _DAMAGED as error:
            raise VoloError(f"{self.name}: the entry of the zip archive cannot be read: {error}") from error
        buffer[: len(data)] = data
        return len(data)


def entries(file: Any, name: str) -> Iterator[Entry]:
    """Yield the entries of an archive, in their order, without folders and hidden files.

    Raises:
        VoloError: the archive is damaged, has a directory of more than 4 MiB, or cannot be read from the end.
    """
    try:
        if not file.seekable():
            raise VoloError(f"{name}: a zip archive cannot be read from a pipe")
        _check_directory(file, name)
        archive = ZipFile(file)
        infos = archive.infolist()
    except _DAMAGED as error:
        if isinstance(error, VoloError):
            raise
        raise VoloError(f"{name}: the zip archive is damaged: {error}") from error
    with archive:
        for info in infos:
            parts = PurePosixPath(info.filename).parts
            if not info.is_dir() and not any(part.startswith((".", "__MACOSX")) for part in parts):
                yield Entry(archive, info, name)


def _check_directory(file: Any, name: str) -> None:
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT - _ZIP64_SIZE))
    tail = file.read(_END_SIZE + _LONGEST_COMMENT + _ZIP64_SIZE)
    at = len(tail) - _END_SIZE
    # This is how zipfile finds the end of the directory.
    if not (tail[at : at + len(_END)] == _END and tail[-2:] == b"\0\0"):
        at = tail.rfind(_END)
    if at < 0:
        raise VoloError(f"{name}: the zip archive is damaged: it has no directory")
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    if length > _LONGEST_DIRECTORY or tail[max(0, at - _ZIP64_SIZE) :].startswith(_ZIP64):
        raise VoloError(f"{name}: the directory of the zip archive is longer than {_LONGEST_DIRECTORY >> 20} MiB")
