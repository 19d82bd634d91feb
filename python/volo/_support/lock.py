"""An exclusive lock on an open file. The operating system releases it when the file is closed or the process ends."""

from __future__ import annotations

import sys
from typing import BinaryIO

__all__ = ["lock"]

if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Lock a file that is open for writing.

        Raises:
            BlockingIOError: another process holds the lock.
            OSError: the file system does not support locks.
        """
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(str(error)) from error

else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Lock a file that is open for writing.

        Raises:
            BlockingIOError: another process holds the lock.
            OSError: the file system does not support locks.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
