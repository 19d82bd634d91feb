"""Distinguishes paths from file objects."""

from __future__ import annotations

import io
import os
from typing import Any

from volo._support.paths import local_path

__all__ = ["is_text", "path_of"]


def path_of(target: Any, method: str) -> str | None:
    """Return the path as a ``str``, or None if ``target`` is a file object, which must have a method."""
    if not isinstance(target, str | os.PathLike):
        if not callable(getattr(target, method, None)):
            raise TypeError(f"expected a path or a file object with a {method} method, not {type(target).__name__}")
        return None
    local_path(target)
    return os.fspath(target)


def is_text(file: Any) -> bool:
    """Whether a file object reads and writes ``str`` rather than ``bytes``.

    The wrappers of :mod:`tempfile` are not instances of ``io.TextIOBase``; they only have the attribute ``encoding``.
    """
    return isinstance(file, io.TextIOBase) or hasattr(file, "encoding")
