"""Playing many random games a chunk at a time, so that somebody can be told how far it is."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from time import perf_counter
from typing import Literal

from volo._volo import Position, play_random
from volo.errors import VoloError
from volo.simulate.config import MOST_GAMES, Configuration, Policy
from volo.simulate.folder import Folder, locked_folder
from volo.simulate.manifest import Heading
from volo.simulate.ranges import WHOLE, Part
from volo.simulate.shard import read_summary, write_shard
from volo.simulate.summary import Summary
from volo.simulate.versions import writers
from volo.whole import whole

__all__ = ["ENGINES", "Engine", "keep", "run"]

Engine = Literal["local", "ray"]
ENGINES: tuple[Engine, ...] = ("local", "ray")

_FIRST_CHUNK = 256
_LARGEST_CHUNK = 1 << 16
_CHUNK_SECONDS = 0.2


def run(
    games: int,
    *,
    position: Position | None = None,
    seed: int = 0,
    threads: int | None = None,
    max_plies: int = 2000,
    policy: Policy | tuple[Policy, Policy] = "uniform",
) -> Generator[Summary, None, None]:
    """Play random games, and after each chunk give the summary of all games so far; the last one is of all games.

    Each game has a generator of its own, keyed by the seed and the game's number: the last summary is the same however
    the games fall into chunks, and on any number of threads. Memory does not grow with the number of games.

    Args:
        games: how many; with 0 there is no summary at all.
        position: where each game begins; the start under standard rules unless given.
        seed: the same seed gives the same games.
        threads: how many threads play; all processors unless given.
        max_plies: a game is cut off after so many plies.
        policy: how moves are chosen, ``"uniform"`` or ``"careful"``; Orange's and Blue's, if they are two.

    Raises:
        VoloError: a number is out of range. Like every error, it comes with the first chunk.

    >>> for summary in run(1000, position=Position("standard-4"), seed=7):
    ...     pass
    >>> summary.games, summary.games == summary.orange + summary.blue + summary.draws + summary.truncated
    (1000, True)
    """
    games = whole("games", games, 0, MOST_GAMES)
    total = Summary()
    size = _FIRST_CHUNK
    while total.games < games:
        started = perf_counter()
        playouts = play_random(
            min(size, games - total.games),
            position=position,
            seed=seed,
            threads=threads,
            max_plies=max_plies,
            tally=True,
            first=total.games,
            policy=policy,
        )
        total += Summary.of(playouts)
        yield total
        size = _next_size(size, perf_counter() - started)


def keep(
    directory: str | os.PathLike[str],
    configuration: Configuration,
    *,
    part: Part = WHOLE,
    threads: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
) -> Generator[Summary, None, None]:
    """Play random games, keep every one of them in a folder, and give the summary of all games so far now and then.

    What is in the folder from an earlier run of the same configuration is verified, summed up first, and not played
    again unless it is damaged. Whatever stops a run, the finished folder has the same bytes in the end. Memory grows
    with the number of files, by some hundred bytes for each, and not with the number of games.

    Args:
        directory: the folder; it is made unless it is there.
        configuration: what to play.
        part: the part of it that is played and kept here; all of it unless given. :func:`volo.simulate.merge` joins
            the folders of all parts.
        threads: how many threads play, and on Ray how many for a shard; all processors unless given, and one on Ray.
        engine: ``"local"``, or ``"ray"`` for the machines of a Ray cluster, where each shard is a task.
        address: of the Ray cluster; one is started on this machine unless given, or unless there is one already.

    Raises:
        VoloError: there is no such engine, or number of threads.
        KeptGamesError: the folder keeps the games of another configuration (the error names the differences), is in
            use, or is not a folder of kept games; or pyarrow or ray is not installed. Like every error, it comes with
            the first summary.
        OSError: the disk is full, or broken; what was kept before is whole.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plan = Configuration(games=50, position=Position("standard-4"), shard_size=20)
    ...     *_, first = keep(folder, plan)
    ...     *_, again = keep(folder, plan)
    >>> first.games, first == again
    (50, True)
    """
    if engine not in ENGINES:
        raise VoloError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")
    total = Summary()
    # The extra volo[ray] installs pyarrow too, so one installation is enough for a run on Ray.
    versions = writers(extra="ray" if engine == "ray" else "parquet")
    with locked_folder(Path(directory), Heading(configuration, part, versions)) as folder:
        for entry in folder.verify():
            total += read_summary(folder.path / entry.shard.file)
            yield total
        if engine == "ray":
            from volo.simulate.ray import play_on_ray

            played = play_on_ray(folder, threads=1 if threads is None else threads, address=address)
        else:
            played = _play_here(folder, threads)
        for summary in played:
            total += summary
            yield total
        folder.finish()


def _play_here(folder: Folder, threads: int | None) -> Iterator[Summary]:
    """Play the missing shards on this machine, and give the summary of each row group."""
    for shard in folder.missing():
        with folder.write(shard) as sink:
            yield from write_shard(sink, folder.heading.configuration, shard, threads)


def _next_size(size: int, seconds: float) -> int:
    """The size of a chunk that should take a fifth of a second, found by doubling and halving."""
    if seconds < _CHUNK_SECONDS / 2:
        return min(2 * size, _LARGEST_CHUNK)
    if seconds > _CHUNK_SECONDS * 2:
        return max(size // 2, 1)
    return size
