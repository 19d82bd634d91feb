"""How a summary is told: as a table, as JSON, as a picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.decorators import FC
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._volo import Position
from volo.cli.options import Name
from volo.cli.terminal import say, tabulate
from volo.errors import VoloError
from volo.simulate import Configuration, Summary
from volo.simulate.table import HEADINGS, sections

__all__ = ["json_option", "plot_option", "tell"]


def _writable(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """The file of a plot, refused before the games are played and not after."""
    if file is not None:
        try:
            from volo.simulate.plot import check_file

            check_file(file)
        except VoloError as error:
            raise click.BadParameter(str(error), context, parameter) from error
        if not file.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {file.parent}", context, parameter)
    return file


plot_option: Callable[[FC], FC] = click.option(
    "--plot",
    type=Name(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_writable,
    help="Draw the summary into this file, .svg or .png.",
)

json_option: Callable[[FC], FC] = click.option("--json", "as_json", is_flag=True, help="The summary as JSON.")


def tell(
    summary: Summary,
    configurations: list[Configuration],
    about: dict[str, Any],
    *,
    pace: str = "",
    as_json: bool,
    plot: Path | None,
) -> None:
    """Print what was played and what it came to, and draw it if there is a file to draw it into.

    Args:
        summary: what the games came to.
        configurations: what was played.
        about: what JSON has besides the summary.
        pace: what is printed, and not drawn, behind what was played.
        as_json: whether to print JSON instead of a table.
        plot: the file.

    Raises:
        VoloError: there are no games to draw.
        OSError: the picture cannot be written.
    """
    title = f"{summary.games:,} games {'; '.join(map(_told, configurations))}"
    if as_json:
        say(json.dumps({**about, "summary": json.loads(summary.to_json())}))
    else:
        tabulate(title + pace, *([_table(summary)] if summary.games else []))
    if plot is not None:
        summary.plot(plot, title=title)


def _told(configuration: Configuration) -> str:
    """Where the games begin, by which rules, with which seed and by whom they are played."""
    start = configuration.position
    where = "the start" if start == Position(start.rules) else start.fen()
    told = [f"from {where}", f"rules {start.rules}", f"seed {configuration.seed}"]
    if configuration.policy != ("uniform", "uniform"):
        told.append("Orange {}, Blue {}".format(*configuration.policy))
    return ", ".join(told)


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
