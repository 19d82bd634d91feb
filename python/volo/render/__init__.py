"""Positions as pictures, made by pure functions.

:mod:`volo.render.text` draws for a terminal, :mod:`volo.render.svg` for everything else. Both take positions of the
core and of :mod:`volo.reference`: every class that has the members of :class:`volo.render.drawable.Drawable`.
"""

from __future__ import annotations

from volo.render import svg, text

__all__ = ["svg", "text"]
