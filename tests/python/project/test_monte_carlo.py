"""The program of docs/cookbook/monte-carlo.md."""

from __future__ import annotations

import runpy
from pathlib import Path

import volo

PROGRAM = Path(__file__).parents[3] / "docs" / "examples" / "monte_carlo.py"


def test_the_search_finds_a_win_and_is_reproducible() -> None:
    search = runpy.run_path(str(PROGRAM))["search"]
    position = volo.Position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    move = search(position, 8, seed=1)
    assert position.play(move).outcome() == volo.Outcome(volo.ORANGE, "flock")
    assert search(volo.Position("standard-4"), 8, seed=2) == search(volo.Position("standard-4"), 8, seed=2)
