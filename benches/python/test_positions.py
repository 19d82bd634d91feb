"""Lists of legal moves, and single moves."""

from __future__ import annotations

from typing import Any

import pytest
from libraries import library, midgame
from pytest_benchmark.fixture import BenchmarkFixture

import volo
from volo import BLUE, reference

POSITIONS = 40

BOTH = pytest.mark.parametrize("cls", [volo.Position, reference.Position], ids=["core", "reference"])


@pytest.mark.benchmark(group=f"positions: lists of {POSITIONS} in mid-game")
@pytest.mark.parametrize("name", ["core", "reference", "python-chess", "OpenSpiel: hive"])
def test_lists(benchmark: BenchmarkFixture, name: str) -> None:
    # Chess in OpenSpiel is left out, because a position keeps its list.
    listed = library(name)
    positions = midgame(name, POSITIONS)
    found = benchmark(lambda: [len(listed.moves(position)) for position in positions])
    assert found == [listed.count(position) for position in positions]
    assert len(found) == POSITIONS


@pytest.mark.benchmark(group="single call: play")
@BOTH
def test_play(benchmark: BenchmarkFixture, cls: Any) -> None:
    position = cls()
    assert benchmark(position.play, position.legal_moves()[50]).turn == BLUE
