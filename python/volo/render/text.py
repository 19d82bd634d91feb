"""A position as text for people."""

from __future__ import annotations

from volo.color import Color
from volo.render.caption import caption
from volo.render.drawable import Drawable
from volo.render.layout import Place, layout

__all__ = ["board"]

_ASCII = (".", {Color.ORANGE: "o", Color.BLUE: "b"})
_UNICODE = ("\u00b7", {Color.ORANGE: "\u25cf", Color.BLUE: "\u25cb"})

_RESET = "\x1b[0m"
_FAINT = "\x1b[2m"
_INK = {Color.ORANGE: "\x1b[1;38;5;208m", Color.BLUE: "\x1b[1;38;5;33m"}


def board(position: Drawable, *, color: bool = False, unicode: bool = False) -> str:
    """The sky with its birds, and a line that says whose turn it is; no newline at the end.

    ``o`` and ``b`` are birds, ``.`` a vacant space, missing spaces are blank. A space is named by the letter at the
    left of its row and the number at the end of its line: down to the right from the lower half of the sky, up to
    the right from the upper half. ``Position.from_board`` reads it back, in colour or not.

    Args:
        position: a position of the core or of the reference.
        color: with ANSI colours, for a terminal.
        unicode: with ``\u25cf`` for Orange's birds, ``\u25cb`` for Blue's and ``\u00b7`` for vacant spaces.

    >>> import volo
    >>> print(board(volo.Position("standard-4")))
          1 2 3 4
       g   . .   5
      f . o . b . 6
     e . . . . . . 7
    d   b .   . o
     c . . . . . . 7
      b . o . b . 6
       a   . .   5
          1 2 3 4
    Orange to move
    """
    vacant, birds = _UNICODE if unicode else _ASCII
    paper = layout(position.rules.edge)
    glyphs: dict[Place, tuple[str, str]] = {}
    for place, label in (*paper.letters.items(), *paper.numbers.items()):
        glyphs[place] = (str(label), _FAINT)
    for place in paper.spaces.values():
        glyphs[place] = (vacant, _FAINT)
    for side, glyph in birds.items():
        for name in position.birds(side):
            glyphs[paper.spaces[name]] = (glyph, _INK[side])

    leftmost = min(place.x for place in glyphs)
    lines: list[str] = []
    for y in range(2 * paper.edge - 1, -2, -1):
        line: list[str] = []
        column = leftmost
        for place in sorted(place for place in glyphs if place.y == y):
            text, ink = glyphs[place]
            line.append(" " * (place.x - column))
            line.append(f"{ink}{text}{_RESET}" if color else text)
            column = place.x + len(text)
        lines.append("".join(line))
    lines.append(caption(position))
    return "\n".join(lines)
