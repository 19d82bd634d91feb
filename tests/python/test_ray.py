"""Runs on Ray: the same bytes as on one machine, whatever dies on the way."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest
from kept import COMMAND, contents, finished, simulate, wait_for_shards
from process import running

from volo import KeptGamesError, Position, read_games
from volo.simulate import Configuration
from volo.simulate import ray as engine
from volo.simulate.ranges import Shard
from volo.simulate.versions import writers

pytestmark = pytest.mark.ray

GAMES = 15_000


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ray joins the cluster that it finds noted in its folder, be it another test's or long gone: each has its own.

    Not in pytest's folder: a socket's path has a hundred letters at most.
    """
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as place:
        monkeypatch.setenv("RAY_TMPDIR", place)
        yield


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run without Ray leaves."""
    chosen = ["--games", str(GAMES), "--rules", "standard-5", "--shard-size", "500"]
    return simulate(tmp_path_factory.mktemp("here") / "games", *chosen)


@pytest.mark.parametrize("scene", ["machine", "cluster"])
def test_a_run_on_ray_survives_a_lost_worker_and_a_lost_node(
    scene: str, here: dict[str, bytes], tmp_path: Path
) -> None:
    script = Path(__file__).with_name("ray_run.py")
    command = [sys.executable, str(script), scene, str(tmp_path / "games"), str(GAMES)]
    with running(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        _, told = process.communicate()
    assert process.returncode == 0, told
    assert contents(tmp_path / "games") == here


def test_a_run_on_ray_stops_with_whole_shards(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    folder = tmp_path / "games"
    chosen = ["--games", "100000000", "--rules", "standard-5", "--shard-size", "500", "--out", str(folder)]
    with running(*COMMAND, *chosen, "--engine", "ray", stderr=subprocess.PIPE) as process:
        wait_for_shards(folder, 1, process)
        began = monotonic()
        process.terminate()
        _, told = process.communicate(timeout=60)
    record_property("seconds", monotonic() - began)
    assert process.returncode == 128 + signal.SIGTERM
    games = sum(1 for _ in read_games(folder, unfinished=True))
    assert f"volo: stopped; {games:,} games are kept" in told
    assert not list(folder.glob("*.tmp"))


def test_a_task_makes_the_bytes_of_a_shard(here: dict[str, bytes]) -> None:
    plan = Configuration(games=GAMES, position=Position("standard-5"), shard_size=500)
    data, summary = engine.play_shard(plan, Shard(1500, 500), 1, writers())
    assert data == here["games-000000001500.parquet"]
    assert summary.games == 500


def test_a_machine_with_other_versions_is_refused() -> None:
    with pytest.raises(KeptGamesError, match="a machine of the cluster has"):
        engine.play_shard(Configuration(games=1), Shard(0, 1), 1, {"volo": "99"})


def test_a_cluster_that_is_not_there_is_said(tmp_path: Path) -> None:
    chosen = ["--engine", "ray", "--address", "127.0.0.1:1", "--out", str(tmp_path / "games")]
    assert "no Ray cluster at 127.0.0.1:1" in finished("--games", "5", *chosen, status=2).stderr
