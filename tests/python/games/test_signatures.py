"""The games of a seed are the same on any number of threads. `python -m support.signatures` writes the signatures.

Wheels are tested with this file. `tests/signatures.rs` checks a debug build against the same signatures.
"""

from __future__ import annotations

import pytest

from support.data import read_jsonl
from support.signatures import signature
from volo import Rules

SIGNATURES = {entry["rules"]: entry["sha256"] for entry in read_jsonl("signatures.jsonl")}


# Every pass rule and several numbers of threads. The rest differs from the standard rules in its numbers only.
@pytest.mark.parametrize(
    ("rules", "threads"),
    [
        *(("standard", 2), ("french", 8), ("abstract-play", 1), ("boardspace", 3)),
        *(pytest.param(*each, marks=pytest.mark.long) for each in [("two-sizes", 2), ("two-sizes-small", 3)]),
    ],
)
def test_games_of_every_rule_set_have_their_signature(rules: str, threads: int) -> None:
    assert list(SIGNATURES) == list(Rules.NAMED)
    assert signature(rules, threads) == SIGNATURES[rules]
