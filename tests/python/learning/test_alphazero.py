"""The program of docs/cookbook/alphazero.md learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[3] / "docs" / "examples" / "alphazero.py"

pytestmark = pytest.mark.learning


def test_self_play_learns_to_beat_a_random_player() -> None:
    command = [sys.executable, str(PROGRAM), "--minutes", "5"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    scores = [int(score) for score in re.findall(r"(\d+)% of 100 games", output)]
    assert scores[0] < 85, output
    assert scores[-1] >= 90, output
