"""The page on rule sets shows the report whose results are in the repository."""

from __future__ import annotations

import pytest

from support.rule_sets import PAGE, RULES, stored, written
from volo.report import page

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="needs a checkout")


def test_the_tables_are_those_of_the_results() -> None:
    results = stored()
    assert tuple(each.rules for each in results.rule_sets) == RULES
    assert PAGE.read_text(encoding="utf-8") == written(results)


def test_the_results_make_a_page() -> None:
    text = page(stored())
    assert 100_000 < len(text.encode()) < 400_000
