"""Decisions as pixels: the PNG pictures of :mod:`volo.render`, decoded."""

from __future__ import annotations

import io
from typing import Final

import numpy as np
from numpy.typing import NDArray

from volo._volo import Decision, Move, Position
from volo.render import svg
from volo.render.png import rasterized

try:
    import resvg_py  # noqa: F401  rasterized needs it
    from PIL import Image
except ImportError as _error:
    raise ModuleNotFoundError(
        'pictures of environments need resvg_py and Pillow, of which one is not installed: pip install "volo[png]"',
        name=_error.name,
    ) from _error

_WIDTH: Final = 600


def pixels(decision: Decision, last: tuple[Position, Move] | None = None, *, width: int = _WIDTH) -> NDArray[np.uint8]:
    """Return the picture of a decision: an array of shape ``(height, width, 3)``, with red, green and blue."""
    before, move, choices = None, decision.chosen, []
    if move is not None:
        choices = [decision.action_space.name(action).removeprefix("/") for action in decision.legal_actions()]
    elif last is not None:
        before, move = last
    drawn = svg.board(decision.position, move=move, before=before, highlights=choices)
    with Image.open(io.BytesIO(rasterized(drawn, width))) as picture:
        # Many formats of videos need an even height.
        paper = Image.new("RGB", (width, picture.height + picture.height % 2), "white")
        paper.paste(picture, mask=picture.convert("RGBA"))
    return np.array(paper)
