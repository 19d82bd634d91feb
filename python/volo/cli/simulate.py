"""``volo simulate``: play games."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Generator
from contextlib import closing, redirect_stdout, suppress
from io import BytesIO
from math import ceil
from pathlib import Path
from secrets import randbits
from time import perf_counter, process_time
from typing import Literal

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._support.disk import Sink
from volo._volo import Position, Rules, _divided
from volo._volo import _policies as read_policies
from volo.cli.console import progress, tabulate
from volo.cli.options import (
    KEPT,
    check_address,
    cluster_options,
    folder_option,
    json_option,
    number_option,
    position_from,
    quiet_option,
    reader,
    start_options,
    threads_option,
)
from volo.cli.signals import interruptible
from volo.cli.summary import plot_option, report
from volo.cli.terminal import BadInput, Unfinished, say
from volo.errors import VoloError
from volo.simulate import Configuration, Part, Summary, keep
from volo.simulate.config import Shard, count_games, count_shards, fitting_size
from volo.simulate.kept import contents_of
from volo.simulate.manifest import read_manifest
from volo.simulate.runner import run_part
from volo.simulate.shard import write_shard
from volo.simulate.sizes import GAMES_PER_GROUP
from volo.simulate.storage import storage_of

# EFBIG: the file would exceed the limit that the system sets for the process.
_DISK_IS_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_BAD_INPUT = 2
# The bytes that Python takes with NumPy and pyarrow.
_PROGRAM = 150_000_000


def _policies(text: str) -> tuple[str, str]:
    policies = _divided(text)
    return read_policies(tuple(policies) if len(policies) > 1 else policies[0])  # type: ignore[arg-type]


@click.command()
@number_option("--games", min=1, default=20_000, help="The number of games.")
@start_options
@click.option(
    "--policy",
    type=reader(_policies),
    default="uniform",
    show_default=True,
    metavar="POLICY[,POLICY]",
    help="How both players choose their moves, or Orange and Blue, as in careful,uniform. uniform: any legal move is "
    "as likely as any other. careful: a move that wins at once; else one that does not let the opponent win at once, "
    "if there is one. engine:NODES: the best move that an engine finds when it searches this number of positions; "
    "with the settings opening=PLIES (the moves of the first plies are uniform; 4 by default) and temperature=NUMBER "
    "(0 by default; the higher, the more often another good move is played), as in engine:400,opening=6; or "
    "engine:level=3. The same texts name the players of `volo match`; players and settings that only matches have are "
    "refused.",
)
@number_option(
    "--seed",
    help="The same seed gives the same games.  [default: 0 with --out, because a folder continues; else a new one]",
)
@threads_option
@number_option("--max-plies", default=2000, help="Cut a game off after this number of plies.")
@folder_option(
    "--out",
    type=KEPT,
    help="Keep every game in this folder, or continue the run that was stopped there or had fewer games. A URL such as "
    "s3://BUCKET/PREFIX is a folder on object storage.",
)
@number_option(
    "--shard-size",
    help="The number of games in each file.  [default: that of the folder; for a new one, 10000 or more by the "
    "edge and the number of games]",
)
@click.option(
    "--part",
    type=reader(Part.parse),
    default="1/1",
    show_default=True,
    metavar="I/N",
    help="Play only every N-th shard, beginning with the I-th, as job I of N parallel jobs with the same --seed. `volo "
    "merge` joins the folders of the jobs. On object storage, the jobs have one folder, and a job that has finished "
    "its part also plays the parts that no other job plays. Without --out, `volo summarize` adds what the jobs print "
    "with --json.",
)
@cluster_options("where each shard is a task")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Only play some of the games, and print what the run would take: hours of one core, bytes, files, memory, and "
    "a --shard-size that fits.",
)
@quiet_option
@plot_option
@json_option
def simulate(
    games: int,
    rules: Rules | None,
    fen: Position | None,
    policy: tuple[str, str],
    seed: int | None,
    threads: int | None,
    max_plies: int,
    out: Path | str | None,
    shard_size: int | None,
    part: Part,
    cluster: Literal["ray"] | None,
    address: str | None,
    dry_run: bool,
    quiet: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play games at random or with an engine, and summarize them.

    The games are the same on any number of threads and machines. With --out every game is kept. The first Ctrl-C,
    SIGTERM or SIGHUP stops the run in good order, and the second stops it at once. The same command continues a run
    that was stopped, and with more games it continues a run that is finished.

    \b
    Example:
      volo simulate --games 20000 --rules french --seed 7
      volo simulate --games 20 --rules standard-5 --policy engine:400 --seed 7
    """
    if out is None and (cluster is not None or address is not None):
        raise click.UsageError("--cluster ray and --address need --out")
    check_address(cluster, address)
    if seed is None:
        if part != Part(1, 1):
            raise click.UsageError("--part needs --seed, because the parts are those of one run")
        seed = 0 if out is not None else randbits(53)
    if shard_size is None and out is not None:
        # The run in the folder may have had fewer games. What is wrong with a folder, `keep` says.
        with suppress(OSError, VoloError):
            shard_size = read_manifest(storage_of(out))[0].configuration.shard_size
    configuration = Configuration(
        games=games,
        position=position_from(rules, fen),
        seed=seed,
        policy=policy,
        max_plies=max_plies,
        shard_size=shard_size,
    )
    if dry_run:
        _estimate(configuration, part, threads, is_remote=isinstance(out, str), as_json=as_json)
        return
    if out is None:
        summaries = run_part(configuration, part, threads)
    else:
        summaries = keep(out, configuration, part=part, threads=threads, cluster=cluster, address=address)
    began = perf_counter()
    summary = _watch(summaries, count_games(configuration, part), out, quiet=quiet)
    seconds = perf_counter() - began
    pace = f"{summary.games / seconds:,.0f} games/s" if out is None else f"kept in {out}"
    report(
        summary,
        [configuration],
        {"configuration": configuration.to_dict(), "part": str(part)},
        pace=f": {seconds:.2f} s, {pace}",
        as_json=as_json,
        plot=plot,
    )


def _estimate(configuration: Configuration, part: Part, threads: int | None, *, is_remote: bool, as_json: bool) -> None:
    if not count_shards(configuration, part):
        raise BadInput(f"part {part} has no games, because the run has {configuration.shards} shards")
    # Random games are so fast that many of them can show how well large files are compressed.
    few = 50 if any(policy.startswith("engine:") for policy in configuration.policy) else 1000
    sizes: list[int] = []
    for tried in few, 3 * few:  # the first ones also load pyarrow
        sink, began = Sink(BytesIO()), process_time()
        played = Summary()
        with interruptible() as interruption:
            for summary in write_shard(sink, configuration, Shard(0, tried), threads):
                played += summary
                interruption.check()
        sizes.append(sink.size)
    games, shards, size = count_games(configuration, part), count_shards(configuration, part), configuration.shard_size
    seconds, growth = (process_time() - began) / played.games, (sizes[1] - sizes[0]) / (2 * few)
    found: dict[str, int | float] = {
        "games": games,
        "shards": shards,
        "bytes": round(games * growth + shards * (sizes[0] - few * growth)),
        "core_hours": games * seconds / 3600,
        "seconds_a_shard": min(size, games) * seconds,
        "fitting_shard_size": size,
    }
    if not 0.3 <= size * seconds <= 60 or configuration.shards > 10_000:
        found["fitting_shard_size"] = fitting_size(configuration.games, ceil(2 / seconds))
    # A row group is held several times: as moves, as Arrow's columns, and as pages. On object storage, so is the shard.
    groups = 32 * played.plies / played.games * min(size, GAMES_PER_GROUP)
    found["memory_bytes"] = round(_PROGRAM + groups + is_remote * growth * size)
    if as_json:
        say(json.dumps(found))
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in found.items():
        text = f"{value / 1e6:,.1f}" if "bytes" in name else f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"
        table.add_row(name.replace("_", " ").replace("bytes", "MB"), text)
    tabulate("The run would take about", table)


def _watch(summaries: Generator[Summary, None, None], games: int, out: Path | str | None, *, quiet: bool) -> Summary:
    summary = Summary()
    with interruptible() as interruption:
        try:
            # Ray prints what happened to its workers on standard output.
            with redirect_stdout(sys.stderr), closing(summaries), progress("games", quiet=quiet) as bar:
                task = bar.add_task("Playing", total=games)
                for summary in summaries:
                    bar.update(task, completed=summary.games)
                    interruption.check()
        except KeyboardInterrupt:
            if interruption.signal is None:
                raise
            games_done = f" after {summary.games:,} games" if out is None else _kept(out)
            raise Unfinished(f"stopped{games_done}", 128 + interruption.signal) from None
        except OSError as error:
            if error.errno not in _DISK_IS_FULL:
                raise
            raise Unfinished(f"{error.filename or out}: {error.strerror}{_kept(out)}", _BAD_INPUT) from error
    return summary


def _kept(out: Path | str | None) -> str:
    """The end of an error message: the games that an unfinished run has kept."""
    if out is None:
        return ""
    if isinstance(out, str):  # on object storage, the manifest does not list the newest shards
        return f"; the same command verifies the games in {out} and plays the others"
    try:
        games = contents_of(storage_of(out), unfinished=True).games
    except (OSError, ValueError):
        return "; no games are kept yet"
    return f"; {games:,} games are kept in {out}: the same command verifies them and plays the others"
