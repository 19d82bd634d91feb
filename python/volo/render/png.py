"""Positions as PNG pictures, for programs that do not show SVG. Needs the extra ``volo[png]``."""

from __future__ import annotations

from typing import SupportsIndex

from volo._support.checks import checked_integer
from volo.color import Color, ColorLike
from volo.errors import VoloError
from volo.render import svg
from volo.render.drawable import Drawable, DrawableMove

__all__ = ["board"]

_WIDEST = 8192


def board(
    position: Drawable,
    *,
    move: DrawableMove | str | None = None,
    before: Drawable | None = None,
    orientation: ColorLike | SupportsIndex = Color.ORANGE,
    size: SupportsIndex = 960,
) -> bytes:
    """The picture of :func:`volo.render.svg.board` as a PNG file.

    Texts are drawn with a font of the system. If there is none, the labels are missing.

    Args:
        position: a position of the core or of the reference.
        move: a move, or its text, whose spaces are marked.
        before: the position before the last move. Birds that this move drove away are drawn as ghosts.
        orientation: how the sky is turned: a player or degrees.
        size: the width in pixels, 1 to 8,192. The height follows from it.

    Returns:
        the bytes of the file. They depend on the fonts and on the version of resvg.

    Raises:
        VoloError: an argument is refused as by :func:`volo.render.svg.board`, or resvg_py is not installed.
        NotationError: the text of the move is not a move.

    >>> import volo
    >>> volo.render.png.board(volo.Position())[1:4]
    b'PNG'
    """
    width = checked_integer("size", size, 1, _WIDEST)
    # A picture of this package only: resvg ends the process if a hostile document asks for more memory than there is.
    picture = svg.board(position, move=move, before=before, orientation=orientation)
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise VoloError('a PNG picture needs resvg_py, which is not installed: pip install "volo[png]"') from error
    return svg_to_bytes(svg_string=picture, width=width)
