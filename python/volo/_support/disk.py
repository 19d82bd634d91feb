"""Atomic and durable writes, and safe opening of regular files."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

# Do not follow a symbolic link, and do not block on a pipe. Windows lacks some of these flags.
_SAFE_FLAGS: int = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)

UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENOLCK}
"""The errors by which file systems say that they cannot flush to the disk, or have no locks."""


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file. Symbolic links are not followed, and pipes, devices and directories are refused.

    A file that is created has the permissions 0o666 minus the umask. ``os.fdopen`` closes the descriptor.
    """
    try:
        # The type is checked before opening, because opening a device can have side effects.
        _check_regular(path.lstat().st_mode, path)
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    descriptor = os.open(path, flags | _SAFE_FLAGS, 0o666)
    try:
        # The type is checked again, because the file may have been replaced since the first check.
        _check_regular(os.fstat(descriptor).st_mode, path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(mode: int, path: Path) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


@contextmanager
def with_filename(path: object) -> Iterator[None]:
    """Add a file name to every ``OSError`` of the ``with`` block that has an ``errno`` and no file name."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


@contextmanager
def renaming(path: Path, name: Path) -> Iterator[None]:
    """Replace ``path`` in an OSError by another path, the one that the caller knows.

    A FileExistsError is not changed, because it is about the temporary name itself.
    """
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno is None or str(error.filename) != str(path):
            raise
        raise OSError(error.errno, error.strerror, str(name)) from error


class Sink:
    """A file that is written sequentially, with the SHA-256 and the size of the data so far.

    pyarrow writes to it as to any file object, and asks for ``closed``.
    """

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file: BinaryIO | None = file
        self._digest = hashlib.sha256()
        self.size: int = 0

    def write(self, data: bytes | memoryview) -> int:
        if self._file is not None:
            self._file.write(data)
            self._digest.update(data)
        self.size += len(data)
        return len(data)

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()

    def abandon(self) -> None:
        self._file = None

    def sha256(self) -> str:
        return self._digest.hexdigest()


@contextmanager
def whole_file(path: Path, temporary: Path) -> Iterator[Sink]:
    """Write a file atomically: under a temporary name, flushed to the disk, and then renamed.

    If the ``with`` block raises, the temporary file is removed, and an existing file at ``path`` is unchanged. The
    temporary name is in the same folder. The file has the permissions of the one that it replaces.
    """
    with renaming(temporary, path):
        try:
            file = _new_file(temporary, path)
            with with_filename(path):
                with file:
                    sink = Sink(file)
                    yield sink
                    file.flush()
                    sync(file.fileno())
                temporary.replace(path)
                sync_folder(path.parent)
        except BaseException as error:
            # A temporary file that already exists belongs to another process.
            if not (isinstance(error, FileExistsError) and str(error.filename) == str(temporary)):
                with suppress(OSError):
                    temporary.unlink(missing_ok=True)
            raise


def _new_file(temporary: Path, path: Path) -> BinaryIO:
    """Create the temporary file. It has the permissions of the file that it will replace."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return temporary.open("xb")
    _check_regular(found, path)
    mode = found & 0o777
    file = open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
    # Some file systems have no permissions.
    with suppress(OSError):
        # The umask may have removed some of the permissions.
        temporary.chmod(mode)
    return file


@contextmanager
def rewriting(path: Path) -> Iterator[Sink]:
    """Write a file that the user named: with :func:`whole_file`, unless it is a device or a pipe.

    Any number of processes may write the file at once. If it is a symbolic link, its target is written.
    """
    target = Path(os.path.realpath(path))
    with renaming(target, path):
        if target.exists() and not target.is_file():
            with with_filename(target), target.open("wb") as file:
                yield Sink(file)
        else:
            with whole_file(target, _random_name(target)) as sink:
                yield sink


@contextmanager
def replacing(path: Path) -> Iterator[Sink]:
    """Write a file with :func:`whole_file`, under the temporary name ``.NAME.volo-part``.

    Only one process at a time may write the file. A temporary file that a killed process left is replaced.
    """
    with whole_file(path, _free_name(path)) as sink:
        yield sink


def check_replaceable(path: Path) -> None:
    """Check that :func:`replacing` can write a file, by creating and removing the temporary file."""
    _check_creatable(_free_name(path), path)


def check_rewritable(path: Path) -> None:
    """Check that :func:`rewriting` can write a file, in the same way. A device or a pipe is not opened."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.is_file() or not target.exists():
        with renaming(target, path):
            _check_creatable(_random_name(target), target)


def _check_creatable(temporary: Path, path: Path) -> None:
    with renaming(temporary, path):
        _new_file(temporary, path).close()
        temporary.unlink()


def _random_name(path: Path) -> Path:
    """The temporary name of a file that any number of processes may write at once."""
    return path.with_name(f".{path.name}.{token_hex(8)}.tmp")


def _free_name(path: Path) -> Path:
    """The temporary name of a file that only one process at a time writes. Remove what a killed process left there."""
    temporary = path.with_name(f".{path.name}.volo-part")
    with renaming(temporary, path):
        temporary.unlink(missing_ok=True)
    return temporary


def append(file: BinaryIO, content: bytes) -> None:
    """Write at the end of a file. The buffer is not used, so that closing the file after a failed write does not write
    again.
    """
    os.lseek(file.fileno(), 0, os.SEEK_END)
    while content:
        content = content[os.write(file.fileno(), content) :]


def write_new(path: Path, content: bytes) -> None:
    """Write a new file. An existing file is never replaced. After an error, the incomplete file is removed."""
    file = path.open("xb")
    try:
        with with_filename(path), file:
            file.write(content)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents with these permissions, and flush their names to the disk."""
    missing: list[Path] = []
    while not path.is_dir() and path not in missing[-1:]:  # the root is its own parent
        missing.append(path)
        path = path.parent
    for each in reversed(missing):
        try:
            each.mkdir(mode, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(each)) from error
        with with_filename(each.parent):
            sync_folder(each.parent)


def sync_folder(path: Path) -> None:
    """Flush the directory entries of a folder to the disk. Windows does not support this."""
    if os.name == "nt":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        sync(folder)
    finally:
        os.close(folder)


def sync(descriptor: int) -> None:
    """Flush a file or a folder to the disk, unless its file system cannot do that.

    Shared folders of virtual machines (vboxsf, 9p) and some of CIFS cannot.
    """
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
