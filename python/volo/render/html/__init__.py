"""A game as a page: :func:`replay`, and the type of its argument, :class:`Recorded`."""

from __future__ import annotations

from volo.render.drawable import Recorded
from volo.render.html.replay import replay

__all__ = ["Recorded", "replay"]
