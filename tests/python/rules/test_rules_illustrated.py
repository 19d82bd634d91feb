"""The pictures of the pages in docs: their claims are true, and docs/RULES_ILLUSTRATED.md shows every ruling.

The modules in docs/_ext/sky read the pages, check the claims and draw the pictures, here and for the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import volo
from sky.fence import Fence, fences, read
from sky.picture import draw, position_of
from support.data import read_jsonl
from support.pages import ROOT
from volo import reference
from volo.layout import layout

DOCS = ROOT / "docs"
RULES = (DOCS / "RULES.md").read_text(encoding="utf-8")
PAGE = (DOCS / "RULES_ILLUSTRATED.md").read_text(encoding="utf-8")

# The fences of all pages, by page and number.
FENCES = {
    f"{path.relative_to(DOCS)}-{number}": read(text)
    for path in sorted(DOCS.rglob("*.md"))
    for number, text in enumerate(fences(path.read_text(encoding="utf-8")), 1)
}

# An engine refuses a move by one of these rulings.
FORBIDDING = {"R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R14b", "R15", "R17"}


def sections(page: str, level: int) -> dict[str, str]:
    """The sections below the headings of one level, by heading, without sections of a higher level that follow."""
    headings = list(re.finditer(rf"^#{{1,{level}}} .*$", page, re.MULTILINE))
    ends = [heading.start() for heading in headings[1:]] + [len(page)]
    return {
        heading[0].removeprefix("#" * level + " "): page[heading.end() : end]
        for heading, end in zip(headings, ends, strict=True)
        if heading[0].startswith("#" * level + " ")
    }


def illustrated() -> Iterator[tuple[str, str, list[Fence]]]:
    """The rulings of the page: the ruling, the section of RULES.md that its heading links to, and its fences."""
    for heading, section in sections(PAGE, 3).items():
        if (found := re.match(r"\[(R\w+)\]\(RULES\.md#([a-z-]+)\) ", heading)) is not None:
            yield found[1], found[2], [read(text) for text in fences(section)]


@pytest.mark.parametrize("fence", FENCES.values(), ids=FENCES)
def test_the_claims_hold_in_both_implementations(fence: Fence) -> None:
    core, other = draw(fence, volo), draw(fence, reference)
    assert [picture._replace(message="") for picture in core] == [picture._replace(message="") for picture in other]
    assert [bool(picture.message) for picture in core] == [bool(picture.message) for picture in other]


@pytest.mark.parametrize("fence", FENCES.values(), ids=FENCES)
def test_the_captions_name_spaces_of_the_sky(fence: Fence) -> None:
    """A caption may name a missing space, if it says that it is missing."""
    sky = layout(position_of(fence, volo).rules.edge)
    for panel in fence.panels:
        named = set(re.findall(r"\b[a-p][0-9]+\b", panel.caption))
        assert named <= {*sky.spaces, *(sky.missing if "missing" in panel.caption else ())}
        for edge, spaces in re.findall(r"edge (\d+) and (\d+) spaces", panel.caption):
            assert (sky.edge, len(sky.spaces)) == (int(edge), int(spaces))


def test_every_fence_is_read() -> None:
    assert PAGE.count("{sky}") == sum(name.startswith("RULES_ILLUSTRATED") for name in FENCES) > 30


def test_every_ruling_has_pictures_in_order() -> None:
    rulings = list(illustrated())
    assert [ruling for ruling, _, _ in rulings] == re.findall(r"\[(R\w+)\]", RULES)
    assert all(found for _, _, found in rulings)


def test_every_heading_links_to_the_section_of_its_ruling() -> None:
    by_name = {**sections(RULES, 2), **sections(RULES, 3)}
    by_link = {heading.lower().replace(" ", "-"): section for heading, section in by_name.items()}
    for ruling, link, _ in illustrated():
        assert f"[{ruling}]" in by_link[link]


def test_a_ruling_that_forbids_has_a_legal_and_an_illegal_case() -> None:
    for ruling, _, found in illustrated():
        claims = [panel.claim for fence in found for panel in fence.panels]
        assert any(claim.get("ruling") == ruling for claim in claims) == (ruling in FORBIDDING)
        if ruling in FORBIDDING:
            assert any("result" in claim for claim in claims)


@pytest.mark.parametrize("figure", read_jsonl("figures.jsonl"), ids=lambda figure: f"figure-{figure['figure']}")
def test_every_figure_of_the_rulebook_is_shown(figure: dict[str, str]) -> None:
    heading = f"**Figure {figure['figure']}.** {figure['caption']}"
    assert heading in re.sub(r"\n(?=\S)", " ", PAGE)
    after = PAGE[PAGE.index(f"**Figure {figure['figure']}.**") :]
    assert position_of(read(next(fences(after))), volo).fen() == figure["fen"]


def test_every_rule_set_has_pictures() -> None:
    names = re.findall(r"^\| `([a-z-]+)` ", RULES, re.MULTILINE)
    shown = {heading: list(fences(section)) for heading, section in sections(PAGE, 3).items()}
    assert names == ["standard", "two-sizes", "french", "abstract-play", "boardspace"]
    for name in names[1:]:
        rules = {str(position_of(read(text), volo).rules) for text in shown[name]}
        assert any(each.startswith(name) for each in rules)
