"""Each ruling of docs/RULES.md has a test that is named after it, and no test is named after a ruling that is none."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_ruling_has_a_test_named_after_it() -> None:
    page = (HERE.parents[1] / "docs/RULES.md").read_text(encoding="utf-8")
    rulings = re.findall(r"\[(R\w+)\]", page)
    sources = (path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    named = {name for source in sources for name in re.findall(r"def test_([Rr]\d\w*?)_", source)}
    assert len(rulings) == len(set(rulings)) == 20
    assert named == set(rulings)
