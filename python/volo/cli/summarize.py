"""``volo summarize``: summarize the games that ``volo simulate --out`` kept; and the reports of a summary."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
from click.decorators import FC
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._support.disk import check_rewritable, open_regular, with_filename
from volo._volo import Position
from volo.cli.console import progress, tabulate
from volo.cli.failures import BadInput, CheckFailed
from volo.cli.options import KeptFolder, file_option, json_option, quiet_option, threads_option
from volo.cli.signals import interruptible
from volo.cli.terminal import say
from volo.errors import UnfinishedGamesError, VoloError
from volo.simulate import Configuration, Summary, plot_summary, summary_to_json
from volo.simulate.config import Part
from volo.simulate.document import run_from_json
from volo.simulate.kept import Contents, checked_rows, contents_of
from volo.simulate.manifest import Entry
from volo.simulate.plot import LONGEST_TITLE, check_file
from volo.simulate.shard import read_summary
from volo.simulate.storage import Storage, Stored, storage_of
from volo.simulate.summary import HEADINGS, sections

__all__ = ["plot_option", "report", "summarize"]


def _writable(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """Check the file of a plot before the games are played."""
    if file is not None:
        try:
            check_file(file)
        except VoloError as error:
            raise click.BadParameter(str(error), context, parameter) from error
        if not file.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {file.parent}", context, parameter)
        check_rewritable(file)
    return file


plot_option: Callable[[FC], FC] = file_option(
    "--plot", callback=_writable, help="Draw the summary into this file, .svg or .png."
)


def report(
    summary: Summary,
    configurations: list[Configuration],
    about: dict[str, Any],
    *,
    pace: str = "",
    as_json: bool,
    plot: Path | None,
) -> None:
    """Write the plot, if one is wanted, and then print the summary.

    The plot is written first, because a reader such as ``head -1`` ends this process when it closes the pipe.

    Args:
        summary: the summary of all games.
        configurations: the configurations that were played.
        about: the members of the JSON object besides the summary.
        pace: a text that is printed after the title of the table, and not drawn.
        as_json: whether to print JSON instead of a table.
        plot: the file of the plot; None for no plot.

    Raises:
        VoloError: a plot is wanted, and there are no games.
        OSError: the plot cannot be written.
    """
    title = f"{summary.games:,} games {'; '.join(map(_description, configurations))}"
    try:
        if plot is not None:
            plot_summary(summary, plot, title=shorten(title, LONGEST_TITLE, placeholder=" ..."))
    finally:
        # An error of the plot must not lose the result of a long run.
        if as_json:
            say(json.dumps({**about, "summary": json.loads(summary_to_json(summary))}))
        else:
            tabulate(title + pace, *([_table(summary)] if summary.games else []))


def _description(configuration: Configuration) -> str:
    """Where the games begin, the rules, the seed, and the policies unless both are uniform."""
    start = configuration.position
    where = "the start" if start == Position(start.rules) else start.fen()
    parts = [f"from {where}", f"rules {start.rules}", f"seed {configuration.seed}"]
    if configuration.policy != ("uniform", "uniform"):
        parts.append("Orange {}, Blue {}".format(*configuration.policy))
    return ", ".join(parts)


def _table(summary: Summary) -> Table:
    """The summary as a table of counts, shares and intervals."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(HEADINGS[0])
    for heading in HEADINGS[1:]:
        table.add_column(heading, justify="right")
    for rows in sections(summary):
        for row in rows:
            table.add_row(*row)
        table.add_section()
    return table


_LONGEST_DOCUMENT = 1 << 24


@click.command(short_help="Summarize kept games.")
@click.argument("folders", type=KeptFolder(path_type=Path), nargs=-1, required=True, metavar="DIR...")
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

    Instead of a folder, DIR can be a file with what `volo simulate --json` printed.

    The checksum of every file is verified. If games are missing, because a run was stopped or is not finished, no
    summary is printed and the exit status is 1; with --unfinished, the games that exist are summarized. The folder of
    one part of a run (`--shard I/N`) is complete if it has all games of that part.

    \b
    Example:
      volo simulate --games 20000 --out games
      volo summarize games --plot summary.svg
      volo simulate --games 20000 --shard 1/2 --json > part-1.json
      volo simulate --games 20000 --shard 2/2 --json > part-2.json
      volo summarize part-1.json part-2.json
    """
    summary = Summary()
    seen: dict[tuple[Configuration, int], Storage] = {}
    files = [folder for folder in folders if isinstance(folder, Path) and folder.is_file()]
    kept = [_contents(folder, unfinished) for folder in folders if folder not in files]
    parts = [(contents.heading.configuration, contents.heading.part, str(contents.folder)) for contents in kept]
    for file in files:
        if check:
            raise BadInput(f"{file} has no games to check")
        configuration, part, games = _document(file)
        for other, taken, name in parts:
            if other == configuration and taken.meets(part):
                raise BadInput(f"{file} and {name} have games of the same parts of a run: {part} and {taken}")
        parts.append((configuration, part, str(file)))
        summary += games
    with interruptible() as interruption, progress("games", quiet=quiet) as bar:
        task = bar.add_task("Reading", total=summary.games + sum(contents.games for contents in kept))
        for contents in kept:
            for entry, path in contents.checked_files():
                shard = contents.heading.configuration, entry.first
                if shard in seen:
                    raise BadInput(f"game {entry.first} of the same run is in both {seen[shard]} and {contents.folder}")
                seen[shard] = contents.folder
                summary += _summary(path, entry, check, threads)
                bar.update(task, completed=summary.games)
                interruption.check()
    configurations = list(dict.fromkeys(configuration for configuration, _, _ in parts))
    about = {"configurations": [configuration.to_dict() for configuration in configurations]}
    report(summary, configurations, about, as_json=as_json, plot=plot)


def _document(file: Path) -> tuple[Configuration, Part, Summary]:
    """Read a file with what `volo simulate --json` printed.

    Raises:
        BadInput: the file is not such a document.
    """
    with with_filename(file), os.fdopen(open_regular(file), "rb") as opened:
        data = opened.read(_LONGEST_DOCUMENT + 1)
    try:
        if len(data) > _LONGEST_DOCUMENT:
            raise VoloError(f"larger than {_LONGEST_DOCUMENT:,} bytes")
        return run_from_json(data.decode())
    except (VoloError, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: {error}") from error


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
