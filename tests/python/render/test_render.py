"""The layout of the sky, positions as text, and PNG pictures."""

from __future__ import annotations

import io
import re
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import volo
from support.pictures import DIVIDES
from volo import BLUE, ORANGE, Position
from volo.layout import layout
from volo.render import png, svg, text

EDGES = volo.Rules.EDGES


def positions(rules: str, games: int = 3) -> list[Position]:
    """Every position of some random games."""
    played = volo.play_random(games, position=rules, seed=11, max_plies=150, record=True)
    return [position for game in played for position in game.positions]


@pytest.mark.parametrize("edge", EDGES)
def test_R3_the_layout_has_the_spaces_of_the_sky_and_flights_go_where_directions_point(edge: int) -> None:
    paper, start = layout(edge), Position(f"standard-{edge}")
    (region,) = start.regions(ORANGE)
    assert {*region.birds, *region.vacant, *start.birds(BLUE)} == set(paper.spaces)
    assert (paper.edge, len(paper.missing)) == (edge, 7)
    names = {place: name for name, place in paper.spaces.items()}
    flown = 0
    for position in positions(f"standard-{edge}", games=1):
        for move in position.legal_moves()[:40]:
            if move.direction is not None:
                landing = {names[paper.spaces[space].step(move.direction, move.distance)] for space in move.spaces}
                before, after = (set(each.birds(position.turn)) for each in (position, position.play(move)))
                assert after == before - set(move.spaces) | landing
                flown += 1
    assert flown > 20


@pytest.mark.parametrize("edge", [3, 9, -1, 10**12, pytest.param(10**5000, id="enormous"), nan, 4.0, True, "4", None])
def test_an_edge_that_no_sky_has_is_refused(edge: Any) -> None:
    # 4.0 is equal to 4, and True is an int.
    layout(4)
    is_integer = isinstance(edge, int) and edge is not True
    with pytest.raises(volo.VoloError if is_integer else TypeError, match=r"edge must be (4 to 8|an int, not )"):
        layout(edge)


def test_colors_do_not_change_the_text_and_tell_the_players_apart() -> None:
    for position in positions("standard-4"):
        assert re.sub(r"\x1b\[[0-9;]*m", "", text.board(position, color=True)) == text.board(position)
    for glyphs in ("ob.", "\u25cf\u25cb\u00b7"):
        board = text.board(Position(), color=True, unicode=glyphs != "ob.")
        upper, _, lower = board.partition("\n\x1b[2mg\x1b[0m")
        inks = [set(re.findall(rf"(\x1b\[[0-9;]*m){re.escape(glyph)}\x1b\[0m", upper)) for glyph in glyphs]
        assert [len(ink) for ink in inks] == [1, 1, 1]
        assert len(set.union(*inks)) == 3
        # The letter of a row may look like a bird.
        assert "\x1b[2mb\x1b[0m" in lower


def pixels(picture: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def count(picture: bytes, part: str) -> int:
    """The number of pixels that have the color of a part."""
    return int((pixels(picture) == tuple(bytes.fromhex(svg.markup.COLORS[part][1:]))).all(axis=-1).sum())


def test_a_png_is_the_picture_with_its_birds_and_its_moves() -> None:
    before = Position("standard-4")
    first, second = png.board(before), png.board(before.play("a3"), move="a3")
    assert pixels(first).shape[1] == 960
    assert min(count(first, "orange"), count(first, "blue")) > 1000
    assert count(first, "move") == 0 < count(second, "move")
    assert count(second, "orange") > count(first, "orange")
    assert count(second, "blue") == count(first, "blue")
    after = Position(DIVIDES).play("c2-E3/a2")
    options: list[dict[str, Any]] = [{}, {"before": DIVIDES}, {"orientation": BLUE}]
    assert len({png.board(after, size=np.int64(99), **each) for each in options}) == 3
    assert pixels(png.board(after, size=1)).shape[1] == 1


@pytest.mark.parametrize(("board", "most"), [(png.board, 8192), (svg.board, 1_000_000)], ids=["png", "svg"])
def test_a_width_out_of_range_is_refused(board: Any, most: int) -> None:
    for size in (0, -1, most + 1, 10**5000):
        with pytest.raises(volo.VoloError, match=f"size must be 1 to {most}"):
            board(Position(), size=size)
    wrong: list[Any] = [nan, inf, 480.0, True, "480", '480" onload="x', None, 1j, [480]]
    for size in wrong:
        with pytest.raises(TypeError, match="size must be an int, not "):
            board(Position(), size=size)
