"""``volo simulate``: random games by the thousand."""

from __future__ import annotations

from time import perf_counter

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._volo import Position, Rules
from volo.cli.options import fen_option, position_from, rules_option, threads_option
from volo.cli.terminal import console, progress
from volo.simulate import Summary, run

__all__ = ["simulate"]


@click.command()
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    default=20_000,
    show_default=True,
    help="How many games.",
)
@rules_option
@fen_option
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="NUMBER",
    help="The same seed gives the same games.",
)
@threads_option
@click.option(
    "--max-plies",
    type=int,
    default=2000,
    show_default=True,
    metavar="NUMBER",
    help="Cut a game off after so many plies.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(
    games: int,
    rules: Rules | None,
    fen: Position | None,
    seed: int,
    threads: int | None,
    max_plies: int,
    quiet: bool,
) -> None:
    """Play random games and tell how they went.

    Every move is drawn uniformly from all legal moves. The games are the same on any number of threads.

    \b
    Example:
      volo simulate --games 20000 --rules french --seed 7
    """
    start = position_from(rules, fen)
    summary = Summary()
    began = perf_counter()
    with progress("games", quiet=quiet) as bar:
        task = bar.add_task("Playing", total=games)
        for summary in run(games, position=start, seed=seed, threads=threads, max_plies=max_plies):
            bar.update(task, completed=summary.games)
    seconds = perf_counter() - began
    out = console()
    out.print(
        f"{games:,} games from {'the start' if start == Position(start.rules) else start.fen()}, rules {start.rules}, "
        f"seed {seed}: {seconds:.2f} s, {games / seconds:,.0f} games/s",
        soft_wrap=True,
    )
    out.print(_table(summary))


def _table(summary: Summary) -> Table:
    """The summary as a table of counts and shares."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Games")
    table.add_column("Number", justify="right")
    table.add_column("Share", justify="right")
    table.add_row("Orange wins", *_counted(summary.orange, summary.games))
    table.add_row("Blue wins", *_counted(summary.blue, summary.games))
    table.add_row("Draws", *_counted(summary.draws, summary.games))
    table.add_row("Truncated", *_counted(summary.truncated, summary.games))
    table.add_row("Wins handed over by clearing", *_counted(summary.handed_over, summary.orange + summary.blue))
    table.add_section()
    table.add_row("Plies of the shortest game", f"{summary.length(0):,}", "")
    table.add_row("Plies of a game, median", f"{summary.length(0.5):,}", "")
    table.add_row("Plies of a game, 95th percentile", f"{summary.length(0.95):,}", "")
    table.add_row("Plies of the longest game", f"{summary.length(1):,}", "")
    table.add_row("Legal moves of a ply, mean", f"{summary.mean_legal_moves:,.1f}", "")
    table.add_section()
    table.add_row("Adds", *_counted(summary.adds, summary.plies))
    table.add_row("Flights", *_counted(summary.flights, summary.plies))
    table.add_row("Passes", *_counted(summary.passes, summary.plies))
    table.add_row("Flights that cost the opponent birds", *_counted(summary.clearings, summary.flights))
    return table


def _counted(number: int, of: int) -> tuple[str, str]:
    """A number, and its share of another."""
    return f"{number:,}", f"{number / of:.1%}" if of else ""
