"""The pictures that docs/_ext/sky draws on the pages of the site: their claims are checked."""

from __future__ import annotations

import doctest
import re
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import volo
from sky import claims, words
from sky.claims import FenceError
from sky.fence import read
from sky.page import page
from sky.picture import draw
from support.svg_parts import SVG
from volo import reference

START = str(volo.Position("standard-4"))


def test_a_picture_is_described() -> None:
    (picture,) = draw(read(f"{START}\n\nlegal a3: It is far away."), volo)
    assert ET.fromstring(picture.svg).findtext(f"{SVG}desc") == (
        "A sky of edge 4. Orange has birds at a3, b2, d6 and f2. Blue has birds at b4, d2 and f4. "
        "The move a3 is marked."
    )
    assert (picture.label, picture.caption) == ("Legal: `a3`", "It is far away.")


@pytest.mark.parametrize(
    ("panel", "problem"),
    [
        ("legal c3", "illegal move c3: "),
        ("illegal a3 [R6]", "a3 is legal in "),
        ("illegal c3 [R7]", "c3 is refused by R6, not by R7"),
        ("Orange wins by a3", "the result is open, not Orange wins"),
        ("draw", "the result is open, not draw"),
        ("8 adds", "the number of adds is 9, not 8"),
        ("1 flight of b2", "the number of flights is 0, not 1"),
        ("10 moves", "the number of moves is 9, not 10"),
        ("6 neighbors of c3", "the number of neighbors is 5, not 6"),
        ("6 neighbors of d4", "d4 is not a space of a sky of edge 4"),
        ("2 regions of Orange", "the number of regions is 1, not 2"),
        ("flocks of Orange", "'flocks of Orange' is not a claim; expected a form such as"),
        ("2 adds of b2", "is not a claim"),
        ("", "the fence has no picture"),
        ("show flocks", "the fence has no picture"),
    ],
)
@pytest.mark.parametrize("engine", [volo, reference], ids=["core", "reference"])
def test_a_false_claim_is_refused(engine: ModuleType, panel: str, problem: str) -> None:
    with pytest.raises((FenceError, volo.VoloError), match=re.escape(problem)):
        draw(read(f"{START}\n\n{panel}"), engine)


@pytest.mark.parametrize("module", [claims, words])
def test_the_examples_of_the_modules_are_right(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed


def test_the_page_of_the_rules_fits_beside_the_page_on_which_one_plays() -> None:
    text = page()
    # The Content-Security-Policy of `volo play` forbids scripts, and styles in the page.
    assert re.search(r"<script|<style|style=|\son[a-z]+=", text) is None
    assert text.count("<figure") > 100
