"""Pictures: the layout of the sky, and positions as SVG, as text and as PNG."""

from __future__ import annotations

import io
import re
from collections import Counter
from math import dist, inf, nan, sqrt
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import volo
from support.pictures import DIVIDES
from support.svg_parts import SVG, parts, text_width, texts
from volo import BLUE, ORANGE, Color, Game, Move, Position, reference
from volo.layout import Place, layout
from volo.render import png, svg, text
from volo.render.svg.markup import COLORS
from volo.render.svg.sky import PITCH, Canvas, turns_of

EDGES = volo.Rules.EDGES
SMALL = Position("standard-4")
HOSTILE = """</style><script>alert('x')</script> & "quoted" ]]> <!-- \u202e"""


# The last move, a flight of a line, drives birds away.
BEFORE = Position("b2/1oo1bo/5o1/1b1b2ob/bb2o1/1oo1b3/1bobb2/1o1bb1/o1o b 0 standard-5")
CLEARING = Game(BEFORE, ["b4:c4-NW2/a2"])
AFTER = CLEARING.position
DRIVEN_AWAY = {*BEFORE.birds(BEFORE.turn.other)} - {*AFTER.birds(BEFORE.turn.other)}


def spaces_at(points: list[tuple[float, float]], edge: int, turns: int = 0, *, has_rim: bool = True) -> set[str]:
    """The spaces in whose middle points are."""
    canvas = Canvas(layout(edge), turns, has_rim)
    middles = {name: canvas.point(place) for name, place in canvas.paper.spaces.items()}
    found = {name for name, middle in middles.items() if min(dist(middle, point) for point in points) < 0.2}
    assert len(found) == len(set(points))
    return found


def circles(*parts: ET.Element) -> list[tuple[float, float]]:
    found = [each for part in parts for each in part.iter(f"{SVG}circle")]
    return [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in found]


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("turns", range(6))
def test_birds_are_at_their_places_on_a_sky_that_is_turned_counterclockwise(edge: int, turns: int) -> None:
    position, paper = Position(f"standard-{edge}"), layout(edge)
    picture = svg.board(position, orientation=60 * turns)
    points: dict[str, complex] = {}
    for player, part in zip(Color, parts(picture, "birds"), strict=True):
        assert f"volo-{player}" in part.attrib["class"].split()
        assert (part.attrib["fill"], part.attrib["stroke"]) == (COLORS[str(player)], COLORS[f"{player} rim"])
        names = [each.attrib["class"].removeprefix("volo-") for each in part]
        assert names == list(position.birds(player))
        points |= {name: complex(x, -y) for name, (x, y) in zip(names, circles(part), strict=True)}
    center = sum(points.values()) / len(points)
    assert center.real == pytest.approx(float(ET.fromstring(picture).attrib["viewBox"].split()[2]) / 2, abs=0.1)
    for name, point in points.items():
        # Half a step is 20 pixels. The height of a row makes the distances to all neighbors equal.
        x, y = (paper.spaces[name].x - 2 * (edge - 1)), paper.spaces[name].y - (edge - 1)
        assert abs(point - center - 20 * complex(x, sqrt(3) * y) * complex(0.5, sqrt(0.75)) ** turns) < 0.2
    if turns in (0, 3):
        same: list[Any] = [Color(turns // 3), str(Color(turns // 3))]
        assert [picture] * 2 == [svg.board(position, orientation=player) for player in same]
    shapes = [set(re.findall("m[^M]+", wings.attrib["d"])) for wings in parts(picture, "wings")]
    assert (len(shapes[0]), len(shapes[1])) == (1, 1)
    assert shapes[0] != shapes[1]


def test_a_flight_has_trails_rings_and_ghosts_and_an_add_has_a_ring() -> None:
    move = CLEARING.peek()
    picture = svg.board(AFTER, move=move)
    lines = [re.findall(r"([\d.]+) ([\d.]+)", each.attrib["d"]) for each in parts(picture, "trail")]
    starts, ends = ([(float(x), float(y)) for x, y in points] for points in zip(*lines, strict=True))
    landings = {*AFTER.birds(BEFORE.turn)} - {*BEFORE.birds(BEFORE.turn)}
    assert spaces_at(starts, 5) == set(move.spaces)
    assert spaces_at(circles(*parts(picture, "move")), 5) == spaces_at(ends, 5) >= landings
    add = svg.board(SMALL, move="a3")
    assert spaces_at(circles(*parts(add, "move")), 4) == {"a3"}
    assert parts(add, "trail") == []
    assert add == svg.board(SMALL, move=Move("a3", edge=4)) != svg.board(SMALL)
    assert svg.board(SMALL, move=Move("pass", edge=4)) == svg.board(SMALL)
    # Birds that were driven away are ghosts.
    picture = svg.board(AFTER, before=BEFORE)
    (ghosts,) = parts(picture, "ghosts")
    assert f"volo-{BEFORE.turn.other}" in ghosts.attrib["class"].split()
    assert spaces_at(circles(ghosts), 5) == DRIVEN_AWAY
    references = (reference.Position.from_fen(each.fen()) for each in (AFTER, BEFORE))
    assert svg.board(next(references), before=next(references)) == picture
    assert CLEARING._repr_svg_() == svg.board(AFTER, move=CLEARING.peek(), before=BEFORE)
    assert svg.board(SMALL.play("a3"), before=SMALL) == svg.board(SMALL.play("a3"))


def test_highlights_are_spaces_in_board_order_and_arrows_point_from_space_to_space() -> None:
    names = ["e3", "a2", "c4"]
    picture = svg.board(SMALL, highlights=names)
    assert picture == svg.board(SMALL, highlights=set(names)) == svg.board(SMALL, highlights=reversed(names))
    corners = [re.findall("[^ ,]+", each.attrib["points"]) for each in parts(picture, "highlights")]
    middles = [(sum(map(float, each[::2])) / 6, sum(map(float, each[1::2])) / 6) for each in corners]
    assert spaces_at(middles, 4) == set(names)
    mapped = svg.board(SMALL, highlights={"c4": "red", "a2": "#00f"})
    assert [each.attrib["fill"] for each in parts(mapped, "highlights")] == ["#00f", "red"]
    arrow, ring = parts(svg.board(SMALL, arrows=[("b2", "d5"), svg.Arrow("a2", "a2", "red")]), "arrow")
    canvas = Canvas(layout(4), 0, has_rim=True)
    points = [tuple(map(float, each.split())) for each in arrow.attrib["d"].strip("MZ").split("L")]
    tail, head = (canvas.point(layout(4).spaces[name]) for name in ("b2", "d5"))
    assert dist(points[0], tail) < 0.1 * PITCH
    assert min(dist(point, head) for point in points) == pytest.approx(0.22 * PITCH, abs=0.2)
    assert (arrow.attrib["fill"], ring.attrib["stroke"]) == (COLORS["arrow"], "red")
    assert spaces_at(circles(ring), 4) == {"a2"}


def test_R15_each_flock_is_one_connected_outline_and_the_spaces_of_a_region_are_tinted() -> None:
    for player, part in zip(Color, parts(svg.board(AFTER, flocks=True), "flocks"), strict=True):
        assert f"volo-{player}" in part.attrib["class"].split()
        path = part[0].attrib["d"]
        assert path.count("h0") == len(AFTER.birds(player))
        # Joining the ends of the strokes leaves one group for each flock.
        group = {each: each for each in re.findall(r"M([\d. ]+)h0", path)}
        for one, other in re.findall(r"M([\d. ]+)L([\d. ]+)", path):
            old, new = group[one], group[other]
            group = {name: new if each == old else each for name, each in group.items()}
        assert len(set(group.values())) == len(AFTER.flocks(player))
    divided = Position(DIVIDES)
    assert parts(svg.board(divided), "region") == []
    for player in Color:
        (part,) = parts(svg.board(divided, regions=player), "region")
        spaces = sum(len(each.birds) + len(each.vacant) for each in divided.regions(player))
        assert part.attrib["d"].count("Z") == spaces


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("orientation", [0, 60, 180])
def test_R3_labels_are_nearest_to_spaces_that_they_name_and_name_all(edge: int, orientation: int) -> None:
    canvas = Canvas(layout(edge), turns_of(orientation), has_rim=True)
    # The letter and the number of every place, missing ones included.
    names = {
        canvas.point(Place(abs(y - edge + 1) + 2 * (number - 1), y)): ("abcdefghijklmno"[y], str(number))
        for y in range(2 * edge - 1)
        for number in range(1, 2 * edge - abs(y - edge + 1))
    }
    labels = texts(svg.board(Position(f"standard-{edge}"), orientation=orientation), "labels")
    for label, _, point in labels:
        near, second = sorted(names, key=lambda each: dist(each, point))[:2]
        assert label in names[near]
        assert dist(near, point) < min(PITCH, 0.98 * dist(second, point))
    shown = Counter(label for label, _, _ in labels)
    assert shown.keys() == {part for name in names.values() for part in name}
    # A number is at both ends of its line, but the last one is in the middle row only.
    assert shown.pop(str(2 * edge - 1)) == 1
    assert all(number == 1 if label.isalpha() else number > 1 for label, number in shown.items())


def test_coordinates_are_around_the_sky_or_in_the_spaces_or_nowhere() -> None:
    picture = svg.board(SMALL, coordinates="spaces", orientation=BLUE)
    shown = {name: point for name, _, point in texts(picture, "labels")}
    vacant = set(layout(4).spaces) - {*SMALL.birds(ORANGE), *SMALL.birds(BLUE)}
    assert all(spaces_at([point], 4, 3, has_rim=False) == {name} for name, point in shown.items())
    assert set(shown) == vacant
    assert spaces_at(circles(parts(picture, "gaps")[0]), 4, 3, has_rim=False) == vacant
    bare, full = (svg.board(Position(), coordinates=each) for each in (False, True))
    assert texts(bare, "labels") == []
    assert [float(ET.fromstring(each).attrib["viewBox"].split()[2]) for each in (full, bare)] == [596, 549.3]


@pytest.mark.parametrize("rules", ["standard-4", "edge=4,supply=50,pass=own-regions,stuck=last-mover-wins"])
def test_the_caption_fits_into_the_picture_and_is_its_title(rules: str) -> None:
    root = ET.fromstring(picture := svg.board(rules))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    lines = texts(picture, "caption")
    for line, size, (x, y) in lines:
        assert text_width(line, size) < width - 0.2 * PITCH
        assert x == pytest.approx(width / 2, abs=0.1)
        assert y + 0.5 * size < height
    title = root.findtext(f"{SVG}title") or ""
    assert "".join(line for line, _, _ in lines).replace(" ", "") == title.replace(" ", "")


def test_the_picture_stands_alone() -> None:
    picture = svg.board(Position(), move="c5", description="Orange & Blue begin.")
    root = ET.fromstring(picture)
    assert not re.search(r"href|<style|<script|<image|\bid=|url\(", picture)
    assert not re.search(r'class="(?!volo)|class="[^"]* (?!volo)', picture)
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Orange to move"
    assert root.findtext(f"{SVG}desc") == "Orange & Blue begin."
    _, _, width, height = root.attrib["viewBox"].split()
    (sheet,) = parts(picture, "background")
    assert [sheet.attrib[name] for name in ("width", "height", "fill")] == [width, height, COLORS["background"]]
    for size, given in ((480, picture), (1, svg.board(Position(), size=1)), (960, svg.board(Position(), size=960))):
        sized = ET.fromstring(given).attrib
        assert int(sized["width"]) == size
        assert float(sized["height"]) == pytest.approx(size * float(height) / float(width), abs=0.2)


def test_colors_are_replaced_and_every_option_at_once_is_valid_and_deterministic() -> None:
    colors = {part: f"#{index:06x}" for index, part in enumerate(COLORS)}
    options: dict[str, Any] = {"move": CLEARING.peek(), "before": BEFORE, "flocks": True, "regions": ORANGE}
    options |= {"arrows": [("a2", "c4")], "highlights": {"a2", "a3", "b4"}, "colors": colors}
    options |= {"style": "text {fill: red}", "description": "Two players."}
    for orientation in range(0, 360, 60):
        picture = svg.board(AFTER, orientation=orientation, **options)
        assert picture == svg.board(AFTER, orientation=orientation, **options)
        assert set(re.findall(r"#[0-9a-f]{3,6}", picture)) == set(colors.values())
        assert ET.fromstring(picture).findtext(f"{SVG}style") == options["style"]
        assert picture.isascii()
        assert "nan" not in picture
        assert "-0" not in re.sub(r"-0\.\d", "", picture)


def test_hostile_texts_stay_texts() -> None:
    colored: dict[str, Any] = {"colors": {"sky": HOSTILE}, "highlights": {"a2": HOSTILE}}
    picture = svg.board(SMALL, style=HOSTILE, description=HOSTILE, arrows=[("a2", "a3", HOSTILE)], **colored)
    root = ET.fromstring(picture)
    assert root.findtext(f"{SVG}style") == root.findtext(f"{SVG}desc") == HOSTILE
    known = {"svg", "title", "desc", "style", "rect", "polygon", "path", "g", "text", "circle"}
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= known
    for name in ("sky", "highlights", "arrow"):
        assert [each.attrib["fill"] for each in parts(picture, name)] == [HOSTILE]


# Values of options that are not on the sky or in XML, and values of other types.
WRONG: dict[str, tuple[list[Any], list[Any]]] = {
    "position": ([], [None, b"standard-4", 5, Move("c5", edge=7)]),
    "orientation": ([1, 30, -60, 360, "left"], [None, 60.0, True]),
    "coordinates": ([], ["rim", None, 1, []]),
    "highlights": ([["a1"]], ["a2", {"a2": None}, 5]),
    "arrows": ([[("a2", "g12")]], [[("a2",)], [("a2", "a3", 5)], ["a2"]]),
    "colors": ([{"skye": "red"}, {"sky": "\x1b"}], [{"sky": 5}, 5]),
    "move": (["d5-X", Move("g12", edge=7), Move("b2-W5", edge=7)], [5]),
    "before": ([Position()], [7]),
    "style": (["\0"], [None]),
    "description": (["\0"], [5]),
    "regions": ([], [1.0]),
}


@pytest.mark.parametrize("option", WRONG)
def test_other_values_of_options_are_refused(option: str) -> None:
    for error, values in zip((volo.VoloError, TypeError), WRONG[option], strict=True):
        for value in values:
            options: dict[str, Any] = {"position": SMALL, option: value}
            with pytest.raises(error):
                svg.board(**options)


@pytest.mark.parametrize("edge", EDGES)
def test_R3_the_layout_has_the_spaces_of_the_sky_and_flights_go_where_directions_point(edge: int) -> None:
    paper, start = layout(edge), Position(f"standard-{edge}")
    (region,) = start.regions(ORANGE)
    assert {*region.birds, *region.vacant, *start.birds(BLUE)} == set(paper.spaces)
    assert (paper.edge, len(paper.missing)) == (edge, 7)
    names = {place: name for name, place in paper.spaces.items()}
    flown = 0
    (game,) = volo.play_random(1, position=start, seed=11, max_plies=150, record=True)
    for position in game.positions:
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
    for glyphs in ("ob.", "\u25cf\u25cb\u00b7"):
        board = text.board(Position(), color=True, unicode=glyphs != "ob.")
        assert re.sub(r"\x1b\[[0-9;]*m", "", board) == text.board(Position(), unicode=glyphs != "ob.")
        upper, _, lower = board.partition("\n\x1b[2mg\x1b[0m")
        inks = [set(re.findall(rf"(\x1b\[[0-9;]*m){re.escape(glyph)}\x1b\[0m", upper)) for glyph in glyphs]
        assert [len(ink) for ink in inks] == [1, 1, 1]
        assert len(set.union(*inks)) == 3
        # The letter of a row may look like a bird.
        assert "\x1b[2mb\x1b[0m" in lower


def pixels(picture: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def count(picture: bytes, part: str) -> int:
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
