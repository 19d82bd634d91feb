"""Texts of SVG pictures: labels that are next to the spaces they name, contrast, and captions that fit."""

from __future__ import annotations

from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from support.svg_parts import SVG, parts, text_width, texts
from volo import BLUE, ORANGE, Position, Rules
from volo.layout import Place, layout
from volo.render import svg
from volo.render.svg.markup import COLORS
from volo.render.svg.sky import PITCH, Canvas, turns_of

EDGES = Rules.EDGES
LONG = "edge=4,supply=50,pass=own-regions,stuck=last-mover-wins"


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
    """The relative luminance of a color, as WCAG 2 defines it."""
    channels = [int(color[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors, as WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class TestCoordinates:
    @pytest.mark.parametrize("edge", EDGES)
    @pytest.mark.parametrize("orientation", range(0, 360, 60))
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
    def test_R3_every_row_and_every_line_of_equal_numbers_is_labeled(self, edge: int) -> None:
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

    @pytest.mark.parametrize("coordinates", ["rim", None, 1, 0, "", [], np.array([1, 2])])
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
                assert text_width(text, size) < width - 0.2 * PITCH
                assert x == pytest.approx(width / 2, abs=0.1)
                assert y + 0.5 * size < height
            joined = "".join(text for text, _, _ in lines).replace(" ", "")
            assert joined == (root.findtext(f"{SVG}title") or "").replace(" ", "")

    def test_a_name_of_rules_is_not_torn_from_its_word(self) -> None:
        picture = svg.board(Position("abstract-play-4"))
        assert [text for text, _, _ in texts(picture, "caption")] == ["Orange to move,", "rules abstract-play-4"]
