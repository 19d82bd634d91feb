"""``volo summarize``: what kept games say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from volo.cli.failures import BadInput, CheckFailed
from volo.cli.options import threads_option
from volo.cli.signals import interruptible
from volo.cli.summary import json_option, plot_option, tell
from volo.cli.terminal import progress
from volo.simulate import Configuration, Summary
from volo.simulate.kept import checked_files, listed_shards
from volo.simulate.shard import read_rows, read_summary

__all__ = ["summarize"]

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(short_help="Tell how kept games went.")
@click.argument("folders", type=_FOLDER, nargs=-1, required=True, metavar="DIR...")
@click.option("--check", is_flag=True, help="Play every game again: each move must be legal, and the summary theirs.")
@threads_option
@plot_option
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def summarize(
    folders: tuple[Path, ...], check: bool, threads: int | None, plot: Path | None, quiet: bool, as_json: bool
) -> None:
    """Tell how the games went that `volo simulate --out DIR` kept: the same summary, of one folder or of several.

    Every file is held against its checksum. A run that is not finished is told as far as it is.

    \b
    Example:
      volo summarize games --plot summary.svg
    """
    summary = Summary()
    seen: dict[tuple[Configuration, int], Path] = {}
    headings = {folder: listed_shards(folder) for folder in folders}
    with interruptible() as interruption, progress("games", quiet=quiet) as bar:
        games = sum(entry.shard.games for _, entries in headings.values() for entry in entries)
        task = bar.add_task("Reading", total=games)
        for folder in folders:
            configuration = headings[folder][0].configuration
            for entry, path in checked_files(folder):
                shard = configuration, entry.shard.first
                if shard in seen:
                    raise BadInput(f"game {entry.shard.first} of the same run is in {seen[shard]} and in {folder}")
                seen[shard] = folder
                told = read_summary(path)
                if check and sum(_replayed(path, threads), Summary()) != told:
                    raise CheckFailed(f"{path}: the summary is not that of the games")
                summary += told
                bar.update(task, completed=summary.games)
                interruption.check()
    configurations = list(dict.fromkeys(heading.configuration for heading, _ in headings.values()))
    about = {"configurations": [configuration.to_dict() for configuration in configurations]}
    tell(summary, configurations, about, as_json=as_json, plot=plot)


def _replayed(path: Path, threads: int | None) -> Iterator[Summary]:
    """The summaries of a shard's games, some thousands at a time, as they follow from the moves.

    Raises:
        VoloError: a move is illegal.
    """
    for rows in read_rows(path):
        yield Summary.of_games(rows.configuration.position, rows.moves, rows.offsets, threads=threads)
