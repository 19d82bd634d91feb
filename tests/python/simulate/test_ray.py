"""Runs on Ray: the bytes are the same as without Ray, even if a worker or a node is lost."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from support.kept import COMMAND, contents, simulate, survive_on_ray, wait_for_shards
from support.process import running
from volo import KeptGamesError, Position, read_games
from volo.simulate import Configuration
from volo.simulate import ray as engine
from volo.simulate.config import WHOLE, Shard
from volo.simulate.manifest import Heading
from volo.simulate.versions import writers

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_folder")]

GAMES = 15_000


@pytest.fixture(scope="module")
def without_ray(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run without Ray."""
    chosen = ["--games", str(GAMES), "--rules", "standard-5", "--shard-size", "500"]
    return simulate(tmp_path_factory.mktemp("without-ray") / "games", *chosen)


@pytest.mark.storage
def test_a_run_on_ray_survives_a_lost_worker_and_a_lost_node(without_ray: dict[str, bytes], tmp_path: Path) -> None:
    survive_on_ray(str(tmp_path / "games"), tmp_path / "marks", GAMES)
    assert contents(tmp_path / "games") == without_ray


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


def test_a_task_returns_the_bytes_of_a_shard(without_ray: dict[str, bytes]) -> None:
    plan = Configuration(games=GAMES, position=Position("standard-5"), shard_size=500)
    data, summary = engine.play_shard(Heading(plan, WHOLE, writers()), Shard(1500, 500), 1)
    assert data == without_ray["games-000000001500.parquet"]
    assert summary.games == 500


def test_a_machine_with_other_versions_is_refused() -> None:
    with pytest.raises(KeptGamesError, match="a machine of the cluster has"):
        engine.play_shard(Heading(Configuration(games=1), WHOLE, {"volo": "99"}), Shard(0, 1), 1)


def test_an_unreachable_cluster_is_reported(tmp_path: Path) -> None:
    chosen = ["--cluster", "ray", "--address", "127.0.0.1:1", "--out", str(tmp_path / "games")]
    done = subprocess.run([*COMMAND, "--games", "5", *chosen], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no Ray cluster at 127.0.0.1:1" in done.stderr
