"""A lock on a folder, which the system releases when its holder dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from volo.disk import naming, open_regular
from volo.errors import KeptGamesError

__all__ = ["locked"]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock on a file, which is made if it is missing. It is never removed: that would let two others in.

    Raises:
        KeptGamesError: another process holds the lock.
        OSError: the file cannot be made or opened, it is not a regular file, or the file system has no locks.
    """
    with os.fdopen(open_regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab") as file:
        try:
            with naming(path):
                _lock(file)
        except BlockingIOError as error:
            raise KeptGamesError(f"{path.parent}: another run is at work in this folder") from error
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(str(error)) from error

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
