"""Positions as PNG pictures."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import volo
from volo.render import png, svg


def pixels(picture: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def count(picture: bytes, color: str) -> int:
    """The number of pixels of a color."""
    return int((pixels(picture) == tuple(bytes.fromhex(color.removeprefix("#")))).all(axis=-1).sum())


@pytest.mark.parametrize("edge", volo.Rules.EDGES)
def test_the_picture_has_the_birds(edge: int) -> None:
    colors = svg.markup.COLORS
    start = volo.Position(f"standard-{edge}")
    added = start.play(next(move for move in start.legal_moves() if move.kind == "add"))
    for player in volo.Color:
        first, second = (count(png.board(each), colors[str(player)]) for each in (start, added))
        assert first > 1000
        assert (second > first) == (player is volo.Color.ORANGE)


def test_a_move_is_marked() -> None:
    before = volo.Position("standard-4")
    after = before.play("a3")
    plain, marked = (count(png.board(after, move=move), svg.markup.COLORS["move"]) for move in (None, "a3"))
    assert plain == 0 < marked


def test_the_size() -> None:
    assert [pixels(png.board(volo.Position(), size=size)).shape[1] for size in (1, 100, np.int64(960))] == [1, 100, 960]


@pytest.mark.parametrize("size", [0, -1, 8193, 1 << 70])
def test_a_size_out_of_range(size: int) -> None:
    with pytest.raises(volo.VoloError, match="size must be 1 to 8192"):
        png.board(volo.Position(), size=size)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(volo.VoloError, match=r'needs resvg_py, which is not installed: pip install "volo\[png\]"'):
        png.board(volo.Position())
