"""Where kept games are: in a local folder or on object storage. Everything above this package works with both."""

from __future__ import annotations

import os

from volo._support.paths import SCHEMES, local_path
from volo.simulate.storage.lease import InUseError
from volo.simulate.storage.local import LocalFile, LocalFolder
from volo.simulate.storage.objects import ObjectStorage
from volo.simulate.storage.protocol import Storage, Stored, has_checksum

__all__ = ["InUseError", "ObjectStorage", "Storage", "Stored", "has_checksum", "shard_file", "storage_of"]


def storage_of(directory: str | os.PathLike[str]) -> Storage:
    """The storage of a folder of kept games."""
    if isinstance(directory, str) and directory.startswith(SCHEMES):
        return ObjectStorage(directory)
    return LocalFolder(local_path(directory))


def shard_file(path: str | os.PathLike[str]) -> Stored | None:
    """The file of a single shard of kept games; None if this is the name of a folder."""
    if isinstance(path, str) and path.startswith(SCHEMES):
        folder, _, name = path.rpartition("/")
        return ObjectStorage(folder).file(name) if name.endswith(".parquet") else None
    local = local_path(path)
    return LocalFile(local) if local.is_file() else None
