"""Positions as SVG pictures: :func:`board`, and the :class:`Arrow` that it can draw."""

from __future__ import annotations

from volo.render.svg.board import board
from volo.render.svg.marks import Arrow

__all__ = ["Arrow", "board"]
