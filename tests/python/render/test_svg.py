"""SVG pictures: the options of `svg.board`."""

from __future__ import annotations

import re
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import volo
from support.svg_parts import SVG, parts
from volo import BLUE, ORANGE, Color, Game, Move, Position, reference
from volo.layout import layout
from volo.render import svg
from volo.render.svg.markup import COLORS
from volo.render.svg.sky import PITCH, Canvas

HOSTILE = """</style><script>alert('x')</script> & "quoted" ]]> <!-- \u202e"""


def clearing() -> Game:
    """A game whose last move drove birds away."""
    for played in volo.play_random(20, position="standard-5", seed=3, record=True):
        game = Game(played.start)
        for move in played:
            game.push(move)
            if len(driven_away(game)) >= 2:
                return game
    raise AssertionError("no game has such a clearing")


def driven_away(game: Game) -> set[str]:
    """The spaces of the birds that the last move drove away."""
    before, after = game.positions[-2:]
    return set(before.birds(before.turn.other)) - set(after.birds(before.turn.other))


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
            center = sum(points.values()) / len(points)
            assert center.real == pytest.approx(width / 2, abs=0.1)
            return {name: point - center for name, point in points.items()}

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

    @pytest.mark.parametrize("orientation", [None, 60.0, True])
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
            {"arrows": [("a2", "g12")]},
            {"colors": {"skye": "red"}},
            {"style": "\0"},
            {"description": "\0"},
            {"colors": {"sky": "\x1b"}},
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
            {"highlights": {"a2": None}},
            {"arrows": [("a2",)]},
            {"arrows": [("a2", "a3", 5)]},
            {"colors": {"sky": 5}},
            {"move": 5},
            {"before": 7},
            {"highlights": 5},
            {"style": None},
            {"regions": 1.0},
        ],
        ids=ascii,
    )
    def test_wrong_types_are_TypeErrors(self, options: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            svg.board(Position("standard-4"), **options)

    @pytest.mark.parametrize("position", [None, b"standard-4", 5, Move("c5", edge=7)])
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

    def test_colors_are_replaced(self) -> None:
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
            description=HOSTILE,
            colors={"sky": HOSTILE},
            highlights={"a2": HOSTILE},
            arrows=[("a2", "a3", HOSTILE)],
        )
        root = ET.fromstring(picture)
        assert root.findtext(f"{SVG}style") == HOSTILE
        assert root.findtext(f"{SVG}desc") == HOSTILE
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            *("svg", "title", "desc", "style", "rect", "polygon", "path", "g", "text", "circle")
        }
        for name in ("sky", "highlights", "arrow"):
            assert [each.attrib["fill"] for each in parts(picture, name)] == [HOSTILE]

    def test_every_option_at_once_is_valid_and_deterministic(self) -> None:
        game = clearing()
        for orientation in range(0, 360, 60):
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
                "description": "Two players.",
            }
            picture = svg.board(game.position, **options)
            ET.fromstring(picture)
            assert picture == svg.board(game.position, **options)
            assert picture.isascii()
            assert "nan" not in picture
            assert "-0" not in re.sub(r"-0\.\d", "", picture)

    def test_the_players_differ_in_the_shape_of_their_wings(self) -> None:
        shapes = []
        for wings in parts(svg.board(volo.Position("standard-4")), "wings"):
            (shape,) = {re.sub(r"^[-\d. ]+", "", each) for each in wings.attrib["d"].split("M")[1:]}
            shapes.append(shape)
        assert len(set(shapes)) == len(shapes) == 2
