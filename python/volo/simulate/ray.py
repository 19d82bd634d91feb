"""Playing a run on a Ray cluster. Each shard is a task.

Only this process writes to a local folder. On object storage, the tasks write their shards themselves.

Ray is optional (extra ``volo[ray]``) and is imported on first use.
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

from volo._support.disk import Sink
from volo.errors import KeptGamesError, VoloError
from volo.simulate.folder import Folder, whole_entry
from volo.simulate.manifest import Entry, Heading
from volo.simulate.ranges import Shard
from volo.simulate.shard import read_summary, write_shard
from volo.simulate.storage import storage_of
from volo.simulate.summary import Summary
from volo.simulate.versions import load, writers

__all__ = ["play_on_ray"]

# How often Ray restarts a task whose worker or node was lost.
_RETRIES = 20
# Tasks submitted per task that can run at once, so that no worker waits for its next task.
_TASKS_PER_SLOT = 2
_MOST_THREADS = 256
# Wait for tasks in intervals of this many seconds, so that signals are handled in between.
_POLL_SECONDS = 0.2
# The timeout for the connection to the cluster, in seconds.
_CONNECT_SECONDS = 10


def play_on_ray(folder: Folder, *, threads: int, address: str | None) -> Iterator[Summary]:
    """Play the missing shards of a folder on a Ray cluster.

    If the folder is local, the bytes of a shard are sent to this process through Ray, so the machines do not need a
    common file system. Three or four shards for each CPU of the cluster must then fit into the memory of this machine.
    On object storage, the tasks write their shards, and verify those that are there. This process gets their entries
    and summaries.

    A run that is stopped disconnects from the cluster, which ends its tasks. Only if the caller was connected before do
    the tasks that were submitted, at most two for each CPU, play their shards to the end.

    Args:
        folder: the folder to write the shards to.
        threads: the number of threads that play a shard, which is also the number of CPUs that a task requests.
        address: the address of the cluster. By default, Ray connects to a cluster that is running on this machine, or
            starts one.

    Yields:
        the summary of each shard, in the order in which the shards are finished.

    Raises:
        VoloError: ``threads`` is out of range.
        KeptGamesError: Ray is not installed, there is no cluster at the address, a task failed, or a machine of the
            cluster has other versions of volo or pyarrow.
        OSError: a shard cannot be written, for example because the disk is full.
    """
    if not 1 <= threads <= _MOST_THREADS:
        raise VoloError(f"threads must be 1 to {_MOST_THREADS}")
    ray = load("ray")
    with _cluster(ray, address):
        is_local = folder.storage.appends
        task = ray.remote(num_cpus=threads, max_retries=_RETRIES)(play_shard if is_local else keep_shard)
        shards = ((shard, None) for shard in folder.missing()) if is_local else folder.all_shards()
        # The tasks without a result yet, each with its shard. A stopped run does not cancel them: ray.cancel ends this
        # process if a task finishes at the same moment (ray-project/ray#54846).
        pending: dict[Any, Shard] = {}
        while True:
            slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
            for shard, entry in islice(shards, max(0, _TASKS_PER_SLOT * slots - len(pending))):
                more = () if is_local else (str(folder.storage), entry)
                pending[task.remote(folder.heading, shard, threads, *more)] = shard
            if not pending:
                return
            ready, _ = ray.wait(list(pending), timeout=_POLL_SECONDS)
            for reference in ready:
                try:
                    result, summary = ray.get(reference)
                except ray.exceptions.RayError as error:
                    raise KeptGamesError(f"a Ray task failed: {_cause(error)}") from error
                shard = pending.pop(reference)
                if is_local:
                    with folder.write(shard) as sink:
                        sink.write(result)
                elif result is not None:
                    folder.add(result)
                yield summary


def play_shard(heading: Heading, shard: Shard, threads: int) -> tuple[bytes, Summary]:
    """Play a shard for a local folder. This is the task that runs on the machines of the cluster.

    Args:
        heading: the heading of the manifest.
        shard: the range of games to play.
        threads: the number of threads.

    Returns:
        the bytes of the shard, and the summary of its games.

    Raises:
        KeptGamesError: this machine has other versions, so the bytes might differ.
    """
    _check_versions(heading)
    buffer = io.BytesIO()
    total = sum(write_shard(Sink(buffer), heading.configuration, shard, threads), Summary())
    return buffer.getvalue(), total


def keep_shard(
    heading: Heading, shard: Shard, threads: int, url: str, entry: Entry | None
) -> tuple[Entry | None, Summary]:
    """Verify a shard on object storage, or else play and write it. This is the task for object storage.

    Args:
        heading: the heading of the manifest.
        shard: the range of games.
        threads: the number of threads.
        url: the folder.
        entry: the entry of the shard in the manifest, if it has one.

    Returns:
        the entry of the shard, or None if it is the same as ``entry``; and the summary of its games.

    Raises:
        KeptGamesError: this machine has other versions, so the bytes might differ.
        OSError: the storage cannot be read or written.
    """
    _check_versions(heading)
    storage = storage_of(url)
    file = storage.file(shard.file)
    if (found := whole_entry(file, shard, heading, entry)) is not None:
        return (None if found == entry else found), read_summary(file)
    with storage.write(shard.file) as sink:
        total = sum(write_shard(sink, heading.configuration, shard, threads), Summary())
    return Entry(shard.first, shard.games, sink.size, sink.sha256()), total


def _check_versions(heading: Heading) -> None:
    if (installed := writers()) != heading.writers:
        raise KeptGamesError(f"a machine of the cluster has {installed}, but the run needs {heading.writers}")


@contextmanager
def _cluster(ray: ModuleType, address: str | None) -> Iterator[None]:
    """Connect to the cluster until the end of the ``with`` block. An existing connection is used and left open.

    Raises:
        KeptGamesError: there is no cluster at the address.
    """
    if ray.is_initialized():
        yield
        return
    if address is not None:
        _check_reachable(address)
    # By default, Ray sends usage statistics to its developers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # ray.init replaces the signal handlers. They are restored below.
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


def _check_reachable(address: str) -> None:
    """Check that the address accepts connections. Ray itself would retry for many minutes.

    Raises:
        KeptGamesError: the address does not accept a connection.
    """
    parts = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:([0-9]{1,5})", address)
    if parts is None:
        return
    try:
        socket.create_connection((parts[1], int(parts[2])), timeout=_CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise KeptGamesError(f"no Ray cluster at {address}: {_cause(error)}") from error


def _cause(error: BaseException) -> str:
    """The last line of the message of the innermost cause of an error."""
    cause = getattr(error, "cause", None) or error
    return (str(cause).strip() or type(cause).__name__).splitlines()[-1]
