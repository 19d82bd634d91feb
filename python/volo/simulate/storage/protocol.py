"""What the code of kept games needs from a storage. :mod:`.local` and :mod:`.objects` are the two kinds."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, BinaryIO, Protocol, runtime_checkable

from volo._support.disk import Sink, with_filename

LOCK = "_lock"
"""The name of the file or of the lease that a run holds while it writes to the folder."""


@runtime_checkable
class Check(Protocol):
    """A function that refuses a file that takes too much memory."""

    def __call__(self, opened: BinaryIO, path: object, *, pages: bool) -> None:
        """Check a file that is open. ``path`` is for messages, ``pages`` whether to read the headers of pages."""


# Files are read in chunks of this many bytes.
_CHUNK = 1 << 20


@runtime_checkable
class Stored(Protocol):
    """A file of a storage. ``str()`` gives its path or its URL, for messages."""

    def open(self) -> BinaryIO:
        """Open the file for reading.

        Raises:
            FileNotFoundError: the file does not exist.
            OSError: the file cannot be opened, or is not a regular file.
        """

    def recorded(self) -> str | None:
        """The SHA-256 that the storage itself has of the file, as 64 hexadecimal digits; None if it has none."""


@runtime_checkable
class Storage(Protocol):
    """The files of one folder, by their names. ``str()`` gives the path or the URL of the folder, for messages.

    All methods raise an OSError that names the file if the storage fails.

    Attributes:
        appends: whether :meth:`append` can be used. If not, the folder may also have the shards of other parts.
    """

    appends: bool

    def file(self, name: str) -> Stored:
        """The file with this name. It need not exist."""

    def sizes(self) -> dict[str, int | None]:
        """The size in bytes of each file, by its name in sorted order; None for what is not a regular file."""

    def create(self) -> None:
        """Create the folder if it is missing."""

    def locked(self) -> AbstractContextManager[None]:
        """Hold the folder until the end of the ``with`` block, so that no other run writes to it.

        Raises:
            KeptGamesError: another run is writing to the folder.
        """

    def write(self, name: str) -> AbstractContextManager[Sink]:
        """Write a whole file. It gets its name at the end of the ``with`` block, or is discarded if the block raises.

        Raises:
            InUseError: another run has changed the file, or has taken over the folder.
        """

    def append(self, name: str, data: bytes) -> None:
        """Append data to a file, and flush it to the disk."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def arrow(self, names: Sequence[str], check: Check) -> tuple[list[str], Any]:
        """The paths of files, and the file system of pyarrow that reads them; None for that of the machine.

        Each file is checked now, or when it is first read.
        """


def has_checksum(stored: Stored, size: int, sha256: str) -> bool:
    """Whether a file exists and has this size and this checksum.

    The whole file is read if its size is right, in chunks of 1 MiB.
    """
    try:
        opened = stored.open()
    except FileNotFoundError:
        return False
    found = hashlib.sha256()
    with with_filename(stored), opened as file:
        if file.seek(0, os.SEEK_END) != size:
            return False
        file.seek(0)
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest() == sha256
