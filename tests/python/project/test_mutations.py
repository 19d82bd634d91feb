"""The faults of `make test-mutations`, which is not part of `make test`, can be applied to the sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FAULTS = ROOT / "tests" / "mutations" / "faults.jsonl"

pytestmark = pytest.mark.skipif(not FAULTS.exists(), reason="needs a checkout")


def test_the_text_that_a_fault_replaces_occurs_once() -> None:
    faults = [json.loads(line) for line in FAULTS.read_text(encoding="utf-8").splitlines()]
    wrong = [fault["name"] for fault in faults if (ROOT / fault["file"]).read_text("utf-8").count(fault["old"]) != 1]
    assert faults
    assert wrong == []
