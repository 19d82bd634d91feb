"""Compressed data, decompressed a piece at a time: a sequence of gzip members or of zstd frames."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Protocol

__all__ = ["DamagedError", "Decompressor", "Frames", "Inflater"]

_CHUNK = 1 << 17

# How much of a chunk a decompressor gets at once. It copies what it does not use, once for every frame, so this is
# small.
_PIECE = 1 << 13

# 16 selects the gzip format, which includes the checksum; 15 is the largest window of deflate, 32 KiB.
_GZIP = 16 + zlib.MAX_WBITS


class DamagedError(Exception):
    """Compressed data that are damaged or cut off. The message names the place."""


class Decompressor(Protocol):
    """The decompressor of one frame. ``ZstdDecompressor`` and :class:`Inflater` have this interface."""

    @property
    def eof(self) -> bool:
        """Whether the frame is complete."""

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed before there can be more output."""

    @property
    def unused_data(self) -> bytes:
        """The input after the end of the frame."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Take more input, and return at most ``max_length`` bytes of output."""


class Inflater:
    """The decompressor of one gzip member: its header, its data and its checksum.

    zlib reads the whole header, so a file name of any length costs no Python call for each of its bytes.
    """

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(_GZIP)

    @property
    def eof(self) -> bool:
        """Whether the member is complete."""
        return self._inflate.eof

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed before there can be more output."""
        return not self._inflate.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """The input after the end of the member."""
        return self._inflate.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Take more input, and return at most ``max_length`` bytes of output."""
        return self._inflate.decompress(self._inflate.unconsumed_tail + data, max_length)


class Frames:
    """The decompressed bytes of frames that follow each other.

    The memory is that of one piece of input, one piece of output and the window of one frame.

    Args:
        source: returns at most as many bytes of compressed data as it is asked for, and no bytes at their end.
        begin: makes the decompressor of a frame.
        error: what that decompressor raises for damaged data.
        padding: bytes that may follow the last frame and are ignored.
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
        """Return some of the next decompressed bytes: at least one and at most ``size``, or none at the end.

        Raises:
            DamagedError: the data are damaged or cut off.
        """
        while True:
            if self._frame is None:
                if not self._find_frame():
                    return b""
                self._frame_offset = self._chunk_offset + self._at
                self._frame = self._begin()
            if data := self._decompress(self._frame, size):
                return data

    def _find_frame(self) -> bool:
        """Skip the padding between frames, and return whether more data follow it."""
        is_first = self._chunk_offset + self._at == 0
        while piece := self._piece():
            padding = 0 if is_first else len(piece) - len(piece.lstrip(self._padding))
            self._at += padding
            if padding < len(piece):
                return True
        return False

    def _decompress(self, frame: Decompressor, size: int) -> bytes:
        """Decompress the next piece of a frame, which may produce no output."""
        piece = self._piece() if frame.needs_input else b""
        try:
            data = frame.decompress(piece, size)
        except self._error as error:
            raise self._damaged(str(error)) from error
        self._at += len(piece)
        if frame.eof:
            self._at -= len(frame.unused_data)
            self._frame = None
        elif not data and not piece and frame.needs_input:
            raise self._damaged("the data end before the frame does")
        return data

    def _piece(self) -> bytes:
        """The next piece of compressed data, which stays the next one; empty at their end."""
        if self._at == len(self._chunk):
            self._chunk_offset += len(self._chunk)
            self._chunk = self._source(_CHUNK)
            self._at = 0
        return self._chunk[self._at : self._at + _PIECE]

    def _damaged(self, problem: str) -> DamagedError:
        return DamagedError(f"in the frame at byte {self._frame_offset}: {problem}")
