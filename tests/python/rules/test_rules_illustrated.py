"""The pictures of the pages in docs: their claims are true.

The modules in docs/_ext/sky read the pages, check the claims and draw the pictures, here and for the site.
"""

from __future__ import annotations

import re

import pytest

import volo
from sky.fence import Fence, fences, read
from sky.picture import draw, position_of
from support.data import read_jsonl
from support.pages import ROOT
from volo import reference
from volo.layout import layout

DOCS = ROOT / "docs"
PAGE = (DOCS / "RULES_ILLUSTRATED.md").read_text(encoding="utf-8")

# The fences of all pages, by page and number.
FENCES = {
    f"{path.relative_to(DOCS)}-{number}": read(text)
    for path in sorted(DOCS.rglob("*.md"))
    for number, text in enumerate(fences(path.read_text(encoding="utf-8")), 1)
}


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


@pytest.mark.parametrize("figure", read_jsonl("figures.jsonl"), ids=lambda figure: f"figure-{figure['figure']}")
def test_every_figure_of_the_rulebook_is_shown(figure: dict[str, str]) -> None:
    heading = f"**Figure {figure['figure']}.** {figure['caption']}"
    assert heading in re.sub(r"\n(?=\S)", " ", PAGE)
    after = PAGE[PAGE.index(f"**Figure {figure['figure']}.**") :]
    assert position_of(read(next(fences(after))), volo).fen() == figure["fen"]
