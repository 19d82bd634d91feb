"""Counts that other programs confirm: perft from the start by the reference. Tests in Rust check the core."""

from __future__ import annotations

from typing import Any

import pytest

from support.data import read_jsonl
from volo import reference

PERFT = read_jsonl("perft.jsonl")

# The reference counts this number of nodes in less than a second.
_REFERENCE_LIMIT = 6_000


def _id(entry: dict[str, Any]) -> str:
    return f"{entry['rules']}-depth-{entry['depth']}"


@pytest.mark.parametrize("entry", [entry for entry in PERFT if entry["nodes"] < _REFERENCE_LIMIT], ids=_id)
def test_perft_of_the_reference_is_correct(entry: dict[str, Any]) -> None:
    start = reference.Position(entry["rules"])
    nodes = start.perft(entry["depth"])
    assert nodes == entry["nodes"], start.divide(entry["depth"])
