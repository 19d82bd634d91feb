"""A run on the machines of a Ray cluster: each shard is a task, and this process alone writes the folder.

Ray is loaded when it is needed; the extra ``volo[ray]`` brings it.
"""

from __future__ import annotations

import io
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from threading import current_thread, main_thread
from types import ModuleType
from typing import Any

from volo.disk import Sink
from volo.errors import KeptGamesError, VoloError
from volo.simulate.config import Configuration
from volo.simulate.folder import Folder
from volo.simulate.ranges import Shard
from volo.simulate.shard import write_shard
from volo.simulate.summary import Summary
from volo.simulate.versions import load, writers

__all__ = ["play_on_ray"]

# How often a shard is played again after its worker or its node was lost, before there must be something wrong.
_RETRIES = 20
# How many tasks are handed out for each that can run at once: enough that none of the machines waits for its next.
_TASKS_A_PLACE = 2
_MOST_THREADS = 256
# How long to wait for a task before signals are looked at.
_PATIENCE = 0.2
# How long a cluster may take to answer at all, in seconds.
_ANSWER = 10


def play_on_ray(folder: Folder, *, threads: int, address: str | None) -> Iterator[Summary]:
    """Play the missing shards of a folder, and give the summary of each as it comes in, in any order.

    The bytes of a shard come back to this process through Ray: the machines need no folder in common, and a few shards
    for each of them must fit into the memory of this one.

    Args:
        folder: where the shards are kept.
        threads: how many threads play a shard, and how many processors its task asks for.
        address: of the cluster; one is started on this machine unless given, or unless there is one already.

    Raises:
        VoloError: there is no such number of threads.
        KeptGamesError: ray is not installed, there is no cluster at the address, or a machine of it has other
            versions of volo or pyarrow.
        OSError: the disk is full, or broken.
    """
    if not 1 <= threads <= _MOST_THREADS:
        raise VoloError(f"threads must be 1 to {_MOST_THREADS}")
    ray = load("ray")
    with _cluster(ray, address):
        task = ray.remote(num_cpus=threads, max_retries=_RETRIES)(play_shard)
        shards = folder.missing()
        pending: dict[Any, Shard] = {}
        while True:
            places = max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
            for shard in islice(shards, max(0, _TASKS_A_PLACE * places - len(pending))):
                pending[task.remote(folder.heading.configuration, shard, threads, folder.heading.writers)] = shard
            if not pending:
                return
            ready, _ = ray.wait(list(pending), timeout=_PATIENCE)
            for reference in ready:
                try:
                    data, summary = ray.get(reference)
                except ray.exceptions.RayError as error:
                    raise KeptGamesError(f"a task of Ray failed: {_cause(error)}") from error
                with folder.write(pending.pop(reference)) as sink:
                    sink.write(data)
                yield summary


def play_shard(
    configuration: Configuration, shard: Shard, threads: int, expected: dict[str, str]
) -> tuple[bytes, Summary]:
    """Play a shard: its bytes and its summary. This is what a machine of the cluster does.

    Raises:
        KeptGamesError: the versions here are not those that are expected, so that the bytes might differ.
    """
    if (here := writers()) != expected:
        raise KeptGamesError(f"a machine of the cluster has {here}, and the run is written with {expected}")
    buffer = io.BytesIO()
    total = sum(write_shard(Sink(buffer), configuration, shard, threads), Summary())
    return buffer.getvalue(), total


@contextmanager
def _cluster(ray: ModuleType, address: str | None) -> Iterator[None]:
    """A connection to the cluster, unless the process has one already."""
    if ray.is_initialized():
        yield
        return
    if address is not None:
        _refuse_nobody(address)
    # Ray would report to its makers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray listens to signals in its own way, and behind the back of Python.
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise KeptGamesError(f"no Ray cluster at {address}: {_cause(error)}") from error
    if current_thread() is main_thread():
        for each, handler in handlers.items():
            signal.signal(each, handler or signal.SIG_DFL)
    try:
        yield
    finally:
        ray.shutdown()


def _refuse_nobody(address: str) -> None:
    """Refuse an address where nobody answers: Ray would ask there for many minutes."""
    place = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:([0-9]{1,5})", address)
    if place is None:
        return
    try:
        socket.create_connection((place[1], int(place[2])), timeout=_ANSWER).close()
    except (OSError, OverflowError) as error:
        raise KeptGamesError(f"no Ray cluster at {address}: {_cause(error)}") from error


def _cause(error: BaseException) -> str:
    """The innermost cause of an error, in one line."""
    cause = getattr(error, "cause", None) or error
    return (str(cause).strip() or type(cause).__name__).splitlines()[-1]
