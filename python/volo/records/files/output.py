"""Opens a path or a file object for writing text as UTF-8."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from volo._support.disk import rewriting
from volo.errors import VoloError
from volo.records.files.compression import Method, compressing
from volo.records.files.paths import is_text

__all__ = ["Target", "writing"]

Target: TypeAlias = str | os.PathLike[str] | IO[bytes] | IO[str]
"""What games are written to: a path, or a file object that takes bytes or text."""

_PIECE = 1 << 20


@contextmanager
def writing(target: Any, method: Method | None) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to the target. A file object never gets compressed data.

    A path is replaced atomically when the block ends without an exception. After an exception the old file is
    unchanged.
    """
    with ExitStack() as stack:
        if isinstance(target, str):
            file: Any = stack.enter_context(rewriting(Path(target)))
            if method is not None:
                file = stack.enter_context(compressing(method, file))
            yield lambda text: file.write(text.encode())
        elif is_text(target):
            yield lambda text: _write_text(target, text)
        else:
            yield lambda text: _write_bytes(target, text.encode())


def _write_text(file: IO[str], text: str) -> None:
    try:
        file.write(text)
    except UnicodeEncodeError as error:
        raise VoloError(f"the text cannot be encoded as {error.encoding}; use UTF-8") from error


def _write_bytes(file: IO[bytes], data: bytes) -> None:
    """Write all of the data at once, so that nothing is written after an exception.

    A raw file may write fewer bytes than it is given, so this repeats the call for the rest.
    """
    at = 0
    while at < len(data):
        piece = data[at : at + _PIECE]
        written = file.write(piece)
        if written is None and isinstance(file, io.RawIOBase):  # a non-blocking file that is not ready
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), 0)
        if written is None:
            written = len(piece)
        if not 0 < written <= len(piece):
            raise OSError(f"the file object reports {written} bytes written of {len(piece)}")
        at += written
