"""An advisory lock on a folder. The operating system releases it when the process ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from volo._support.disk import open_regular, with_filename
from volo._support.journal import lock
from volo.errors import KeptGamesError

__all__ = ["LOCK", "locked"]

LOCK = "_lock"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock until the end of the ``with`` block.

    The lock file is created if it is missing. It is never removed: if it were, two processes could hold locks on
    different files of the same name.

    Args:
        path: the lock file, in the folder to lock.

    Raises:
        KeptGamesError: another process holds the lock.
        OSError: the file cannot be created or opened, it is not a regular file, or the file system does not support
            locks.
    """
    with os.fdopen(open_regular(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab") as file:
        try:
            with with_filename(path):
                lock(file)
        except BlockingIOError as error:
            raise KeptGamesError(f"{path.parent}: another run is writing to this folder") from error
        yield
