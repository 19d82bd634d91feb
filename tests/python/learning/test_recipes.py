"""The programs of docs/cookbook/alphazero.md, mctx.md and reinforcement-learning.md run and learn."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[3] / "docs" / "examples"

pytestmark = pytest.mark.learning


def printed(program: str, *arguments: str) -> str:
    """Run a program and return its output."""
    command = [sys.executable, str(PROGRAMS / program), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_self_play_learns_to_beat_a_random_player() -> None:
    output = printed("alphazero.py", "--minutes", "5")
    scores = [int(score) for score in re.findall(r"(\d+)% of 100 games", output)]
    assert scores[0] < 85, output
    assert scores[-1] >= 90, output


@pytest.mark.skipif(sys.version_info < (3, 11), reason="JAX needs Python 3.11")
def test_gumbel_muzero_learns_to_beat_a_random_player() -> None:
    scores = [int(score) for score in re.findall(r"(\d+)% of 200 games", printed("mctx_gumbel.py"))]
    assert scores[0] < 85, scores
    assert scores[-1] >= 90, scores


def test_maskable_ppo_learns_to_beat_a_random_player() -> None:
    output = printed("maskable_ppo.py")
    before, after = (int(score) for score in re.findall(r"(\d+)% of 200 games won", output))
    assert before < 70, output
    assert after >= 90, output


def test_torchrl_accepts_the_environment() -> None:
    output = printed("torchrl_rollout.py")
    (games,) = re.findall(r"(\d+) games in 1000 steps", output)
    assert int(games) > 20, output
    assert "observations (1000, 12, 7, 7), masks (1000, 1201)" in output


def test_rllib_trains_with_masked_actions() -> None:
    output = printed("rllib_ppo.py", "--iterations", "3")
    games = [int(number) for number in re.findall(r"(\d+) games, mean return", output)]
    assert len(games) == 3, output
    assert min(games) > 20, output
