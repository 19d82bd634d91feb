"""SVG pictures: labels that can be read off, captions that fit, and every option of `svg.board`."""

from __future__ import annotations

import re
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from matplotlib.textpath import TextPath

import volo
from volo import BLUE, ORANGE, Color, Game, Move, Position, reference
from volo.layout import Place, layout
from volo.render import svg
from volo.render.svg.canvas import PITCH, Canvas, turns_of
from volo.render.svg.palette import COLORS

EDGES = range(4, 9)
ORIENTATIONS = [0, 60, 120, 180, 240, 300]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = """</style><script>alert('x')</script> & "quoted" ]]> <!-- \u202e"""
LONG = "edge=4,supply=50,pass=own-regions,stuck=last-mover-wins"


def parts(picture: str, name: str) -> list[ET.Element]:
    """The elements that have this class."""
    return [each for each in ET.fromstring(picture).iter() if f"volo-{name}" in each.get("class", "").split()]


def texts(picture: str, name: str) -> list[tuple[str, float, tuple[float, float]]]:
    """The texts in the elements of a class: what they say, the size of the font, and the middle of the text."""
    found = []
    for part in parts(picture, name):
        for label in part.iter(f"{SVG}text"):
            size = float(label.attrib["font-size"])
            found.append((label.text or "", size, (float(label.attrib["x"]), float(label.attrib["y"]) - 0.36 * size)))
    return found


def numbered(edge: int) -> dict[Place, tuple[str, int]]:
    """The letter and the number of every place of a sky, missing ones included [R3]."""
    names = {}
    for y in range(2 * edge - 1):
        indent = abs(y - edge + 1)
        for number in range(1, 2 * edge - indent):
            names[Place(indent + 2 * (number - 1), y)] = (chr(ord("a") + y), number)
    assert (
        layout(edge).spaces.items() <= {f"{letter}{number}": place for place, (letter, number) in names.items()}.items()
    )
    return names


def luminance(color: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def clearing() -> Game:
    """A game whose last move drove birds away."""
    start = Position("standard-5")
    played = volo.play_random(20, position=start, seed=3, record=True)
    assert played.moves is not None
    assert played.offsets is not None
    for first, end in zip(played.offsets[:-1], played.offsets[1:], strict=True):
        game = Game(start)
        for code in played.moves[first:end].tolist():
            game.push(Move.from_code(code))
            if len(driven_away(game)) >= 2:
                return game
    raise AssertionError("no game has such a clearing")


def driven_away(game: Game) -> set[str]:
    """The spaces of the birds that the last move drove away."""
    before, after = game.positions[-2:]
    return set(before.birds(before.turn.other)) - set(after.birds(before.turn.other))


class TestCoordinates:
    @pytest.mark.parametrize("edge", EDGES)
    @pytest.mark.parametrize("orientation", ORIENTATIONS)
    def test_R3_every_label_is_nearest_to_a_space_that_it_names(self, edge: int, orientation: int) -> None:
        picture = svg.board(Position(f"standard-{edge}"), orientation=orientation)
        canvas = Canvas(layout(edge), turns_of(orientation), has_rim=True)
        names = {canvas.point(place): name for place, name in numbered(edge).items()}
        for text, _, point in texts(picture, "labels"):
            letter, number = names[min(names, key=lambda each: dist(each, point))]
            assert text in {letter, str(number)}
            distances = sorted(dist(each, point) for each in names)
            assert distances[0] < 0.98 * distances[1]
            assert distances[0] < PITCH

    @pytest.mark.parametrize("edge", EDGES)
    def test_R3_every_row_and_every_line_of_equal_numbers_is_labelled(self, edge: int) -> None:
        picture = svg.board(Position(f"standard-{edge}"))
        canvas = Canvas(layout(edge), 0, has_rim=True)
        places = numbered(edge)
        labels = texts(picture, "labels")
        rows = [
            min(places, key=lambda place: dist(canvas.point(place), point))
            for text, _, point in labels
            if text.isalpha()
        ]
        assert sorted(rows) == sorted(place for place in places if place.step("W") not in places)
        for number in range(1, 2 * edge):
            ends = {"SE": min, "NE": max}
            line = [place for place, (_, other) in places.items() if other == number]
            for end in (pick(line, key=lambda place: place.y) for pick in ends.values()):
                near = [
                    point
                    for text, _, point in labels
                    if text == str(number) and dist(point, canvas.point(end)) <= 1.1 * PITCH
                ]
                assert near, (number, end)

    @pytest.mark.parametrize("edge", EDGES)
    def test_R3_a_tick_continues_the_line_of_its_number(self, edge: int) -> None:
        picture = svg.board(Position(f"standard-{edge}"))
        canvas = Canvas(layout(edge), 0, has_rim=True)
        places = numbered(edge)
        labels = texts(picture, "labels")
        (path,) = parts(picture, "ticks")
        ticks = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path.attrib["d"])
        assert len(ticks) == 2 * (edge - 2)
        for x0, y0, x1, y1 in (map(float, tick) for tick in ticks):
            start = min(places, key=lambda place: dist(canvas.point(place), (x0, y0)))
            # The next space of the line is on the other side of the tick, and has the same number.
            along = (x0 - (x1 - x0) / 0.66, y0 - (y1 - y0) / 0.66)
            following = min(places, key=lambda place: dist(canvas.point(place), along))
            assert dist(canvas.point(following), along) < 1
            assert places[following][1] == places[start][1]
            # The label is on the same line, next to the end of the tick.
            beyond = (x0 + (x1 - x0) / 0.66, y0 + (y1 - y0) / 0.66)
            text, _, _ = min(labels, key=lambda label: dist(label[2], beyond))
            assert text == str(places[start][1])

    @pytest.mark.parametrize("edge", EDGES)
    def test_no_label_touches_the_border_or_a_bird(self, edge: int) -> None:
        picture = svg.board(Position(f"standard-{edge}"))
        canvas = Canvas(layout(edge), 0, has_rim=True)
        (sky,) = parts(picture, "sky")
        corners = [tuple(map(float, corner.split(","))) for corner in sky.attrib["points"].split()]
        for text, size, (x, y) in texts(picture, "labels"):
            half = TextPath((0, 0), text, size=size).get_extents().width / 2
            box = [(x + dx, y + dy) for dx in (-half, half) for dy in (-0.36 * size, 0.36 * size)]
            # A convex shape: a point is inside if it is on the same side of all borders.
            inside = [
                all(
                    (b[0] - a[0]) * (py - a[1]) > (b[1] - a[1]) * (px - a[0])
                    for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
                )
                for px, py in box
            ]
            assert len(set(inside)) == 1, text
            assert all(
                dist(point, canvas.point(place)) > 0.43 * PITCH
                for point in box
                for place in layout(edge).spaces.values()
            )

    def test_the_names_can_be_in_the_spaces(self) -> None:
        position = Position("standard-5")
        picture = svg.board(position, coordinates="spaces", orientation=BLUE)
        canvas = Canvas(layout(5), 3, has_rim=False)
        vacant = set(layout(5).spaces) - {*position.birds(ORANGE), *position.birds(BLUE)}
        shown = {text: point for text, _, point in texts(picture, "labels")}
        assert set(shown) == vacant
        assert all(dist(shown[name], canvas.point(layout(5).spaces[name])) < 0.2 for name in vacant)

    def test_without_coordinates_the_board_fills_the_picture(self) -> None:
        with_labels, without = (ET.fromstring(svg.board(Position(), coordinates=each)) for each in (True, False))
        assert [float(root.attrib["viewBox"].split()[2]) for root in (with_labels, without)] == [596, 549.3]
        assert texts(svg.board(Position(), coordinates=False), "labels") == []

    @pytest.mark.parametrize("coordinates", ["rim", None, 1, 0, "", []])
    def test_other_coordinates_are_refused(self, coordinates: Any) -> None:
        with pytest.raises(TypeError, match="coordinates must be a bool or 'spaces'"):
            svg.board(Position(), coordinates=coordinates)


class TestContrast:
    def test_labels_and_captions_have_the_contrast_that_WCAG_asks_for(self) -> None:
        assert contrast("#000000", "#ffffff") == pytest.approx(21)
        assert contrast("#7a8794", "#ffffff") == pytest.approx(3.7, abs=0.05)
        for ground in ("background", "sky", "region", "highlight"):
            assert contrast(COLORS["labels"], COLORS[ground]) >= 4.5, ground

    def test_the_picture_brings_its_own_background(self) -> None:
        picture = svg.board(Position("standard-4"))
        _, _, width, height = ET.fromstring(picture).attrib["viewBox"].split()
        (sheet,) = parts(picture, "background")
        assert (sheet.attrib["width"], sheet.attrib["height"]) == (width, height)
        assert sheet.attrib["fill"] == COLORS["background"]


class TestCaption:
    @pytest.mark.parametrize("rules", [*(f"standard-{edge}" for edge in EDGES), "abstract-play-4", LONG])
    @pytest.mark.parametrize("coordinates", [True, False])
    def test_every_line_fits_into_the_picture(self, rules: str, coordinates: bool) -> None:
        edge = Position(rules).rules.edge
        blank = "/".join(
            str(sum(name[0] == row for name in layout(edge).spaces)) for row in "abcdefghijklmno"[2 * edge - 2 :: -1]
        )
        lone, pair = "o", "bb"
        rows = blank.split("/")
        rows[0] = f"{lone}{int(rows[0]) - 1}"
        rows[1] = f"{pair}{int(rows[1]) - 2}"
        over = Position.from_fen(f"{'/'.join(rows)} b 1 {rules}")
        assert over.outcome() is not None
        for position in (Position(rules), over):
            root = ET.fromstring(picture := svg.board(position, coordinates=coordinates))
            _, _, width, height = map(float, root.attrib["viewBox"].split())
            lines = texts(picture, "caption")
            for text, size, (x, y) in lines:
                extent = TextPath((0, 0), text, size=size).get_extents()
                assert extent.width < width - 0.2 * PITCH
                assert x == pytest.approx(width / 2, abs=0.1)
                assert y + 0.5 * size < height
            joined = "".join(text for text, _, _ in lines).replace(" ", "")
            assert joined == (root.findtext(f"{SVG}title") or "").replace(" ", "")

    def test_a_name_of_rules_is_not_torn_from_its_word(self) -> None:
        picture = svg.board(Position("abstract-play-4"))
        assert [text for text, _, _ in texts(picture, "caption")] == ["Orange to move,", "rules abstract-play-4"]


class TestOrientation:
    @pytest.mark.parametrize("turns", range(6))
    def test_the_sky_is_turned_counterclockwise(self, turns: int) -> None:
        def places(orientation: int) -> dict[str, complex]:
            root = ET.fromstring(svg.board(Position("standard-5"), orientation=orientation))
            _, _, width, _ = map(float, root.attrib["viewBox"].split())
            discs = list(root.iter(f"{SVG}circle"))
            points = {
                each.attrib["class"]: complex(float(each.attrib["cx"]), -float(each.attrib["cy"])) for each in discs
            }
            centre = sum(points.values()) / len(points)
            assert centre.real == pytest.approx(width / 2, abs=0.1)
            return {name: point - centre for name, point in points.items()}

        upright = places(0)
        turn = (0.5 + 0.75**0.5 * 1j) ** turns
        for name, point in places(60 * turns).items():
            assert abs(point - upright[name] * turn) < 0.2

    def test_a_player_is_an_orientation(self) -> None:
        position = Position("standard-4")
        assert svg.board(position) == svg.board(position, orientation=ORANGE) == svg.board(position, orientation=0)
        assert svg.board(position, orientation=BLUE) == svg.board(position, orientation=180)

    @pytest.mark.parametrize("orientation", [1, 30, -60, 360, 10**30])
    def test_other_angles_are_refused(self, orientation: int) -> None:
        with pytest.raises(volo.VoloError, match="orientation must be"):
            svg.board(Position(), orientation=orientation)

    @pytest.mark.parametrize("orientation", ["blue", None, 60.0, True])
    def test_other_types_are_refused(self, orientation: Any) -> None:
        with pytest.raises(TypeError, match="orientation must be an int"):
            svg.board(Position(), orientation=orientation)


class TestMoves:
    def test_a_move_may_be_a_text(self) -> None:
        game = Game(Position("standard-4"), ["a3", "d5"])
        assert svg.board(game.position, move="d5") == svg.board(game.position, move=game.peek())
        with pytest.raises(volo.NotationError):
            svg.board(game.position, move="d5-X")

    @pytest.mark.parametrize("move", [Move("g12", edge=7), Move("b2-W5", edge=7)])
    def test_a_move_on_another_sky_is_refused(self, move: Move) -> None:
        with pytest.raises(volo.VoloError, match="the sky of edge 4"):
            svg.board(Position("standard-4"), move=move)

    def test_birds_that_were_driven_away_are_ghosts(self) -> None:
        game = clearing()
        before, after = game.positions[-2:]
        left = driven_away(game)
        picture = svg.board(after, before=before)
        (ghosts,) = parts(picture, "ghosts")
        assert f"volo-{before.turn.other}" in ghosts.attrib["class"].split()
        canvas = Canvas(layout(5), 0, has_rim=True)
        points = {(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in ghosts.iter(f"{SVG}circle")}
        assert len(points) == len(left)
        assert all(min(dist(point, canvas.point(layout(5).spaces[name])) for point in points) < 0.2 for name in left)
        references = (reference.Position.from_fen(each.fen()) for each in (after, before))
        assert svg.board(next(references), before=next(references)) == picture

    def test_a_game_shows_the_ghosts_of_its_last_move(self) -> None:
        game = clearing()
        assert parts(game._repr_svg_(), "ghosts")
        assert game._repr_svg_() == svg.board(game.position, move=game.peek(), before=game.positions[-2])
        game.pop()
        assert bool(parts(game._repr_svg_(), "ghosts")) == bool(driven_away(game))

    def test_a_move_that_drives_nobody_away_leaves_no_ghosts(self) -> None:
        game = Game(Position("standard-4"), ["a3"])
        assert svg.board(game.position, before=game.start) == svg.board(game.position)

    def test_a_position_before_on_another_sky_is_refused(self) -> None:
        with pytest.raises(volo.VoloError, match="before is on a sky of edge 4"):
            svg.board(Position(), before=Position("standard-4"))


class TestMarks:
    def test_highlights_are_cells_in_board_order(self) -> None:
        position = Position("standard-4")
        names = ["e3", "a2", "c4"]
        picture = svg.board(position, highlights=names)
        assert picture == svg.board(position, highlights=set(names)) == svg.board(position, highlights=reversed(names))
        assert len(parts(picture, "highlights")) == 3
        mapped = svg.board(position, highlights={"c4": "red", "a2": "#00f"})
        assert [each.attrib["fill"] for each in parts(mapped, "highlights")] == ["#00f", "red"]

    def test_arrows_point_from_space_to_space(self) -> None:
        picture = svg.board(Position("standard-4"), arrows=[("b2", "d5"), svg.Arrow("a2", "a2", "red")])
        arrow, ring = parts(picture, "arrow")
        canvas = Canvas(layout(4), 0, has_rim=True)
        points = [tuple(map(float, each.split())) for each in arrow.attrib["d"].strip("MZ").split("L")]
        tail, head = (canvas.point(layout(4).spaces[name]) for name in ("b2", "d5"))
        assert dist(points[0], tail) < 0.1 * PITCH
        assert min(dist(point, head) for point in points) == pytest.approx(0.22 * PITCH, abs=0.2)
        assert (arrow.attrib["fill"], ring.attrib["stroke"]) == (COLORS["arrow"], "red")
        assert ring.tag == f"{SVG}circle"

    @pytest.mark.parametrize(
        "options",
        [
            {"highlights": ["a1"]},
            {"highlights": ["d4"]},
            {"highlights": {"z9": "red"}},
            {"arrows": [("a2", "g12")]},
            {"arrows": [("", "a2")]},
            {"colors": {"skye": "red"}},
            {"style": "\0"},
            {"style": "\ud800"},
            {"colors": {"sky": "\x1b"}},
            {"highlights": {"a2": "\uffff"}},
            {"arrows": [("a2", "a3", "\b")]},
        ],
        ids=ascii,
    )
    def test_what_is_not_on_the_sky_or_in_XML_is_a_VoloError(self, options: dict[str, Any]) -> None:
        with pytest.raises(volo.VoloError):
            svg.board(Position("standard-4"), **options)

    @pytest.mark.parametrize(
        "options",
        [
            {"highlights": "a2"},
            {"highlights": [5]},
            {"highlights": {"a2": None}},
            {"arrows": ["a2"]},
            {"arrows": [("a2",)]},
            {"arrows": [("a2", 5)]},
            {"arrows": [("a2", "a3", 5)]},
            {"colors": {"sky": 5}},
            {"colors": ["red"]},
            {"move": 5},
            {"before": "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"},
            {"highlights": 5},
            {"arrows": 5},
            {"style": None},
            {"regions": 1},
            {"regions": "blue"},
        ],
        ids=ascii,
    )
    def test_wrong_types_are_TypeErrors(self, options: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            svg.board(Position("standard-4"), **options)

    @pytest.mark.parametrize("position", [None, "standard-4", 5, Move("c5", edge=7)])
    def test_what_is_not_a_position_is_a_TypeError(self, position: Any) -> None:
        with pytest.raises(TypeError, match="position must be a position"):
            svg.board(position)


class TestFlocksAndRegions:
    def test_each_flock_is_one_connected_outline(self) -> None:
        position = clearing().position
        picture = svg.board(position, flocks=True)
        for player, part in zip(Color, parts(picture, "flocks"), strict=True):
            assert f"volo-{player}" in part.attrib["class"].split()
            path = part[0].attrib["d"]
            birds = len(position.birds(player))
            assert path.count("h0") == birds
            # Joining the ends of the strokes leaves one group for each flock.
            group = {each: each for each in re.findall(r"M([\d. ]+)h0", path)}
            for one, other in re.findall(r"M([\d. ]+)L([\d. ]+)", path):
                old, new = group[one], group[other]
                group = {name: new if each == old else each for name, each in group.items()}
            assert len(set(group.values())) == len(position.flocks(player))

    @pytest.mark.parametrize("player", Color)
    def test_the_cells_of_a_region_are_tinted(self, player: Color) -> None:
        position = clearing().position
        (part,) = parts(svg.board(position, regions=player), "region")
        spaces = sum(len(region.birds) + len(region.vacant) for region in position.regions(player))
        assert part.attrib["d"].count("Z") == spaces > len(position.birds(player))
        assert parts(svg.board(position), "region") == []


class TestStyle:
    def test_css_is_added(self) -> None:
        css = ".volo > .volo-sky {fill: url('x') /* <&> */}"
        root = ET.fromstring(svg.board(Position("standard-4"), style=css))
        assert root.findtext(f"{SVG}style") == css
        assert root.attrib["class"] == "volo"
        assert ET.fromstring(svg.board(Position("standard-4"))).find(f"{SVG}style") is None

    def test_a_bird_can_be_found_by_its_space(self) -> None:
        picture = svg.board(Position("standard-4"))
        assert {name for name in layout(4).spaces if parts(picture, name)} == {"b2", "b4", "d2", "d6", "f2", "f4"}

    def test_colours_are_replaced(self) -> None:
        colors = {part: f"#{index:06x}" for index, part in enumerate(COLORS)}
        picture = svg.board(
            clearing().position,
            move="a2",
            colors=colors,
            highlights=["a3"],
            arrows=[("a2", "a3")],
            regions=BLUE,
            coordinates="spaces",
        )
        assert set(re.findall(r"#[0-9a-f]{3,6}", picture)) == set(colors.values())

    def test_hostile_texts_stay_texts(self) -> None:
        picture = svg.board(
            Position("standard-4"),
            style=HOSTILE,
            colors={"sky": HOSTILE},
            highlights={"a2": HOSTILE},
            arrows=[("a2", "a3", HOSTILE)],
        )
        root = ET.fromstring(picture)
        assert root.findtext(f"{SVG}style") == HOSTILE
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            *("svg", "title", "style", "rect", "polygon", "path", "g", "text", "circle")
        }
        for name in ("sky", "highlights", "arrow"):
            assert [each.attrib["fill"] for each in parts(picture, name)] == [HOSTILE]

    def test_every_option_at_once_is_valid_and_deterministic(self) -> None:
        game = clearing()
        for orientation in ORIENTATIONS:
            options: dict[str, Any] = {
                "move": game.peek(),
                "before": game.positions[-2],
                "orientation": orientation,
                "coordinates": True,
                "arrows": [("a2", "c4")],
                "highlights": {"a2", "a3", "b4"},
                "flocks": True,
                "regions": ORANGE,
                "size": 99,
                "style": "text {fill: red}",
            }
            picture = svg.board(game.position, **options)
            ET.fromstring(picture)
            assert picture == svg.board(game.position, **options)
            assert picture.isascii()
            assert "nan" not in picture
            assert "-0" not in re.sub(r"-0\.\d", "", picture)
