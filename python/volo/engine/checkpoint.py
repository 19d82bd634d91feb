"""Checkpoints: files from which a search continues."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from volo._support.disk import open_regular, replacing


class Source:
    """The bytes of a checkpoint. The file is closed at its end, so that a new checkpoint can replace it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @staticmethod
    def open(path: Path) -> Source | None:
        """Open a checkpoint. None if the file does not exist."""
        try:
            return Source(os.fdopen(open_regular(path), "rb"))
        except FileNotFoundError:
            return None

    def read(self, n: int, /) -> bytes:
        """Return at most this number of bytes, and no bytes at the end."""
        read = self._file.read(n)
        if not read:
            self._file.close()
        return read

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class Watch:
    """A function that is called during a search. It reports the progress, and writes checkpoints.

    Attributes:
        failure: why the checkpoint at the end could not be written; None if it was.
    """

    def __init__(self, progress: Callable[[int], object] | None, path: Path | None, seconds: float) -> None:
        self._progress = progress
        self._path = path
        self._seconds = seconds
        self._saved = monotonic()
        self.failure: OSError | None = None

    def __call__(self, nodes: int, is_last: bool, /) -> Callable[[bytes], None] | None:
        """Report the progress. Returns a function that writes a checkpoint, if it is time for one."""
        if self._progress is not None:
            self._progress(nodes)
        if self._path is None or not (is_last or monotonic() - self._saved >= self._seconds):
            return None
        with self._keeping_failure(is_last):
            return self._writer(self._path, is_last)
        return None

    def _writer(self, path: Path, is_last: bool) -> Callable[[bytes], None]:
        stack = ExitStack()
        sink = stack.enter_context(replacing(path))

        def write(part: bytes) -> None:
            with self._keeping_failure(is_last):
                if self.failure is not None:
                    return
                try:
                    if part:
                        sink.write(part)
                    else:
                        stack.close()
                        # A large checkpoint takes long to write, so the time is taken after it.
                        self._saved = monotonic()
                except BaseException:
                    stack.__exit__(*sys.exc_info())
                    raise

        return write

    @contextmanager
    def _keeping_failure(self, is_last: bool) -> Iterator[None]:
        """At the end of a search, keep an error for the caller. Raised here, it would lose the result."""
        try:
            yield
        except OSError as error:
            if not is_last:
                raise
            self.failure = error
