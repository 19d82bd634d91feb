"""``volo summarize``: summarize the games that ``volo simulate --out`` kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from volo.cli.failures import BadInput, CheckFailed
from volo.cli.options import KEPT, json_option, quiet_option, threads_option
from volo.cli.signals import interruptible
from volo.cli.summary import plot_option, report
from volo.cli.terminal import progress
from volo.errors import UnfinishedGamesError
from volo.simulate import Configuration, Summary
from volo.simulate.contents import Contents, checked_rows, contents_of
from volo.simulate.manifest import Entry
from volo.simulate.shard import read_summary
from volo.simulate.storage import Storage, Stored, storage_of

__all__ = ["summarize"]


@click.command(short_help="Summarize kept games.")
@click.argument("folders", type=KEPT, nargs=-1, required=True, metavar="DIR...")
@click.option(
    "--check",
    is_flag=True,
    help="Play every game again, and check that all moves are legal and that the summary is right.",
)
@click.option("--unfinished", is_flag=True, help="Accept folders in which games are missing.")
@threads_option
@plot_option
@quiet_option
@json_option
def summarize(
    folders: tuple[Path | str, ...],
    check: bool,
    unfinished: bool,
    threads: int | None,
    plot: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Summarize the games that `volo simulate --out DIR` kept, in one folder or in several.

    The checksum of every file is verified. If games are missing, because a run was stopped or is not finished, no
    summary is printed and the exit status is 1; with --unfinished, the games that exist are summarized. The folder of
    one part of a run (`--shard I/N`) is complete if it has all games of that part.

    \b
    Example:
      volo simulate --games 20000 --out games
      volo summarize games --plot summary.svg
    """
    summary = Summary()
    seen: dict[tuple[Configuration, int], Storage] = {}
    kept = [_contents(folder, unfinished) for folder in folders]
    with interruptible() as interruption, progress("games", quiet=quiet) as bar:
        task = bar.add_task("Reading", total=sum(contents.games for contents in kept))
        for contents in kept:
            for entry, path in contents.checked_files():
                shard = contents.heading.configuration, entry.first
                if shard in seen:
                    raise BadInput(f"game {entry.first} of the same run is in both {seen[shard]} and {contents.folder}")
                seen[shard] = contents.folder
                summary += _summary(path, entry, check, threads)
                bar.update(task, completed=summary.games)
                interruption.check()
    configurations = list(dict.fromkeys(contents.heading.configuration for contents in kept))
    about = {"configurations": [configuration.to_dict() for configuration in configurations]}
    report(summary, configurations, about, as_json=as_json, plot=plot)


def _contents(folder: Path | str, unfinished: bool) -> Contents:
    """Read the contents of a folder of kept games.

    Raises:
        CheckFailed: games are missing, and `unfinished` is false.
        VoloError: the folder is damaged, or is not a folder of kept games.
    """
    try:
        return contents_of(storage_of(folder), unfinished=unfinished)
    except UnfinishedGamesError as error:
        raise CheckFailed(f"{error}; use --unfinished to summarize the games that exist") from error


def _summary(path: Stored, entry: Entry, check: bool, threads: int | None) -> Summary:
    """Read the summary in the metadata of a shard.

    Args:
        path: the shard.
        entry: its entry in the manifest.
        check: whether to play the games again and to compare the summaries.
        threads: the number of threads.

    Raises:
        CheckFailed: the summary does not match the games.
        VoloError: the file is not a shard, or a move is illegal.
    """
    summary = read_summary(path)
    if summary.games != entry.games or (check and summary != sum(_replayed(path, entry, threads), Summary())):
        raise CheckFailed(f"{path}: the summary does not match the games")
    return summary


def _replayed(path: Stored, entry: Entry, threads: int | None) -> Iterator[Summary]:
    """Play the games of a shard again, and yield a summary for each row group.

    Raises:
        VoloError: a move is illegal, or the games are not those that the manifest lists.
    """
    for rows in checked_rows(path, entry):
        yield Summary.of_games(rows.configuration.position, rows.moves, rows.offsets, threads=threads)
