"""A folder of a local file system, and its lock."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from volo._support.disk import Sink, append, make_folder, open_regular, sync, whole_file, with_filename
from volo._support.journal import lock
from volo.errors import KeptGamesError
from volo.simulate.storage.protocol import LOCK, Check


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock until the end of the ``with`` block.

    The lock file is created if it is missing. It is never removed: if it were, two processes could hold locks on
    different files of the same name.
    """
    with os.fdopen(open_regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab") as file:
        try:
            lock(file, path)
        except BlockingIOError as error:
            raise KeptGamesError(f"{path.parent}: another run is writing to this folder") from error
        yield


class LocalFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def open(self) -> BinaryIO:
        """Open the file for reading. Links are not followed."""
        return os.fdopen(open_regular(self.path), "rb")

    def recorded(self) -> None:
        """None: a file system has no checksums."""


class LocalFolder:
    """A folder of a local file system.

    A file is written under a temporary name, flushed to the disk and renamed, and then the folder is flushed. The lock
    is one of the operating system, which releases it when the process ends.
    """

    appends = True

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def file(self, name: str) -> LocalFile:
        return LocalFile(self.path / name)

    def sizes(self) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for path in sorted(self.path.iterdir()):
            try:
                status = path.lstat()
            except FileNotFoundError:  # a temporary file that another process has just renamed
                continue
            found[path.name] = status.st_size if stat.S_ISREG(status.st_mode) else None
        return found

    def create(self) -> None:
        make_folder(self.path)

    def locked(self) -> AbstractContextManager[None]:
        return locked(self.path / LOCK)

    @contextmanager
    def write(self, name: str) -> Iterator[Sink]:
        """Write a whole file under the temporary name that :func:`volo.simulate.manifest.temporary_name` gives."""
        temporary = f"_{name.removeprefix('_')}.tmp"
        with whole_file(self.path / name, self.path / temporary) as sink:
            yield sink

    def append(self, name: str, data: bytes) -> None:
        path = self.path / name
        with with_filename(path), os.fdopen(open_regular(path, os.O_WRONLY | os.O_APPEND), "ab") as file:
            append(file, data)
            sync(file.fileno())

    def remove(self, name: str) -> None:
        (self.path / name).unlink()

    def arrow(self, names: Sequence[str], check: Check) -> tuple[list[str], Any]:
        """The paths of files for pyarrow. All files are checked now."""
        for name in names:
            with self.file(name).open() as file:
                check(file, self.file(name), pages=True)
        # pyarrow would take a relative path that begins with ~ for one in the home folder.
        return [str((self.path / name).absolute()) for name in names], None
