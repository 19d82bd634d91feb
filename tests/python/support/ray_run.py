"""A run on Ray that tests start as a process: `python ray_run.py FOLDER MARKS GAMES`. The folder may be a URL.

One worker is killed while it plays a shard, and then one of two nodes is removed. Files in the folder MARKS trigger it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import ray
from ray.cluster_utils import Cluster

from volo.cli import main as volo
from volo.simulate import Configuration, Summary, keep
from volo.simulate import ray as engine
from volo.simulate.config import Shard
from volo.simulate.manifest import Heading

Task = Callable[..., tuple[Any, Summary]]


def run(folder: str, marks: Path, games: int) -> None:
    """Run the command on the cluster, and then a run of a program that is connected to the cluster already."""

    def dying(task: Task) -> Task:
        def play_or_die(heading: Heading, shard: Shard, *more: Any) -> tuple[Any, Summary]:
            (marks / ray.get_runtime_context().get_node_id()).touch()
            played = task(heading, shard, *more)
            if shard.first and not (marks / "worker").exists():
                (marks / "worker").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            while shard.first and not (marks / "node").exists():
                sleep(0.01)
            (marks / "shard").touch()
            return played

        return play_or_die

    def remove_the_other_node() -> None:
        while not ended.is_set():
            if (marks / "shard").exists() and (marks / other.node_id).exists():
                cluster.remove_node(other, allow_graceful=False)
                (marks / "node").touch()
                return
            sleep(0.01)
        raise AssertionError("the command ended before the node was removed")

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    engine.play_shard, engine.keep_shard = dying(engine.play_shard), dying(engine.keep_shard)
    chosen = ["--games", str(games), "--rules", "standard-5", "--shard-size", "500", "--out", folder]
    ended = Event()
    with ThreadPoolExecutor(1) as background:
        removal = background.submit(remove_the_other_node)
        status = volo(["simulate", *chosen, "--cluster", "ray", "--address", cluster.address, "--quiet"])
        ended.set()
        removal.result()
    assert status == 0
    assert (marks / "worker").exists()

    ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
    *_, last = keep(f"{folder}-more", Configuration(games=10), cluster="ray")
    assert last.games == 10
    assert ray.is_initialized(), "the run must not shut down a cluster that it did not start"
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    folder, marks, games = sys.argv[1:]
    Path(marks).mkdir()
    run(folder, Path(marks), int(games))
