"""Reports of a summary: as a table, as JSON, as a plot."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
from click.decorators import FC
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._support.disk import check_rewritable
from volo._volo import Position
from volo.cli.console import tabulate
from volo.cli.options import check_kind, file_option
from volo.cli.terminal import say
from volo.errors import VoloError
from volo.simulate import Configuration, Summary, plot_summary, summary_to_json
from volo.simulate.plot import LONGEST_TITLE, check_file
from volo.simulate.summary import HEADINGS, sections


def _writable(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        try:
            check_file(file)
        except VoloError as error:
            raise click.BadParameter(str(error), context, parameter) from error
        if not file.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {file.parent}", context, parameter)
        check_rewritable(file)
        check_kind(file, file.suffix.lower())
    return file


plot_option: Callable[[FC], FC] = file_option(
    "--plot", callback=_writable, help="Draw the summary into this file, .svg or .png."
)


def report(
    summary: Summary,
    games: Sequence[Configuration | str],
    about: dict[str, Any],
    *,
    pace: str = "",
    as_json: bool,
    plot: Path | None,
) -> None:
    """Write the plot, if one is wanted, and then print the summary.

    The plot is written first, because a reader such as ``head -1`` ends this process when it closes the pipe.
    ``games`` tells what games they are. The JSON object has the members ``about`` besides the summary. ``pace``
    follows the title of the table only.
    """
    title = f"{summary.games:,} games {'; '.join(dict.fromkeys(map(_description, games)))}"
    try:
        if plot is not None:
            plot_summary(summary, plot, title=shorten(title, LONGEST_TITLE, placeholder=" ..."))
    finally:
        # An error of the plot must not lose the result of a long run.
        if as_json:
            say(json.dumps({**about, "summary": json.loads(summary_to_json(summary))}))
        else:
            tabulate(title + pace, *([_table(summary)] if summary.games else []))


def report_groups(
    names: Sequence[str], groups: dict[tuple[str, ...], Summary], about: dict[str, Any], *, as_json: bool
) -> None:
    """Print a table with a column for each group of games, whose values of ``names`` are its key."""
    if as_json:
        found = [
            dict(zip(names, key, strict=True), summary=json.loads(summary_to_json(summary)))
            for key, summary in groups.items()
        ]
        say(json.dumps({**about, "groups": found}))
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Games")
    for key, summary in groups.items():
        table.add_column(f"{', '.join(key)}: {summary.games:,}", justify="right")
    for parts in zip(*(sections(summary) for summary in groups.values() if summary.games), strict=True):
        cells = [{label: _cell(*numbers) for label, *numbers in rows} for rows in parts]
        # The plies of the rows about legal moves depend on the lengths of the games.
        for label in cells[0]:
            if all(label in each for each in cells):
                table.add_row(label, *(each[label] for each in cells))
        table.add_section()
    tabulate(table)


def _cell(number: str, share: str = "", interval: str = "") -> str:
    return f"{share} ({interval})" if interval else share or number


def _description(configuration: Configuration | str) -> str:
    if isinstance(configuration, str):
        return configuration
    start = configuration.position
    where = "the start" if start == Position(start.rules) else start.fen()
    parts = [f"from {where}", f"rules {start.rules}", f"seed {configuration.seed}"]
    if configuration.policy != ("uniform", "uniform"):
        parts.append("Orange {}, Blue {}".format(*configuration.policy))
    return ", ".join(parts)


def _table(summary: Summary) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(HEADINGS[0])
    for heading in HEADINGS[1:]:
        table.add_column(heading, justify="right")
    for rows in sections(summary):
        for row in rows:
            table.add_row(*row)
        table.add_section()
    return table
