"""A lock on a folder, which the system lets go of when its holder dies."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from volo.errors import KeptGamesError

__all__ = ["locked"]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock on a file, which is made if there is none, and stays: taking it away would let two others in.

    Raises:
        KeptGamesError: somebody else holds it.
        OSError: the file cannot be made.
    """
    with path.open("ab") as file:
        try:
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
