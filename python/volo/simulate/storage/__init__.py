"""Where kept games are: in a local folder or on object storage. Everything above this package works with both."""

from __future__ import annotations

import os

from volo._support.paths import SCHEMES, local_path
from volo.simulate.storage.lease import InUseError
from volo.simulate.storage.local import LocalFolder
from volo.simulate.storage.objects import ObjectStorage
from volo.simulate.storage.protocol import Storage, Stored, has_checksum

__all__ = ["InUseError", "ObjectStorage", "Storage", "Stored", "has_checksum", "storage_of"]


def storage_of(directory: str | os.PathLike[str]) -> Storage:
    """The storage of a folder of kept games."""
    if isinstance(directory, str) and directory.startswith(SCHEMES):
        return ObjectStorage(directory)
    return LocalFolder(local_path(directory))
