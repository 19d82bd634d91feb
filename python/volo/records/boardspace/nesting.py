"""The nesting depth of SGF, counted at a few nanoseconds per byte."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from typing import Final

import numpy as np

from volo.records.files.text import Window

__all__ = ["windows"]

_PIECE = 1 << 16
_WINDOW = 1 << 12

# The change of depth for each byte value outside values.
_STEPS: Final = np.zeros(256, np.int8)
_STEPS[ord("(")] = 1
_STEPS[ord(")")] = -1


def windows(file: BufferedReader) -> Iterator[Window]:
    """Yield the text of a file in parts of at most 4 KiB. The strings of SGF are the values of properties.

    A ``[`` within a value is an ordinary character. So the last bracket before a byte decides whether the byte is
    within a value.
    """
    in_value, depth = False, 0
    while piece := file.read1(_PIECE):
        # An odd number of backslashes at the end escapes the next byte.
        if (len(piece) - len(piece.rstrip(b"\\"))) % 2:
            piece += file.read(1)
        plain = piece.replace(b"\\\\", b"  ").replace(b"\\]", b"  ").replace(b"\\[", b"  ")
        for start in range(0, len(piece), _WINDOW):
            letters = np.frombuffer(plain, np.uint8, min(_WINDOW, len(piece) - start), start)
            opens = letters == ord("[")
            last = np.maximum.accumulate(np.where(opens | (letters == ord("]")), np.arange(len(letters)), -1))
            inside = np.where(last < 0, in_value, opens[last])
            letters = letters * ~inside
            steps = _STEPS[letters]
            depths = depth + np.cumsum(steps, dtype=np.int64)
            in_value, depth = bool(inside[-1]), int(depths[-1])
            yield Window(piece[start : start + _WINDOW], letters, steps, depths)
