"""A long text, one screen at a time."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from volo.cli.printable import printable

__all__ = ["Page"]


class Page:
    """A part of a text that fits on the screen, and hides the board.

    Args:
        paragraphs: the text. A paragraph that is too long is wrapped.
        number: the number of parts before this one.
    """

    def __init__(self, paragraphs: Sequence[str], number: int = 0) -> None:
        self._paragraphs = paragraphs
        self._number = number

    def lines(self, width: int, height: int) -> list[str]:
        """The lines of the part. Empty after the last part."""
        wrapped = [
            line
            for each in self._paragraphs
            for line in textwrap.wrap(printable(each), width, break_on_hyphens=False) or [""]
        ]
        return wrapped[self._number * height : (self._number + 1) * height]

    def turned(self, key: str, width: int, height: int) -> Page | None:
        """The part that a key leads to: the next one, or the one before. None after the last part, and for Esc."""
        if key in {"escape", "ctrl-q"}:
            return None
        steps = -1 if key in {"up", "left", "pageup", "backspace", "backtab"} else 1
        page = Page(self._paragraphs, max(self._number + steps, 0))
        return page if page.lines(width, height) else None
