"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["Sink", "is_same", "make_folder", "sync_folder", "whole_file"]

_PIECE = 1 << 20


class Sink:
    """A file open for writing that knows the SHA-256 of what went into it. It is written from front to back."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file: BinaryIO | None = file
        self._digest = hashlib.sha256()
        self.size: int = 0

    def write(self, data: bytes | memoryview) -> int:
        """Write all of the data.

        Raises:
            OSError: the disk is full, or broken.
        """
        if self._file is not None:
            self._file.write(data)
            self._digest.update(data)
        self.size += len(data)
        return len(data)

    def tell(self) -> int:
        """How many bytes have been written."""
        return self.size

    def flush(self) -> None:
        """Hand what was written to the system.

        Raises:
            OSError: the disk is full, or broken.
        """
        if self._file is not None:
            self._file.flush()

    def abandon(self) -> None:
        """Write nothing from now on, whatever is said."""
        self._file = None

    def sha256(self) -> str:
        """The SHA-256 of what was written, in hexadecimal."""
        return self._digest.hexdigest()


@contextmanager
def whole_file(path: Path, temporary: Path) -> Iterator[Sink]:
    """Write a file under a temporary name in the same folder, flush it to the disk, and give it its name in the end.

    After an error nothing is left of it, and what had the name before has it still. Who may read it and write it stays
    as it was for what had the name.

    Raises:
        FileExistsError: something has the temporary name.
        OSError: the disk is full, or broken; the error names the file.
    """
    file = _new_file(temporary, path)
    try:
        with file:
            sink = Sink(file)
            yield sink
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None and error.filename is None:
            raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
        raise


def _new_file(temporary: Path, path: Path) -> BinaryIO:
    """A file that was not there, nor a link to another one, with the permissions of what it will replace."""
    try:
        mode = path.stat().st_mode & 0o777
    except FileNotFoundError:
        return temporary.open("xb")
    file = open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
    with suppress(OSError):  # where there are no permissions there are none to keep
        temporary.chmod(mode)  # also what the umask took
    return file


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are not there; their names survive a power cut.

    Raises:
        OSError: it cannot be made.
    """
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(exist_ok=True)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Flush the names in a folder to the disk, where the system does such a thing.

    Raises:
        OSError: the disk is broken.
    """
    if os.name == "nt":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def is_same(path: Path, size: int, sha256: str) -> bool:
    """Whether a file is there and has this size and SHA-256. It is read piece by piece.

    Raises:
        OSError: the file cannot be read, though it is there.
    """
    found = hashlib.sha256()
    try:
        if path.stat().st_size != size:
            return False
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                found.update(piece)
    except FileNotFoundError:
        return False
    return found.hexdigest() == sha256
