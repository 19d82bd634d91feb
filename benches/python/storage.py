"""How fast games are kept in a local folder and on a server that speaks S3. A section of benches/RESULTS.md.

It needs versitygw and Ray.
"""

from __future__ import annotations

import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import pytest
from results import Row, machine, publish

from support.process import running
from support.s3 import real_s3
from volo.simulate import Configuration, Summary, keep
from volo.simulate import ray as engine
from volo.simulate.config import WHOLE, Shard
from volo.simulate.folder import locked_folder
from volo.simulate.manifest import Entry, Heading
from volo.simulate.storage import storage_of
from volo.simulate.storage.objects import ObjectStorage
from volo.simulate.versions import writers

RUNS = 2
GAMES = 20_000
CHOSEN = ["--games", str(GAMES), "--shard-size", "1000", "--threads", "1", "--quiet"]
TASKS = 3_000


def games_a_second(workers: int, out: Callable[[int], str]) -> float:
    """Play the parts of a run in as many processes at once, each with one thread."""
    began = perf_counter()
    with ExitStack() as stack:
        runs = [
            stack.enter_context(
                running(
                    *(sys.executable, "-m", "volo", "simulate", *CHOSEN, "--out", out(index)),
                    *("--shard", f"{index}/{workers}"),
                    stdout=subprocess.DEVNULL,
                )
            )
            for index in range(1, workers + 1)
        ]
        for run in runs:
            assert run.wait() == 0
    return GAMES / (perf_counter() - began)


def share_of_the_driver(url: str) -> tuple[float, float]:
    """The bytes that the driver of a run on Ray gets and writes, of all bytes of 100,000 games.

    Also the processor time of a shard, in seconds.
    """
    heading = Heading(Configuration(games=100_000), WHOLE, writers())
    through = games = 0
    seconds = 0.0
    put = ObjectStorage.put

    def counted(self: ObjectStorage, name: str, data: bytes) -> None:
        nonlocal through
        through += len(data)
        put(self, name, data)

    with locked_folder(storage_of(url), heading) as folder:
        for shard, entry in folder.all_shards():
            task = heading, shard, 1, url, entry
            began = process_time()
            result = engine.keep_shard(*task)
            seconds += process_time() - began
            assert result[0] is not None
            games += result[0].size
            through += len(pickle.dumps(task)) + len(pickle.dumps(result))
            ObjectStorage.put = counted  # type: ignore[method-assign]
            folder.add(result[0])
            ObjectStorage.put = put  # type: ignore[method-assign]
    return through / games, seconds / heading.configuration.shards


def task_of_no_games(
    heading: Heading,  # noqa: ARG001
    shard: Shard,
    threads: int,  # noqa: ARG001
    url: str,  # noqa: ARG001
    entry: Entry | None,  # noqa: ARG001
) -> tuple[Entry | None, Summary]:
    """A task that takes no time, with a result as large as that of a real one."""
    return Entry(shard.first, shard.games, 1_300_000, "0" * 64), RESULT


RESULT = Summary()


def shards_a_second(url: str) -> tuple[float, float]:
    """How many shards a second Ray handles on this machine, and how many the processor time of the driver allows."""
    import ray

    global RESULT
    *_, RESULT = keep(f"{url}-result", Configuration(games=10_000))
    engine.keep_shard = task_of_no_games
    ray.init(num_cpus=2, log_to_driver=False, logging_level="ERROR")
    list(keep(f"{url}-warm", Configuration(games=100, shard_size=1), cluster="ray"))
    began, used = perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    list(keep(url, Configuration(games=TASKS, shard_size=1), cluster="ray"))
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    elapsed = perf_counter() - began
    ray.shutdown()
    return TASKS / elapsed, TASKS / seconds


def calculation(seconds: float, allowed: float) -> str:
    """What limits 1,000 threads.

    Args:
        seconds: the time in which a thread plays a shard of 10,000 games.
        allowed: the shards a second that the processor time of the driver of a run on Ray allows.
    """
    return (
        "A calculation for 1,000 such threads: with shards of 10,000 random games, they finish "
        f"{1000 / seconds:,.0f} shards a second, with as many puts and as many gets. The processor time of the driver "
        f"of a run on Ray allows {allowed:,.0f}. So the driver is the bottleneck above {allowed * seconds:,.0f} "
        f"threads at the latest, and with shards of 100,000 games above {10 * allowed * seconds:,.0f} threads. A job "
        "array has no driver. Its bottleneck is the rate of requests of the storage: S3 documents 3,500 puts and 5,500 "
        "gets a second for a prefix. Games of engines take much longer, so nothing is a bottleneck for them."
    )


def main() -> None:
    with (
        TemporaryDirectory() as place,
        pytest.MonkeyPatch.context() as patch,
        real_s3(patch, Path(place) / "server"),
    ):
        rows = []
        for workers in (1, 2, 4, 8):
            s3, local = [], []
            for number in range(RUNS):
                folder = Path(place) / f"{workers}-{number}"
                url = f"s3://bucket/{workers}-{number}"
                s3.append(games_a_second(workers, lambda _, url=url: url))  # type: ignore[misc]
                local.append(games_a_second(workers, partial(lambda folder, index: str(folder / str(index)), folder)))
            rows.append(Row(f"games kept on S3 over in local folders, {workers} processes, games/s", s3, local))
        share, seconds = share_of_the_driver("s3://bucket/share")
        rows.append(Row("bytes through the driver on Ray, of those of the games, %", [100 * share], [], "at most 1"))
        rows.append(Row("processor time to play and write 10,000 games, s", [seconds], []))
        handled, allowed = shards_a_second("s3://bucket/tasks")
        rows.append(Row("shards that Ray and its driver handle, shards/s", [handled], []))
        rows.append(Row("shards that the processor time of the driver allows, shards/s", [allowed], []))
    about = [
        machine(),
        (
            "`benches/python/storage.py`: medians of two runs with versitygw on the same machine, which other programs "
            "share. A process has one thread, and its start counts."
        ),
        calculation(seconds, allowed),
    ]
    publish(rows, about, "Kept games")


if __name__ == "__main__":
    main()
