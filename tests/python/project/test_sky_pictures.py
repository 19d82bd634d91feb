"""The pictures that docs/_ext/sky draws on the pages of the site: how they are marked, described and coloured."""

from __future__ import annotations

import doctest
import gzip
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import volo
from sky import claims, words
from sky.claims import FenceError
from sky.fence import fences, read
from sky.marks import PALETTE
from sky.page import FILE, page
from sky.picture import Picture, draw
from support.svg_parts import SVG, parts
from volo import reference
from volo.render.svg.palette import COLORS

DOCS = Path(__file__).parents[3] / "docs"
START = str(volo.Position("standard-4"))


@pytest.fixture(scope="module")
def style() -> str:
    return (DOCS / "_static" / "sky.css").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    """All pictures of all pages."""
    pages = [page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")]
    return [picture for page in pages for text in fences(page) for picture in draw(read(text), volo)]


class TestPictures:
    def test_a_picture_is_described(self) -> None:
        (picture,) = draw(read(f"{START}\n\nlegal a3: It is far away."), volo)
        root = ET.fromstring(picture.svg)
        assert root.findtext(f"{SVG}title") == "Blue to move"
        assert root.findtext(f"{SVG}desc") == (
            "A sky of edge 4. Orange has birds at a3, b2, d6 and f2. Blue has birds at b4, d2 and f4. "
            "The move a3 is marked."
        )
        assert (picture.edge, picture.kind, picture.label, picture.caption, picture.message) == (
            *(4, "legal", "Legal: `a3`", "It is far away.", ""),
        )

    def test_an_illegal_move_has_the_message_of_the_engine(self) -> None:
        (picture,) = draw(read(f"{START}\n\nillegal c3 [R6]"), volo)
        assert (picture.kind, picture.label, picture.caption) == ("illegal", "Illegal: `c3`", "")
        assert picture.message == "illegal move c3: touches the friendly bird at b2 [R6]"
        (ring,) = parts(picture.svg, "move")
        assert "--volo-illegal" in ring.attrib["stroke"]

    def test_moves_are_marked_where_they_end(self) -> None:
        (picture,) = draw(read(f"{START}\n\n9 adds"), volo)
        assert len(parts(picture.svg, "highlights")) == 9

    def test_birds_that_left_are_ghosts_and_are_named(self) -> None:
        divided = volo.Position.from_fen("2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4")
        (picture,) = draw(read(f"{divided}\n\nshow regions of Blue\nlegal f3-SE2/a2"), volo)
        assert parts(picture.svg, "ghosts")
        assert parts(picture.svg, "region")
        assert (ET.fromstring(picture.svg).findtext(f"{SVG}desc") or "").endswith("Birds of Blue have left f1.")

    def test_a_label_does_not_repeat_the_moves_of_the_picture_before(self) -> None:
        text = f"{START}\n\nafter a3: One.\nafter a3 a2: Two,\n  and more.\n4 flocks of Blue after a3 a2"
        pictures = draw(read(text), volo)
        assert [picture.label for picture in pictures] == ["`a3`", "`a2`", "4 flocks of Blue after `a3`, `a2`"]
        assert pictures[1].caption == "Two, and more."

    def test_neighbours_are_those_of_the_rules(self) -> None:
        position = volo.Position("standard-5")
        sky = reference.sky.sky(position.rules.edge)
        for space in position.rules.spaces:
            number = len(position.rules.neighbours(space))
            (picture,) = draw(read(f"{position}\n\n{number} neighbours of {space}"), volo)
            described = ET.fromstring(picture.svg).findtext(f"{SVG}desc") or ""
            named = set(re.findall(r"[a-z]\d+", described.rpartition("neighbours")[2]))
            assert named == set(position.rules.neighbours(space))
            assert named == {sky.name(each) for each in sky.neighbors[sky.place(space)]}

    @pytest.mark.parametrize(
        ("panel", "problem"),
        [
            ("legal c3", "touches the friendly bird at b2"),
            ("illegal a3 [R6]", "a3 is legal in "),
            ("illegal c3 [R7]", "c3 is refused by R6, not by R7"),
            ("Orange wins by a3", "the result is open, not Orange wins"),
            ("draw", "the result is open, not draw"),
            ("8 adds", "the number of adds is 9, not 8"),
            ("1 flight of b2", "the number of flights is 0, not 1"),
            ("10 moves", "the number of moves is 9, not 10"),
            ("6 neighbours of c3", "the number of neighbours is 5, not 6"),
            ("6 neighbours of d4", "d4 is not a space of a sky of edge 4"),
            ("2 regions of Orange", "the number of regions is 1, not 2"),
            ("flocks of Orange", "'flocks of Orange' is not a claim; expected a form such as"),
            ("2 adds of b2", "is not a claim"),
            ("", "the fence has no picture"),
            ("show flocks", "the fence has no picture"),
        ],
    )
    @pytest.mark.parametrize("engine", [volo, reference], ids=["core", "reference"])
    def test_a_false_claim_is_refused(self, engine: ModuleType, panel: str, problem: str) -> None:
        with pytest.raises((FenceError, volo.VoloError), match=re.escape(problem)):
            draw(read(f"{START}\n\n{panel}"), engine)

    def test_an_untidy_board_is_refused(self) -> None:
        with pytest.raises(FenceError, match="the board is not as the engine prints it"):
            draw(read(f"{START.replace('g 1', 'g  1')}\n\nbefore"), volo)

    def test_a_result_of_a_game_that_is_over_must_be_claimed(self) -> None:
        over = volo.Position.from_fen("2/o4/6/4/6/1b1b1/2 b 0 standard-4")
        with pytest.raises(FenceError, match="the result is Orange wins, not open"):
            draw(read(f"{over}\n\nbefore"), volo)

    @pytest.mark.parametrize("module", [claims, words])
    def test_the_examples_of_the_modules_are_right(self, module: ModuleType) -> None:
        tried = doctest.testmod(module)
        assert tried.attempted
        assert not tried.failed


class TestStyle:
    def test_the_light_colors_are_those_of_the_package(self, style: str) -> None:
        light = dict(re.findall(r"--volo-([a-z-]+): light-dark\((#[0-9a-f]{6}), #[0-9a-f]{6}\);", style))
        named = {part.replace(" ", "-"): color for part, color in COLORS.items()}
        same = {part: color for part, color in light.items() if part in named}
        assert same == {part: named[part] for part in named if part not in {"background", "wings"}}

    def test_the_style_sheet_sets_every_color_of_the_pictures(self, style: str, pictures: list[Picture]) -> None:
        drawn = "".join(picture.svg for picture in pictures)
        used = set(re.findall(r"var\((--volo-[a-z0-9-]+)", drawn + style))
        assert used == {*re.findall(r"(--volo-[a-z0-9-]+):", style), "--volo-wings"}
        assert set(PALETTE) == set(COLORS)

    def test_every_class_of_the_style_sheet_is_used(self, style: str, pictures: list[Picture]) -> None:
        directive = (DOCS / "_ext" / "sky" / "directive.py").read_text(encoding="utf-8")
        known = {f"volo-{picture.kind}" for picture in pictures} | {f"volo-edge-{picture.edge}" for picture in pictures}
        named = set(re.findall(r"\.(volo-[a-z0-9-]+)", style))
        assert named
        assert {name for name in named - known if f'"{name}"' not in directive} == set()


def test_the_page_of_the_rules_is_what_make_rules_page_writes() -> None:
    found = gzip.decompress(FILE.read_bytes()).decode()
    assert found == page(), "rules.html.gz is out of date: make rules-page"
    assert len(FILE.read_bytes()) < 60_000
    # Its Content-Security-Policy forbids scripts, and styles in the page.
    assert re.search(r"<script|<style|style=|\son[a-z]+=", found) is None
    assert found.count("<figure") > 100
