"""Text in colours, which is also readable without them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from volo.cli.printable import printable

__all__ = ["Ink", "Line", "Span", "clipped", "painted"]


class Ink(Enum):
    """The look of a text, as the parameters of a control sequence of the terminal."""

    PLAIN = ""
    FAINT = "2"
    BOLD = "1"
    ORANGE = "1;38;5;208"
    BLUE = "1;38;5;33"
    CURSOR = "1;7"
    CHOSEN = "1;38;5;40"
    LAST = "1;38;5;178"
    GONE = "1;38;5;160"


Span: TypeAlias = tuple[str, Ink]
Line: TypeAlias = list[Span]
"""A line of the screen: texts one after the other."""


def painted(line: Sequence[Span], *, color: bool) -> str:
    r"""The text of a line for the terminal. All texts are escaped.

    >>> painted([("o", Ink.ORANGE), (" c5", Ink.PLAIN)], color=False)
    'o c5'
    >>> painted([("o", Ink.ORANGE)], color=True)
    '\x1b[1;38;5;208mo\x1b[0m'
    """
    escaped = ((printable(text), ink.value) for text, ink in line)
    return "".join(f"\x1b[{look}m{text}\x1b[0m" if color and look else text for text, look in escaped)


def clipped(line: Sequence[Span], width: int) -> Line:
    """The beginning of a line that has at most this width.

    >>> clipped([("Orange ", Ink.ORANGE), ("to move", Ink.PLAIN)], 9)
    [('Orange ', <Ink.ORANGE: '1;38;5;208'>), ('to', <Ink.PLAIN: ''>)]
    """
    found: Line = []
    for text, ink in line:
        if width <= 0:
            break
        found.append((text[:width], ink))
        width -= len(text)
    return found
