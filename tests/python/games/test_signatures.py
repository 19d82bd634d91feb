"""The games of a seed are the same on any number of threads, and on the slowest backend, which runs these tests, too.

`tests/signatures.rs` checks a debug build against the same signatures. After an intended change of the games,
`python -m support.signatures` writes the new signatures.
"""

from __future__ import annotations

import pytest

from support.data import read_jsonl
from support.signatures import signature
from volo import Rules

SIGNATURES = {entry["rules"]: entry["sha256"] for entry in read_jsonl("signatures.jsonl")}

# Every pass rule and several numbers of threads.
SOON = {("standard", 2), ("french", 8), ("abstract-play", 1), ("boardspace", 3)}
# These differ from the standard rules in their numbers only.
LATER = [("two-sizes", 2), ("two-sizes-small", 3)]


def test_every_rule_set_has_a_signature() -> None:
    assert list(SIGNATURES) == list(Rules.NAMED)


@pytest.mark.parametrize(
    ("rules", "threads"), [*sorted(SOON), *(pytest.param(*each, marks=pytest.mark.long) for each in LATER)]
)
def test_games_of_every_rule_set_have_their_signature(rules: str, threads: int) -> None:
    assert signature(rules, threads) == SIGNATURES[rules]
