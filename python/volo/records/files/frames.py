"""Streaming decompression of a sequence of gzip members or zstd frames."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Protocol

__all__ = ["DamagedError", "Decompressor", "Frames", "Inflater"]

_CHUNK = 1 << 17

# The number of bytes passed to a decompressor at once. It is small, because a decompressor copies its unused input
# at the end of each frame.
_PIECE = 1 << 13

# 16 selects the gzip format, whose checksum zlib verifies. MAX_WBITS is the largest window of deflate, 32 KiB.
_GZIP = 16 + zlib.MAX_WBITS


class DamagedError(Exception):
    """Compressed data are damaged or truncated. The message contains the offset of the frame."""


class Decompressor(Protocol):
    """The decompressor of one frame. ``ZstdDecompressor`` and :class:`Inflater` have this interface."""

    @property
    def eof(self) -> bool:
        """Whether the frame is complete."""

    @property
    def needs_input(self) -> bool:
        """Whether more output requires more input."""

    @property
    def unused_data(self) -> bytes:
        """The input after the end of the frame."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Add ``data`` to the input, and return at most ``max_length`` bytes of output."""


class Inflater:
    """The decompressor of one gzip member.

    zlib parses the header. The gzip module of the standard library does so in Python, one byte at a time, which is slow
    for a header with a long file name.
    """

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(_GZIP)

    @property
    def eof(self) -> bool:
        """Whether the member is complete."""
        return self._inflate.eof

    @property
    def needs_input(self) -> bool:
        """Whether more output requires more input."""
        return not self._inflate.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """The input after the end of the member."""
        return self._inflate.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Add ``data`` to the input, and return at most ``max_length`` bytes of output."""
        return self._inflate.decompress(self._inflate.unconsumed_tail + data, max_length)


class Frames:
    """Decompresses consecutive frames.

    Memory is bounded by one chunk of input, one piece of output and the window of one frame.

    Args:
        source: a function that takes a number of bytes and returns at most that many bytes of compressed data, or
            ``b""`` at their end.
        begin: returns a new decompressor for one frame.
        error: the exception that the decompressor raises for damaged data.
        padding: the byte values that are ignored between and after frames.
    """

    def __init__(
        self,
        source: Callable[[int], bytes],
        begin: Callable[[], Decompressor],
        error: type[Exception],
        padding: bytes = b"",
    ) -> None:
        self._source = source
        self._begin = begin
        self._error = error
        self._padding = padding
        self._frame: Decompressor | None = None
        self._frame_offset = 0
        self._chunk = b""
        self._at = 0
        self._chunk_offset = 0

    def read(self, size: int) -> bytes:
        """Return 1 to ``size`` decompressed bytes, or ``b""`` at the end."""
        while True:
            if self._frame is None:
                if not self._find_frame():
                    return b""
                self._frame_offset = self._chunk_offset + self._at
                self._frame = self._begin()
            if data := self._decompress(self._frame, size):
                return data

    def _find_frame(self) -> bool:
        """Skip padding between frames, and return whether more data follow."""
        is_first = self._chunk_offset + self._at == 0
        while piece := self._piece():
            padding = 0 if is_first else len(piece) - len(piece.lstrip(self._padding))
            self._at += padding
            if padding < len(piece):
                return True
        return False

    def _decompress(self, frame: Decompressor, size: int) -> bytes:
        """Decompress the next piece of a frame. The result may be empty before the end of the frame."""
        needs_input = frame.needs_input
        piece = self._piece() if needs_input else b""
        try:
            data = frame.decompress(piece, size)
        except self._error as error:
            raise self._damaged(str(error)) from error
        self._at += len(piece)
        if frame.eof:
            self._at -= len(frame.unused_data)
            self._frame = None
        elif needs_input and not piece and not data:
            raise self._damaged("the data end before the frame does")
        return data

    def _piece(self) -> bytes:
        """Return the next piece of compressed data without consuming it, or ``b""`` at the end of the data."""
        if self._at == len(self._chunk):
            self._chunk_offset += len(self._chunk)
            self._chunk = self._source(_CHUNK)
            self._at = 0
        return self._chunk[self._at : self._at + _PIECE]

    def _damaged(self, problem: str) -> DamagedError:
        return DamagedError(f"in the frame at byte {self._frame_offset}: {problem}")
