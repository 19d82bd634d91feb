"""Runs on Ray: the bytes are the same as without Ray, even if a worker or a node is lost."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from support.kept import COMMAND, contents, simulate, survive_on_ray, wait_for_shards
from support.process import running
from volo import read_games

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_folder")]


@pytest.mark.storage
def test_a_run_on_ray_survives_a_lost_worker_and_a_lost_node(tmp_path: Path) -> None:
    survive_on_ray(str(tmp_path / "games"), tmp_path / "marks", 15_000)
    chosen = ["--games", "15000", "--rules", "standard-5", "--shard-size", "500"]
    assert contents(tmp_path / "games") == simulate(tmp_path / "without-ray", *chosen)


def test_a_run_on_ray_stops_with_complete_shards(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    chosen = ["--games", "100000000", "--rules", "standard-5", "--shard-size", "50", "--out", str(folder)]
    with running(*COMMAND, *chosen, "--cluster", "ray", stderr=subprocess.PIPE) as process:
        wait_for_shards(folder, 1, process)
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM, errors
    games = sum(1 for _ in read_games(folder, unfinished=True))
    assert f"volo: stopped; {games:,} games are kept" in errors
    assert not list(folder.glob("*.tmp"))
