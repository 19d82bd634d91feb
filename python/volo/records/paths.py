"""Paths, as against files that are open already."""

from __future__ import annotations

import io
import os
from typing import Any

from volo.errors import VoloError

__all__ = ["is_text", "path_of"]


def path_of(place: Any, method: str) -> str | None:
    """The path that a place is; None if it is a file with this method.

    Raises:
        TypeError: it is neither.
        VoloError: no file can have this path.
    """
    if not isinstance(place, str | os.PathLike):
        if not callable(getattr(place, method, None)):
            raise TypeError(f"records need a path or a file, not {type(place).__name__}")
        return None
    path = os.fspath(place)
    if not isinstance(path, str):
        raise TypeError(f"a path is a str, not {type(path).__name__}")
    try:
        os.fsencode(path)
    except UnicodeEncodeError as error:
        raise VoloError(f"{path[:80]!a} is no path") from error
    if "\0" in path:
        raise VoloError(f"{path[:80]!a} is no path")
    return path


def is_text(file: Any) -> bool:
    """Whether a file is one of text, and not of bytes: files that others stand before, as in tempfile, have no other
    sign of it than their encoding.
    """
    return isinstance(file, io.TextIOBase) or hasattr(file, "encoding")
