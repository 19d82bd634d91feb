"""``volo summarize``: what kept games say."""

from __future__ import annotations

from pathlib import Path

import click

from volo.cli.failures import BadInput
from volo.cli.options import threads_option
from volo.cli.signals import interruptible
from volo.cli.summary import json_option, plot_option, tell
from volo.cli.terminal import progress
from volo.simulate import Configuration, Summary, scan_shards
from volo.simulate.kept import listed_shards

__all__ = ["summarize"]

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command(short_help="Tell how kept games went.")
@click.argument("folders", type=_FOLDER, nargs=-1, required=True, metavar="DIR...")
@threads_option
@plot_option
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def summarize(folders: tuple[Path, ...], threads: int | None, plot: Path | None, quiet: bool, as_json: bool) -> None:
    """Tell how the games went that `volo simulate --out DIR` kept: the same summary, of one folder or of several.

    Every file is held against its checksum, and every move against the rules. A run that is not finished is told as
    far as it is.

    \b
    Example:
      volo summarize games --plot summary.svg
    """
    summary = Summary()
    seen: dict[tuple[Configuration, int], Path] = {}
    with interruptible() as interruption, progress("games", quiet=quiet) as bar:
        task = bar.add_task("Reading", total=sum(_games(folder) for folder in folders))
        for folder in folders:
            for rows in scan_shards(folder):
                first = rows.configuration, int(rows.number[0])
                if first in seen:
                    raise BadInput(f"game {first[1]} of the same run is in {seen[first]} and in {folder}")
                seen[first] = folder
                summary += Summary.of_games(rows.configuration.position, rows.moves, rows.offsets, threads=threads)
                bar.update(task, completed=summary.games)
                interruption.check()
    configurations = list(dict.fromkeys(configuration for configuration, _ in seen))
    about = {"configurations": [configuration.to_dict() for configuration in configurations]}
    tell(summary, configurations, about, as_json=as_json, plot=plot)


def _games(folder: Path) -> int:
    _, entries = listed_shards(folder)
    return sum(entry.games for entry in entries)
