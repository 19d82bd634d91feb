"""A position as a picture: pure functions, one file a form.

:mod:`volo.render.text` draws for a terminal, :mod:`volo.render.svg` for everything else. Both take any position that
has the few names of :class:`volo.render.drawable.Drawable`: those of the core and those of :mod:`volo.reference`.
"""

from __future__ import annotations

from volo.render import svg, text

__all__ = ["svg", "text"]
