"""Every ruling of docs/RULES.md is cited by both implementations, and has tests that are named after it."""

from __future__ import annotations

import re

import pytest

from support.pages import ROOT

RULINGS = re.findall(r"\[(R\w+)\]", (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8"))

# R16 is a theorem, and the reference has no playouts to cut off (R19).
IMPLEMENTATIONS = {"src": {"R16"}, "python/volo/reference": {"R16", "R19"}}


def sources(folder: str) -> str:
    paths = [path for end in ("py", "rs") for path in (ROOT / folder).rglob(f"*.{end}")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_every_ruling_is_defined_once() -> None:
    assert len(RULINGS) == len(set(RULINGS)) == 20


@pytest.mark.parametrize("folder", IMPLEMENTATIONS)
def test_the_implementations_cite_the_rulings_that_exist(folder: str) -> None:
    # Documentation of Rust escapes the brackets.
    cited = set(re.findall(r"\[(R\d+b?)\\?\]", sources(folder)))
    assert cited | IMPLEMENTATIONS[folder] == set(RULINGS)


def test_every_ruling_has_tests_named_after_it() -> None:
    named = set(re.findall(r"def test_(R\d+b?)_", sources("tests/python")))
    assert named == set(RULINGS)
