"""Positions as pictures: every bird is at the place of its space, in text and in SVG."""

from __future__ import annotations

import io
import re
import sys
from math import inf, nan, sqrt
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import volo
from support.pictures import OVER
from support.svg_parts import SVG
from volo import BLUE, ORANGE, Color, Move, Position
from volo.layout import layout
from volo.render import png, svg, text

EDGES = volo.Rules.EDGES
TRAIL = 'stroke-width="12"'

START = """\
      m 1 . . . . . 7
     l . o . . . . b . 8
    k . . . . . . . . . 9
   j . . . . . . . . . . 10
  i . . . . . . . . . . . 11
 h . . . . . . . . . . . . 12
g 1 b . . . . 7 . . . . o 13
 f . . . . . . . . . . . . 12
  e . . . . . . . . . . . 11
   d . . . . . . . . . . 10
    c . . . . . . . . . 9
     b . o . . . . b . 8
      a 1 . . . . . 7
Orange to move"""


def positions(rules: str, games: int = 3) -> list[Position]:
    """Every position of some random games."""
    return [
        position
        for game in volo.play_random(games, position=rules, seed=11, max_plies=150, record=True)
        for position in game.positions
    ]


class TestLayout:
    @pytest.mark.parametrize("edge", EDGES)
    def test_R3_it_has_the_spaces_of_the_sky(self, edge: int) -> None:
        start = Position(f"standard-{edge}")
        (region,) = start.regions(ORANGE)
        assert {*region.birds, *region.vacant, *start.birds(BLUE)} == set(layout(edge).spaces)
        assert len(layout(edge).missing) == 7

    @pytest.mark.parametrize("edge", [3, 9, -1, 0, 10**12, pytest.param(10**5000, id="enormous")])
    def test_an_edge_out_of_range_is_refused(self, edge: int) -> None:
        with pytest.raises(volo.VoloError, match="edge must be 4 to 8"):
            layout(edge)

    @pytest.mark.parametrize("edge", [nan, inf, 4.0, True, "4", None])
    def test_an_edge_that_is_not_an_integer_is_refused(self, edge: Any) -> None:
        layout(4)
        with pytest.raises(TypeError, match="edge must be an int, not "):
            layout(edge)

    @pytest.mark.parametrize("edge", EDGES)
    def test_flights_go_where_the_directions_point(self, edge: int) -> None:
        paper = layout(edge)
        names = {place: name for name, place in paper.spaces.items()}
        flown = 0
        for position in positions(f"standard-{edge}"):
            for move in position.legal_moves()[:40]:
                if move.direction is None:
                    continue
                landing = {names[paper.spaces[space].step(move.direction, move.distance)] for space in move.spaces}
                before, after = (set(each.birds(position.turn)) for each in (position, position.play(move)))
                assert after == before - set(move.spaces) | landing
                flown += 1
        assert flown > 50


class TestText:
    def test_the_start(self) -> None:
        assert text.board(Position()) == START

    def test_str_of_a_position_is_its_board(self) -> None:
        for position in positions("standard-5", games=1):
            assert str(position) == position.board() == text.board(position)
            assert position.board(unicode=True) == text.board(position, unicode=True)

    @pytest.mark.parametrize("edge", EDGES)
    def test_every_space_is_at_its_place(self, edge: int) -> None:
        paper = layout(edge)
        position = positions(f"standard-{edge}")[-1]
        lines = text.board(position).split("\n")
        glyphs = dict.fromkeys(paper.spaces, ".")
        for color, glyph in ((ORANGE, "o"), (BLUE, "b")):
            glyphs |= dict.fromkeys(position.birds(color), glyph)
        for name, place in paper.spaces.items():
            assert lines[2 * edge - 2 - place.y][place.x + 2] == glyphs[name]

    @pytest.mark.parametrize("edge", EDGES)
    def test_R3_every_space_can_be_counted_off(self, edge: int) -> None:
        paper = layout(edge)
        for line in text.board(Position(f"standard-{edge}")).split("\n")[:-1]:
            letter, *items = line.split()
            numbers = [number for number, item in enumerate(items, start=1) if item.isdigit()]
            missing = {int(name[1:]) for name in paper.missing if name[0] == letter}
            spaces = {int(name[1:]) for name in paper.spaces if name[0] == letter}
            # A number is in the place of a missing space that has it, or repeats that of the last space before it.
            shown = {number: int(items[number - 1]) for number in numbers}
            last = max(spaces | missing)
            assert shown == {number: number for number in missing} | ({} if last in missing else {last + 1: last})
            assert spaces == set(range(1, last + 1)) - missing

    def test_colors_do_not_change_the_text(self) -> None:
        for position in positions("standard-4"):
            colored = text.board(position, color=True)
            assert "\x1b[" in colored
            assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text.board(position)

    def test_the_players_have_different_colors(self) -> None:
        upper, _, _ = text.board(Position(), color=True).partition("\n\x1b[2mg\x1b[0m")
        inks = [set(re.findall(rf"(\x1b\[[0-9;]*m){re.escape(glyph)}\x1b", upper)) for glyph in "ob."]
        assert [len(ink) for ink in inks] == [1, 1, 1]
        assert len(set.union(*inks)) == 3

    @pytest.mark.parametrize(
        ("fen", "line"),
        [
            ("2/1o1b1/6/b2o/6/1o1b1/2 b 0 standard-4", "Blue to move"),
            ("2/1o1b1/6/b2o/6/1o1b1/2 b 1 standard-4", "Blue to move, Orange has passed"),
            ("2/1o1b1/6/b2o/6/1o1b1/2 o 2 standard-4", "Draw: two passes in a row, after Orange's pass and Blue's"),
            (OVER, "Orange wins: all birds in one flock, after Orange's turn"),
            ("2/1o1o1/6/4/6/3b1/2 b 0 standard-4", "Blue wins: all birds in one flock, after Orange's turn"),
            ("2/1o1o1/6/4/6/3b1/2 o 1 standard-4", "Blue wins: all birds in one flock, after Blue's pass"),
            (
                "2/1o1b1/6/b2o/6/1o1b1/2 o 2 french-4",
                "Blue wins: nobody can go on, after Orange's pass and Blue's, rules french-4",
            ),
            ("2/1o1b1/6/b2o/6/1o1b1/2 b 0 two-sizes-4", "Blue to move, rules two-sizes-4"),
        ],
    )
    def test_the_last_line_is_the_caption(self, fen: str, line: str) -> None:
        assert text.board(Position.from_fen(fen)).split("\n")[-1] == line


def circles(picture: str) -> list[tuple[float, float]]:
    """The centers of all discs and rings."""
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in ET.fromstring(picture).iter(f"{SVG}circle")
    ]


class TestSvg:
    @pytest.mark.parametrize("edge", EDGES)
    def test_birds_are_at_the_places_of_their_spaces(self, edge: int) -> None:
        paper = layout(edge)
        for position in positions(f"standard-{edge}", games=1)[::9]:
            birds = [paper.spaces[name] for color in Color for name in position.birds(color)]
            drawn = circles(svg.board(position))
            assert len(drawn) == len(birds)
            for (x, y), bird in zip(drawn, birds, strict=True):
                # Half a step is 20 pixels. The height of a row makes the distances to all neighbors equal.
                assert x - drawn[0][0] == pytest.approx(20 * (bird.x - birds[0].x), abs=0.11)
                assert drawn[0][1] - y == pytest.approx(20 * sqrt(3) * (bird.y - birds[0].y), abs=0.11)

    def test_an_add_has_a_ring_and_no_trail(self) -> None:
        game = volo.Game(moves=["c5"])
        picture = svg.board(game.position, move=game.peek())
        *birds, ring = circles(picture)
        assert len(birds) == 7
        assert ring in birds
        assert picture.count(TRAIL) == 0

    def test_a_pass_leaves_no_mark(self) -> None:
        assert svg.board(Position(), move=Move("pass", edge=7)) == svg.board(Position())

    def test_a_flight_has_a_trail_for_each_bird(self) -> None:
        seen = set()
        for position in positions("standard-5"):
            for move in position.legal_moves():
                if move.kind != "fly" or len(move.spaces) in seen:
                    continue
                seen.add(len(move.spaces))
                after = position.play(move)
                picture = svg.board(after, move=move)
                assert picture.count(TRAIL) == len(move.spaces)
                rings = circles(picture)[sum(len(after.birds(color)) for color in Color) :]
                assert set(rings) <= set(circles(svg.board(after)))
                assert len(rings) == len(move.spaces)
        assert seen >= {1, 2, 3}

    def test_it_needs_no_other_file_and_has_no_identifiers(self) -> None:
        picture = svg.board(Position(), move="c5")
        assert not re.search(r"href|<style|<script|<image|\bid=|url\(", picture)
        classes = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
        assert all(re.fullmatch("volo(-.+)?", name) for name in classes)

    def test_size_is_the_width_and_the_height_follows(self) -> None:
        for size in (1, 160, 960):
            root = ET.fromstring(svg.board(Position(), size=size))
            _, _, width, height = map(float, root.attrib["viewBox"].split())
            assert int(root.attrib["width"]) == size
            assert float(root.attrib["height"]) == pytest.approx(size * height / width, abs=0.2)

    @pytest.mark.parametrize("size", [0, -1, 1_000_001, pytest.param(10**5000, id="enormous")])
    def test_a_width_out_of_range_is_refused(self, size: int) -> None:
        with pytest.raises(volo.VoloError, match="size must be 1 to 1000000"):
            svg.board(Position(), size=size)

    @pytest.mark.parametrize("size", [nan, inf, -inf, 480.0, True, False, "480", '480" onload="x', None, 1j, [480]])
    def test_a_width_that_is_not_an_integer_is_refused(self, size: Any) -> None:
        with pytest.raises(TypeError, match="size must be an int, not "):
            svg.board(Position(), size=size)

    def test_it_has_a_title_for_screen_readers(self) -> None:
        root = ET.fromstring(svg.board(Position()))
        assert root.attrib["role"] == "img"
        assert root.findtext(f"{SVG}title") == "Orange to move"
        assert root.find(f"{SVG}desc") is None

    def test_it_has_a_description_for_screen_readers(self) -> None:
        root = ET.fromstring(svg.board(Position(), description="Orange & Blue begin."))
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert root.findtext(f"{SVG}desc") == "Orange & Blue begin."


def pixels(picture: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def count(picture: bytes, color: str) -> int:
    """The number of pixels of a color."""
    return int((pixels(picture) == tuple(bytes.fromhex(color.removeprefix("#")))).all(axis=-1).sum())


def test_the_picture_has_the_birds() -> None:
    colors = svg.markup.COLORS
    start = volo.Position("standard-5")
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
