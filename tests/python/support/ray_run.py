"""A run on Ray that tests start as a process: `python ray_run.py FOLDER GAMES`.

The cluster has two nodes. One worker is killed while it plays a shard, and then one node is removed. Tasks create files
in FOLDER.marks to trigger this, so it does not depend on time.
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

from volo.cli import main as volo
from volo.simulate import Configuration, Summary, keep
from volo.simulate import ray as engine
from volo.simulate.manifest import Heading
from volo.simulate.ranges import Shard

play_shard = engine.play_shard
Played = tuple[bytes, Summary]


def run(folder: Path, marks: Path, games: int) -> None:
    """Run the command on the cluster, and then a run of a program that is connected to the cluster already."""

    def play_or_die(heading: Heading, shard: Shard, threads: int) -> Played:
        (marks / ray.get_runtime_context().get_node_id()).touch()
        played = play_shard(heading, shard, threads)
        if shard.first and not (marks / "worker").exists():
            (marks / "worker").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        while shard.first and not (marks / "node").exists():
            sleep(0.01)
        return played

    def remove_the_other_node() -> None:
        while not ended.is_set():
            if any(folder.glob("games-*.parquet")) and (marks / other.node_id).exists():
                cluster.remove_node(other, allow_graceful=False)
                (marks / "node").touch()
                return
            sleep(0.01)
        raise AssertionError("the command ended before the node was removed")

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    engine.play_shard = play_or_die
    chosen = ["--games", str(games), "--rules", "standard-5", "--shard-size", "500", "--out", str(folder)]
    ended = Event()
    with ThreadPoolExecutor(1) as background:
        removal = background.submit(remove_the_other_node)
        status = volo(["simulate", *chosen, "--engine", "ray", "--address", cluster.address, "--quiet"])
        ended.set()
        removal.result()
    assert status == 0
    assert (marks / "worker").exists()

    ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
    *_, last = keep(folder.with_name("more"), Configuration(games=10), engine="ray")
    assert last.games == 10
    assert ray.is_initialized(), "the run must not shut down a cluster that it did not start"
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    folder, games = sys.argv[1:]
    marks = Path(f"{folder}.marks")
    marks.mkdir()
    run(Path(folder), marks, int(games))
