"""A run on Ray, for tests to start in a process of its own: `python ray_run.py SCENE FOLDER GAMES`.

SCENE is `machine`, where a worker is killed in mid-run, or `cluster`, where a node is.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import ray
from ray.cluster_utils import Cluster

from volo import Position
from volo.simulate import Configuration, keep


def on_machine(folder: str, games: int) -> None:
    """A run on this machine, of which a worker is killed when the first shard is there."""
    ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    plan = Configuration(games=games, position=Position("standard-5"), shard_size=500)
    summaries = keep(folder, plan, engine="ray")
    first = next(summaries)
    kill_a_worker()
    *_, last = summaries
    assert first.games < last.games == games
    assert ray.is_initialized(), "whose cluster it is, he shuts it down"


def on_cluster(folder: str, games: int) -> None:
    """The command on a cluster of two nodes, of which one is killed when the first shard is there."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    other = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    chosen = ["--games", str(games), "--rules", "standard-5", "--shard-size", "500", "--out", folder]
    command = [sys.executable, "-m", "volo", "simulate", *chosen, "--engine", "ray", "--address", cluster.address]
    with subprocess.Popen([*command, "--quiet"]) as run:
        while not list(Path(folder).glob("games-*.parquet")):
            assert run.poll() is None, "the run ended without a game"
            sleep(0.01)
        cluster.remove_node(other, allow_graceful=False)
        assert run.poll() is None, "the run ended before the node did"
        assert run.wait() == 0
    cluster.shutdown()


def children() -> dict[int, tuple[int, str]]:
    """The processes of this machine: their parents, and their names."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            told = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        found[int(told["Pid"])] = int(told["PPid"]), told["Name"]
    return found


def kill_a_worker() -> None:
    """Kill a process that plays a shard for us."""
    processes = children()

    def is_ours(number: int) -> bool:
        while number in processes and number != os.getpid():
            number = processes[number][0]
        return number == os.getpid()

    workers = [each for each, (_, name) in processes.items() if name.startswith("ray::play") and is_ours(each)]
    os.kill(workers[0], signal.SIGKILL)


if __name__ == "__main__":
    {"machine": on_machine, "cluster": on_cluster}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
