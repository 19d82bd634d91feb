"""Reports of a summary: as a table, as JSON, as a plot."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import shorten
from typing import Any, TypeAlias

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._volo import Position
from volo.cli.options import Name
from volo.cli.terminal import say, tabulate
from volo.errors import VoloError
from volo.simulate import Configuration, Summary, plot_summary, summary_to_json
from volo.simulate.intervals import Share
from volo.simulate.plot import LONGEST_TITLE, check_file

__all__ = ["json_option", "plot_option", "report"]

_Rows: TypeAlias = list[tuple[str, ...]]

_LONG_LINE = 5
_CLEARED = ((1, 1), (2, 5), (6, 20), (21, None))
_PLIES_SHOWN = 5


def _writable(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """Check the file of a plot before the games are played."""
    if file is not None:
        try:
            check_file(file)
        except VoloError as error:
            raise click.BadParameter(str(error), context, parameter) from error
        if not file.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {file.parent}", context, parameter)
    return file


plot_option = click.option(
    "--plot",
    type=Name(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_writable,
    help="Draw the summary into this file, .svg or .png.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="The summary as JSON.")


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
    players = [configuration.orange, configuration.blue]
    parts = [f"from {where}", f"rules {start.rules}", f"seed {configuration.seed}"]
    if players != ["uniform", "uniform"]:
        parts.append(f"Orange {players[0]}, Blue {players[1]}")
    return ", ".join(parts)


def _table(summary: Summary) -> Table:
    """The summary as a table of counts, shares and intervals."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Games")
    for heading in ("Number", "Share", "95% interval"):
        table.add_column(heading, justify="right")
    for rows in (_results(summary), _lengths(summary), _moves(summary), _clearings(summary)):
        for row in rows:
            table.add_row(*row)
        table.add_section()
    return table


def _results(summary: Summary) -> _Rows:
    names = {"orange": "Orange wins", "blue": "Blue wins", "draw": "Draws", "truncated": "Truncated"}
    won = summary.orange + summary.blue
    rows: _Rows = [(names[result], *_tried(share)) for result, share in summary.results.items()]
    rows.append(("Wins of who moved first, of all wins", *_tried(summary.first_mover)))
    if won:
        points = [f"{100 * (share - 0.5):+.1f}" for share in (summary.first_mover.share, *summary.first_mover.interval)]
        rows.append(("Advantage of moving first, in points", "", points[0], f"{points[1]} to {points[2]}"))
    rows.append(("Wins handed over by clearing, of all wins", *_tried(Share(summary.handed_over, won))))
    return rows


def _lengths(summary: Summary) -> _Rows:
    rows: _Rows = [
        ("Plies of the shortest game", f"{summary.length(0):,}"),
        ("Plies of a game, median", f"{summary.length(0.5):,}"),
        ("Plies of a game, mean", f"{summary.mean_length:,.1f}"),
        ("Plies of a game, 95th percentile", f"{summary.length(0.95):,}"),
        ("Plies of the longest game", f"{summary.length(1):,}"),
    ]
    if not summary.plies:
        return rows
    rows.append(("Legal moves of a ply, mean", f"{summary.mean_legal_moves:,.1f}"))
    # From the first ply to one that most games do not come to, in equal steps.
    last = max(0, summary.length(0.95) - 1)
    plies = sorted({round(last * step / (_PLIES_SHOWN - 1)) for step in range(_PLIES_SHOWN)})
    branching = summary.branching
    return rows + [(f"Legal moves of ply {ply + 1}, mean", f"{branching[ply]:,.1f}") for ply in plies]


def _moves(summary: Summary) -> _Rows:
    tally = summary.tally
    rows: _Rows = [
        ("Adds", *_part(Share(summary.adds, summary.plies))),
        ("Passes", *_part(Share(summary.passes, summary.plies))),
        ("Flights", *_part(Share(summary.flights, summary.plies))),
        ("  of one bird", *_part(Share(tally.single, summary.flights))),
    ]
    for birds in range(2, _LONG_LINE + 1):
        which = slice(birds, birds + 1 if birds < _LONG_LINE else None)
        line = f"{birds} birds" if birds < _LONG_LINE else f"{birds} birds and more"
        for how, counts in (("in file", tally.in_file), ("side by side", tally.side_by_side)):
            rows.append((f"  of {line} {how}", *_part(Share(sum(counts[which]), summary.flights))))
    return rows


def _clearings(summary: Summary) -> _Rows:
    counts = summary.tally.clearings
    rows: _Rows = [("Flights that cost the opponent birds", *_part(Share(summary.clearings, summary.flights)))]
    for least, most in _CLEARED:
        birds = f"{least}" if least == most else f"{least} and more" if most is None else f"{least} to {most}"
        number = sum(counts[least : None if most is None else most + 1])
        rows.append((f"  {birds} bird{'' if most == 1 else 's'}", *_part(Share(number, summary.clearings))))
    if summary.clearings:
        rows.append(("Birds that such a flight cost, mean", f"{summary.birds_cleared / summary.clearings:,.1f}"))
    rows.append(("Clearings that handed over the game", *_part(summary.deciding_clearings)))
    rows.append(("Wins of the last to clear, of all with one", *_tried(summary.won_after_clearing)))
    return rows


def _tried(share: Share) -> tuple[str, str, str]:
    """A number, its share, and the interval of that."""
    if not share.of:
        return "0", "", ""
    low, high = share.interval
    return f"{share.number:,}", f"{share.share:.1%}", f"{low:.1%} to {high:.1%}"


def _part(share: Share) -> tuple[str, str]:
    """A number and its share, of things that are no independent trials."""
    return f"{share.number:,}", f"{share.share:.1%}" if share.of else ""
