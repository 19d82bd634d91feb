"""Files that are written whole or not at all, and opened only if they are regular files."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["Sink", "is_same", "make_folder", "naming", "open_regular", "sync_folder", "whole_file"]

_PIECE = 1 << 20

# Neither a link at the end of a path nor a pipe without a writer may catch whoever opens it. Windows has neither flag.
_CAREFUL: int = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file, and nothing else: a link is not followed, and a pipe or a device is not opened.

    Args:
        path: the file.
        flags: those of ``os.open``: how to open it, and whether to make it. A new file has the permissions 0o666,
            less the umask.

    Returns:
        the descriptor, for ``os.fdopen``.

    Raises:
        FileNotFoundError: nothing has this name, and ``flags`` do not ask to make it.
        OSError: a thing of another kind has this name, or the file cannot be opened.
    """
    try:
        # Asked before the file is opened, because opening a device may already act on it.
        _check_regular(path.lstat().st_mode, path)
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    descriptor = os.open(path, flags | _CAREFUL, 0o666)
    try:
        _check_regular(os.fstat(descriptor).st_mode, path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let errors of the system that name no file name this one.

    Raises:
        OSError: the block raised it.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


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
        with naming(path):
            with file:
                sink = Sink(file)
                yield sink
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _new_file(temporary: Path, path: Path) -> BinaryIO:
    """A new file, never a link to another one, with the permissions of the file that it will replace."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return temporary.open("xb")
    _check_regular(found, path)
    mode = found & 0o777
    file = open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
    with suppress(OSError):  # where there are no permissions there are none to keep
        temporary.chmod(mode)  # also what the umask took
    return file


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing. Their names survive a power cut.

    Raises:
        OSError: the folder cannot be made.
    """
    missing: list[Path] = []
    while not path.is_dir() and path not in missing[-1:]:  # the parent of the root is the root
        missing.append(path)
        path = path.parent
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        sync_folder(each.parent)


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
    """Whether a file exists and has this size and SHA-256. It is read piece by piece.

    Raises:
        OSError: the file cannot be read, though it exists, or it is not a regular file.
    """
    try:
        descriptor = open_regular(path)
    except FileNotFoundError:
        return False
    found = hashlib.sha256()
    with naming(path), os.fdopen(descriptor, "rb") as file:
        if os.fstat(descriptor).st_size != size:
            return False
        while piece := file.read(_PIECE):
            found.update(piece)
    return found.hexdigest() == sha256
