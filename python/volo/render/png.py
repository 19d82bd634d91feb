"""Pictures as PNG files, for programs that do not show SVG. Needs the extra ``volo[png]``."""

from __future__ import annotations

from typing import SupportsIndex

from volo._support.checks import checked_integer
from volo._volo import Rules
from volo.color import Color, ColorLike
from volo.errors import VoloError
from volo.render import svg
from volo.render.drawable import Drawable, DrawableMove

__all__ = ["board"]

_WIDEST = 8192

# Systems may have other fonts than the one that resvg takes for sans-serif.
_FONTS = "text { font-family: sans-serif, Arial, 'DejaVu Sans', 'Liberation Sans', 'Noto Sans' !important }"


def board(
    position: Drawable | Rules | str,
    *,
    move: DrawableMove | str | None = None,
    before: Drawable | Rules | str | None = None,
    orientation: ColorLike | SupportsIndex = Color.ORANGE,
    size: SupportsIndex = 960,
) -> bytes:
    """The picture of :func:`volo.render.svg.board` as a PNG file.

    Texts are drawn with a font of the system: its sans-serif, Arial, DejaVu, Liberation or Noto Sans. If there is none
    of these, the labels are missing.

    The bytes depend on the fonts and on the version of resvg. ``size`` is the width in pixels, 1 to 8,192. The other
    arguments and the errors are those of :func:`volo.render.svg.board`.

    Raises:
        VoloError: also if resvg_py is not installed.

    >>> volo.render.png.board(volo.Position())[1:4]
    b'PNG'
    """
    width = checked_integer("size", size, 1, _WIDEST)
    return rasterized(svg.board(position, move=move, before=before, orientation=orientation), width)


def rasterized(picture: str, width: int) -> bytes:
    """An SVG picture of this package as a PNG file of this width in pixels.

    Do not give it other pictures: resvg ends the process if a hostile document asks for more memory than there is.
    """
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise VoloError('a PNG picture needs resvg_py, which is not installed: pip install "volo[png]"') from error
    return svg_to_bytes(svg_string=picture, width=width, style_sheet=_FONTS)


def check_fonts() -> None:
    """Check that pictures can be rasterized with their texts."""
    empty, text = (
        rasterized(f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{inside}</svg>', 9)
        for inside in ("", '<text y="9">x</text>')
    )
    if text == empty:
        missing = "a font (Arial, DejaVu, Liberation or Noto Sans), and this system has none"
        raise VoloError(f"a PNG picture with texts needs {missing}; write an SVG picture instead")
