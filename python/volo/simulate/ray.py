"""Playing a run on a Ray cluster. Each shard is a task.

Only this process writes to a local folder. On object storage, the tasks write their shards themselves.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing

from volo._support.cluster import results_on_ray
from volo._support.disk import Sink
from volo.errors import KeptGamesError
from volo.simulate.config import Shard
from volo.simulate.folder import Folder, whole_entry
from volo.simulate.manifest import Entry, Heading
from volo.simulate.shard import read_summary, write_shard
from volo.simulate.storage import storage_of
from volo.simulate.summary import Summary
from volo.simulate.versions import writers


def play_on_ray(folder: Folder, *, threads: int, address: str | None) -> Iterator[Summary]:
    """Play the missing shards of a folder on a Ray cluster. Yield the summary of each when it is finished.

    If the folder is local, the bytes of a shard are sent to this process through Ray, so the machines do not need a
    common file system. Three or four shards for each CPU of the cluster must then fit into the memory of this machine.
    On object storage, the tasks write their shards, and verify those that are there. This process gets their entries
    and summaries. A task requests one CPU for each of its threads.
    """
    is_local = folder.storage.appends
    shards = ((shard, None) for shard in folder.missing()) if is_local else folder.all_shards()
    # On object storage, a task also gets the folder and the entry of its shard.
    calls = (
        (shard, (folder.heading, shard, threads, *(() if is_local else (str(folder.storage), entry))))
        for shard, entry in shards
    )
    with closing(results_on_ray(play_shard if is_local else keep_shard, calls, threads, address)) as results:
        for shard, (result, summary) in results:
            if is_local:
                with folder.write(shard) as sink:
                    sink.write(result)
            elif result is not None:
                folder.add(result)
            yield summary


def play_shard(heading: Heading, shard: Shard, threads: int) -> tuple[bytes, Summary]:
    """Play a shard for a local folder. Return its bytes and its summary. This is the task that runs on the machines."""
    _check_versions(heading)
    buffer = io.BytesIO()
    total = sum(write_shard(Sink(buffer), heading.configuration, shard, threads), Summary())
    return buffer.getvalue(), total


def keep_shard(
    heading: Heading, shard: Shard, threads: int, url: str, entry: Entry | None
) -> tuple[Entry | None, Summary]:
    """Verify a shard on object storage, or else play and write it. This is the task for object storage.

    Return the entry of the shard, or None if it is the same as ``entry``; and the summary of its games.
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
