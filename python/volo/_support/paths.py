"""Paths that callers pass to the package."""

from __future__ import annotations

import os
import re
from pathlib import Path

from volo.errors import VoloError

__all__ = ["local_path"]

# A Path writes `s3://bucket` as `s3:/bucket`. A scheme has at least two characters, unlike a drive of Windows.
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]+:/")
# The parts of a URL that can contain a password or a key.
_SECRET = re.compile("(?<=/)[^/?#]*(?=@)|[?#].*", re.DOTALL)


def local_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file or folder of this machine.

    Raises:
        VoloError: the path is a URL, such as ``s3://bucket/games``.
        TypeError: the path is neither a ``str`` nor an ``os.PathLike`` of one.

    >>> local_path("games").name
    'games'
    >>> local_path("s3://bucket/games")
    Traceback (most recent call last):
        ...
    volo.errors.VoloError: 's3://bucket/games' is a URL; expected the path of a local file or folder
    """
    local, written = Path(path), os.fspath(path)
    if _SCHEME.match(written):
        shown = _SECRET.sub("...", written)[:80]
        raise VoloError(f"{shown!a} is a URL; expected the path of a local file or folder")
    return local
