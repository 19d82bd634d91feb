"""``volo simulate``: play games."""

from __future__ import annotations

import errno
import sys
from collections.abc import Generator
from contextlib import closing, redirect_stdout
from pathlib import Path
from secrets import randbits
from time import perf_counter
from typing import Literal

import click

from volo._volo import Position, Rules, _divided
from volo._volo import _policies as read_policies
from volo.cli.console import progress
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
from volo.cli.terminal import Unfinished
from volo.simulate import Configuration, Part, Summary, keep
from volo.simulate.config import count_games
from volo.simulate.kept import contents_of
from volo.simulate.runner import run_part
from volo.simulate.storage import storage_of

# EFBIG: the file would exceed the limit that the system sets for the process.
_DISK_IS_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_BAD_INPUT = 2


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
    "(0 by default; the higher, the more often another good move is played), as in engine:400,opening=6. The "
    "same texts name the players of `volo match`; players and settings that only matches have are refused.",
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
@number_option("--shard-size", default=10_000, help="The number of games in each file.")
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
    shard_size: int,
    part: Part,
    cluster: Literal["ray"] | None,
    address: str | None,
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
    configuration = Configuration(
        games=games,
        position=position_from(rules, fen),
        seed=seed,
        policy=policy,
        max_plies=max_plies,
        shard_size=shard_size,
    )
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
