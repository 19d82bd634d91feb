"""The nesting depth of text with brackets and strings, counted at a few nanoseconds per byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BufferedReader, BytesIO
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from volo.records.files.text import Window

__all__ = ["Letters", "Nesting", "windows"]

_PIECE: Final = 1 << 16
_WINDOW: Final = 1 << 12

Letters: TypeAlias = NDArray[Any]
"""An array with a value for each of some bytes."""


class Nesting:
    """How a format nests.

    Args:
        opening: the brackets that begin a level.
        closing: the brackets that end it.
        quotes: the characters that begin or end a string. A backslash before one of them takes its meaning away.
        strings: which of some bytes are within a string. Its arguments are the bytes, and whether the byte before them
            is.

    Attributes:
        steps: the change of depth for each byte value outside strings.
    """

    def __init__(
        self, opening: bytes, closing: bytes, quotes: bytes, strings: Callable[[Letters, bool], Letters]
    ) -> None:
        self.steps: NDArray[np.int8] = np.zeros(256, np.int8)
        self.steps[list(opening)] = 1
        self.steps[list(closing)] = -1
        self.quotes = quotes
        self.strings = strings


def windows(file: BufferedReader | BytesIO, nesting: Nesting) -> Iterator[Window]:
    """Yield the text of a file in parts of at most 4 KiB. After the first syntax error the depths have no meaning."""
    in_string, depth = False, 0
    while piece := file.read1(_PIECE):
        # An odd number of backslashes at the end escapes the next byte.
        if (len(piece) - len(piece.rstrip(b"\\"))) % 2:
            piece += file.read(1)
        plain = piece.replace(b"\\\\", b"  ")
        for quote in nesting.quotes:
            plain = plain.replace(b"\\" + bytes([quote]), b"  ")
        for start in range(0, len(piece), _WINDOW):
            letters = np.frombuffer(plain, np.uint8, min(_WINDOW, len(piece) - start), start)
            strings = nesting.strings(letters, in_string)
            letters = letters * ~strings
            steps = nesting.steps[letters]
            depths = depth + np.cumsum(steps, dtype=np.int64)
            in_string, depth = bool(strings[-1]), int(depths[-1])
            yield Window(piece[start : start + _WINDOW], letters, steps, depths)
