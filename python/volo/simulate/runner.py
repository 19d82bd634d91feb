"""Plays many games, and yields the summary of all games so far after each chunk. The games may be kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from volo._support.checks import checked_integer
from volo._support.cluster import check_cluster
from volo._volo import MAX_GAMES, play_games
from volo.errors import VoloError
from volo.simulate.config import WHOLE, Configuration, Part, Shard, Terms, count_games, shards_of
from volo.simulate.folder import Folder, locked_folder
from volo.simulate.manifest import (
    MANIFEST,
    Entry,
    Heading,
    read_manifest,
    refuse_fewer_games,
    refuse_foreign_folder,
    tidy_manifest,
)
from volo.simulate.shard import Check, read_summary, write_shard
from volo.simulate.storage import InUseError, ObjectStorage, Storage, storage_of
from volo.simulate.storage.protocol import LOCK
from volo.simulate.summary import Summary
from volo.simulate.versions import writers

if TYPE_CHECKING:
    from typing_extensions import Unpack
else:
    # Python 3.10 does not have it, and annotations must be valid at run time.
    Unpack = {Terms: Any}

_FIRST_CHUNK = 256
# Engines may take seconds for a game.
_FIRST_CHUNK_OF_ENGINES = 2
_LARGEST_CHUNK = 1 << 16
_CHUNK_SECONDS = 0.2
# At the end of a chunk, all threads wait for the last game. So chunks take much longer than a game.
_CHUNK_SECONDS_OF_ENGINES = 2.0
# Every machine looks at every part.
_MOST_PARTS = 100_000


def run(games: int, *, threads: int | None = None, **terms: Unpack[Terms]) -> Generator[Summary, None, None]:
    """Play games, and after each chunk yield the summary of all games so far.

    The result of a game depends only on the arguments other than ``games`` and ``threads``, and on the number of the
    game. So the last summary is the same for any size of the chunks and any number of threads. Memory does not grow
    with the number of games.

    Args:
        games: the number of games; for 0, no summary is yielded.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.
        terms: ``position``, ``seed``, ``policy`` and ``max_plies``, as for :class:`Configuration`.

    Raises:
        VoloError: a number is out of range, a policy is unknown, or the text is neither a rule set nor a position. Like
            every error of a generator, it is raised when the first summary is requested.

    >>> for summary in run(1000, position="standard-4", seed=7):
    ...     pass
    >>> summary.games, summary.games == summary.orange + summary.blue + summary.draws + summary.truncated
    (1000, True)
    """
    games = checked_integer("games", games, 0, MAX_GAMES)
    yield from _run([Shard(0, games)], Configuration(1, **terms), threads)


def run_part(configuration: Configuration, part: Part, threads: int | None) -> Generator[Summary, None, None]:
    """Like :func:`run`, for the games of a part of a run. They are not kept."""
    games = [Shard(0, configuration.games)] if part == WHOLE else shards_of(configuration, part)
    yield from _run(games, configuration, threads)


def _run(ranges: Iterable[Shard], configuration: Configuration, threads: int | None) -> Generator[Summary, None, None]:
    total = Summary()
    size, aim = _FIRST_CHUNK, _CHUNK_SECONDS
    if any(each.startswith("engine:") for each in configuration.policy):
        size, aim = _FIRST_CHUNK_OF_ENGINES, _CHUNK_SECONDS_OF_ENGINES
    for games in ranges:
        first, end = games.first, games.first + games.games
        while first < end:
            started = perf_counter()
            chunk = min(size, end - first)
            playouts = play_games(chunk, threads=threads, tally=True, first=first, **configuration.terms)
            first += len(playouts)
            total += Summary.of(playouts)
            yield total
            size = _next_size(size, perf_counter() - started, aim)


def keep(
    directory: str | os.PathLike[str],
    configuration: Configuration,
    *,
    part: Part = WHOLE,
    threads: int | None = None,
    cluster: Literal["ray"] | None = None,
    address: str | None = None,
) -> Generator[Summary, None, None]:
    """Play games, keep them in a folder, and after each group of games yield the summary of all games so far.

    Games that the folder has from an earlier run of the same configuration are verified and added up first. They are
    played again only if they are damaged. The earlier run may have had fewer games: then the folder grows. A run that
    was interrupted and continued, even many times, gives the same bytes as an uninterrupted run, and a folder that has
    grown has the same bytes as a new one. Memory grows by a few hundred bytes for each file, and not with the number
    of games.

    Args:
        directory: the folder, which is created if it does not exist, or its URL on object storage, such as
            ``"s3://bucket/games"``.
        configuration: the configuration of the run.
        part: the part of the run that is played and kept here; all of it by default. :func:`volo.simulate.merge` joins
            the folders of all parts. On object storage, all parts are kept in one folder, and the parts that no other
            process plays are played afterwards, until the run is finished.
        threads: the number of threads, and on Ray the number for each shard. The default is as many as the machine
            runs at once, and 1 on Ray.
        cluster: ``"ray"`` to play on the machines of a Ray cluster, where each shard is a task. By default, all games
            are played in this process.
        address: the address of the Ray cluster. By default a running cluster of this machine is used, or one is
            started.

    Raises:
        VoloError: the folder is a URL that cannot be used, the cluster is unknown, or the number of threads is out of
            range.
        KeptGamesError: the folder has games of another configuration (the error names the differences), is for more
            games, is in use, or is not a folder of kept games; or pyarrow is not installed. Like every error of a
            generator, it is raised when the first summary is requested.
        ClusterError: ray is not installed, or there is no cluster at the address.
        OSError: a file cannot be read or written, for example because the disk is full. Games that were kept before
            are not lost.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plan = Configuration(games=50, position="standard-4", shard_size=20)
    ...     *_, first = keep(folder, plan)
    ...     *_, again = keep(folder, plan)
    >>> first.games, first == again
    (50, True)
    """
    check_cluster(cluster)
    for name, value, kind in (("configuration", configuration, Configuration), ("part", part, Part)):
        if not isinstance(value, kind):
            raise TypeError(f"{name} must be a volo.simulate.{kind.__name__}, not {type(value).__name__}")
    if threads is not None:
        threads = checked_integer("threads", threads, 1, 256)
    total = Summary()
    # The extra volo[ray] installs pyarrow too, so one installation is enough for a run on Ray.
    heading = Heading(configuration, part, writers(extra="parquet" if cluster is None else "ray"))
    storage = storage_of(directory)

    def play(folder: Folder) -> Iterator[Summary]:
        if cluster is None or folder.storage.appends:
            for _, file in folder.verify():
                yield read_summary(file)
        if cluster is None:
            yield from play_here(folder, threads)
        else:
            from volo.simulate.ray import play_on_ray

            yield from play_on_ray(folder, threads=1 if threads is None else threads, address=address)

    if isinstance(storage, ObjectStorage) and part != WHOLE:
        played = _keep_parts(storage, heading, play)
    else:
        played = keep_whole(storage, heading, play)
    with closing(played):
        for summary in played:
            total += summary
            yield total


def keep_whole(
    storage: Storage, heading: Heading, play: Callable[[Folder], Iterator[Summary]]
) -> Generator[Summary, None, None]:
    """Verify and play all shards of a folder that only this process writes to, and yield the summaries."""
    with locked_folder(storage, heading) as folder:
        yield from play(folder)
        folder.tidy()


def play_here(folder: Folder, threads: int | None, check: Check | None = None) -> Iterator[Summary]:
    """Play the missing shards on this machine, and yield the summary of each row group."""
    for shard in folder.missing():
        with folder.write(shard) as sink:
            yield from write_shard(sink, folder.heading.configuration, shard, threads, check)


def _next_size(size: int, seconds: float, aim: float) -> int:
    """The size of the next chunk: doubled or halved if the last chunk did not take about the time that is aimed at."""
    if seconds < aim / 2:
        return min(2 * size, _LARGEST_CHUNK)
    if seconds > aim * 2:
        return max(size // 2, 1)
    return size


def _keep_parts(
    storage: ObjectStorage, heading: Heading, play: Callable[[Folder], Iterator[Summary]]
) -> Generator[Summary, None, None]:
    """Play the part of a heading, and then all parts that no machine plays, until the run is finished.

    Each part has its own manifest and its own lease in the folder, until all parts are finished. A part that another
    machine plays is left to it as long as it renews its lease. Parts of lost machines are taken over.
    """
    first, of = heading.part.index, heading.part.of
    if of > _MOST_PARTS:
        raise VoloError(f"a run on object storage has at most {_MOST_PARTS:,} parts")
    whole = replace(heading, part=WHOLE)
    refuse_foreign_folder(storage)
    # The first machine puts the manifest of the run. The others compare their configuration with it.
    Folder(storage, whole)
    finished: dict[Part, list[Entry]] = {}
    pending = [Part((first - 1 + step) % of + 1, of) for step in range(of)]
    while True:
        for part in pending:
            view, own = _view(storage, part), replace(heading, part=part)
            # The first part is verified in any case, as by every run that is continued.
            is_first = part == heading.part
            is_held = False
            try:
                if (entries := None if is_first else _found(storage, whole, view, own)) is None:
                    with view.locked():
                        is_held = True
                        # Another machine may have finished the part while this one waited for the lease.
                        if (entries := None if is_first else _found(storage, whole, view, own)) is None:
                            folder = Folder(view, own)
                            yield from play(folder)
                            folder.tidy()
                            entries = list(folder.entries)
            except InUseError:
                if not is_held:
                    continue
                # Another machine has taken the part over, or has joined the parts of the finished run.
                if _entries(storage, whole) is None:
                    raise
                return
            except _FinishedError:
                # The machine that joined the parts removed the objects of the others.
                _remove(storage, {heading.part, part})
                return
            finished[part] = entries
        pending = [part for part in pending if part not in finished]
        if not pending and _join(storage, whole, finished):
            return


class _FinishedError(Exception):
    """The run is finished, and another machine has joined its parts."""


def _found(storage: ObjectStorage, whole: Heading, view: ObjectStorage, own: Heading) -> list[Entry] | None:
    """The entries of a part that is finished; None for another part. Raise _FinishedError if all parts are joined."""
    entries = _entries(view, own)
    if entries is None and _entries(storage, whole) is not None:
        raise _FinishedError
    return entries


def _view(storage: ObjectStorage, part: Part) -> ObjectStorage:
    return storage.of_part(f"{part.index}-of-{part.of}")


def _entries(storage: ObjectStorage, heading: Heading) -> list[Entry] | None:
    try:
        found, entries = read_manifest(storage)
    except FileNotFoundError:
        return None
    refuse_fewer_games(storage, found, heading)
    games = sum(entry.games for entry in entries)
    return entries if games == count_games(heading.configuration, heading.part) else None


def _join(storage: ObjectStorage, whole: Heading, parts: dict[Part, list[Entry]]) -> bool:
    """Write the manifest of the run, and remove those of its parts. False if another machine is doing this."""
    try:
        with storage.locked():
            # The manifest is replaced only if it is as it was read.
            found, _ = read_manifest(storage)
            refuse_fewer_games(storage, found, whole)
            tidy_manifest(storage, whole, (entry for entries in parts.values() for entry in entries))
            _remove(storage, parts)
    except InUseError:
        return False
    return True


def _remove(storage: ObjectStorage, parts: Iterable[Part]) -> None:
    for part in parts:
        for name in MANIFEST, LOCK:
            with suppress(FileNotFoundError):
                _view(storage, part).remove(name)
