"""Positions and games as pictures and pages, made by pure functions.

:mod:`volo.render.text` draws for a terminal, :mod:`volo.render.svg` for everything else. Both take positions of the
core and of :mod:`volo.reference`: every class that has the members of :class:`volo.render.drawable.Drawable`.
:mod:`volo.render.png` draws the same picture as :mod:`volo.render.svg`, in pixels. :mod:`volo.render.html` makes a page
that shows a game.
"""

from __future__ import annotations

from volo.render import html, png, svg, text

__all__ = ["html", "png", "svg", "text"]
