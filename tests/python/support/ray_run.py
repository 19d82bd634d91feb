"""A run on Ray that tests start as a process: `python ray_run.py SCENE FOLDER GAMES`.

In the scene `machine`, a worker is killed while it plays a shard. In the scene `cluster`, a node is removed. Tasks
create files in FOLDER.marks to trigger this, so it does not depend on time.
"""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep

import ray
from ray.cluster_utils import Cluster

from volo import Position
from volo.cli import main as volo
from volo.simulate import Configuration, Summary, keep
from volo.simulate import ray as engine
from volo.simulate.ranges import Shard

play_shard = engine.play_shard
Played = tuple[bytes, Summary]


def on_machine(folder: Path, marks: Path, games: int) -> None:
    """A run on this machine. One worker is killed while it plays a shard."""

    def die_once(configuration: Configuration, shard: Shard, threads: int, expected: dict[str, str]) -> Played:
        played = play_shard(configuration, shard, threads, expected)
        if shard.first and not (marks / "died").exists():
            (marks / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return played

    engine.play_shard = die_once
    ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    plan = Configuration(games=games, position=Position("standard-5"), shard_size=500)
    *_, last = keep(folder, plan, engine="ray")
    assert last.games == games
    assert (marks / "died").exists()
    assert ray.is_initialized(), "the run must not shut down a cluster that it did not start"


def on_cluster(folder: Path, marks: Path, games: int) -> None:
    """The command on a cluster of two nodes. One node is removed while it plays shards."""

    def wait_for_the_removal(
        configuration: Configuration, shard: Shard, threads: int, expected: dict[str, str]
    ) -> Played:
        (marks / ray.get_runtime_context().get_node_id()).touch()
        while shard.first and not (marks / "died").exists():
            sleep(0.01)
        return play_shard(configuration, shard, threads, expected)

    def remove_the_other_node() -> None:
        while not ended.is_set():
            if any(folder.glob("games-*.parquet")) and (marks / other.node_id).exists():
                cluster.remove_node(other, allow_graceful=False)
                (marks / "died").touch()
                return
            sleep(0.01)
        raise AssertionError("the command ended before the node was removed")

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    engine.play_shard = wait_for_the_removal
    chosen = ["--games", str(games), "--rules", "standard-5", "--shard-size", "500", "--out", str(folder)]
    ended = Event()
    with ThreadPoolExecutor(1) as background:
        removal = background.submit(remove_the_other_node)
        status = volo(["simulate", *chosen, "--engine", "ray", "--address", cluster.address, "--quiet"])
        ended.set()
        removal.result()
    assert status == 0
    cluster.shutdown()


if __name__ == "__main__":
    scene, folder, games = sys.argv[1:]
    marks = Path(f"{folder}.marks")
    marks.mkdir()
    {"machine": on_machine, "cluster": on_cluster}[scene](Path(folder), marks, int(games))
