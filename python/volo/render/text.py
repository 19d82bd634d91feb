"""A position as text for people."""

from __future__ import annotations

from volo._volo import Rules
from volo.render.drawable import Drawable, drawable

__all__ = ["board"]

_RESET = "\x1b[0m"
_FAINT = "\x1b[2m"
_ORANGE = "\x1b[1;38;5;208m"
_BLUE = "\x1b[1;38;5;33m"
_INK = {"o": _ORANGE, "\u25cf": _ORANGE, "b": _BLUE, "\u25cb": _BLUE}


def board(position: Drawable | Rules | str, *, color: bool = False, unicode: bool = False) -> str:
    """The board of a position, perhaps in color; see :meth:`volo.Position.board`.

    ``Position.from_board`` reads it back, in color or not.

    Args:
        position: a position of the core or of the reference, a rule set, or the text of either.
        color: with ANSI colors, for a terminal.
        unicode: with ``\u25cf`` for Orange's birds, ``\u25cb`` for Blue's and ``\u00b7`` for vacant spaces.

    >>> print(board(volo.Position("standard-4"), unicode=True))
       g 1 \u00b7 \u00b7 4
      f \u00b7 \u25cf \u00b7 \u25cb \u00b7 5
     e \u00b7 \u00b7 \u00b7 \u00b7 \u00b7 \u00b7 6
    d 1 \u25cb \u00b7 4 \u00b7 \u25cf 7
     c \u00b7 \u00b7 \u00b7 \u00b7 \u00b7 \u00b7 6
      b \u00b7 \u25cf \u00b7 \u25cb \u00b7 5
       a 1 \u00b7 \u00b7 4
    Orange to move
    """
    plain = drawable(position).board(unicode=unicode)
    if not color:
        return plain
    rows, _, caption = plain.rpartition("\n")
    return "\n".join([*map(_colored, rows.split("\n")), caption])


def _colored(row: str) -> str:
    """A row of a board in color. Only its first item, the letter, may look like a bird without being one."""
    items = row.split(" ")
    letter = next(place for place, item in enumerate(items) if item)
    inks = [_FAINT if place == letter else _INK.get(item, _FAINT) for place, item in enumerate(items)]
    return " ".join(f"{ink}{item}{_RESET}" if item else "" for ink, item in zip(inks, items, strict=True))
