"""``volo analyse``: find the best moves of a position."""

from __future__ import annotations

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._volo import Position, Rules
from volo.cli.console import refreshed
from volo.cli.options import engine_options, limit_options, number_option, position_from, start_arguments
from volo.cli.signals import interruptible
from volo.cli.terminal import is_terminal, say
from volo.engine import Analysis, Engine, Info, Limit

__all__ = ["analyse"]

# The time in seconds between two looks at a search.
_PAUSE = 0.1

# A table shows no more moves of a line.
_SHOWN_MOVES = 12


@click.command(short_help="Find the best moves of a position.")
@start_arguments
@limit_options("the search")
@number_option("--lines", default=1, help="The number of best moves to find.")
@engine_options
def analyse(
    fen: Position | None,
    rules: Rules | None,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    threads: int,
    hash_mb: int,
) -> None:
    """Find the best moves of a position, and print what the engine expects. The default is the start.

    On a terminal, a table shows the search. Otherwise there is a line for each depth, and the last line, or the last
    --lines lines, have the result: the rank of the move, the score for the player to move, the depth, the number of
    positions and the time, and after a colon the expected moves. The score is an expected result from -1 to +1, or a
    proven win or loss in a number of plies. Without a limit, the search goes on until Ctrl-C.

    \b
    Example:
      volo analyse "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4" --nodes 10000 --lines 3
    """
    position = position_from(rules, fen)
    limit = Limit(time=time, nodes=nodes, depth=depth)
    with (
        interruptible(),
        Engine(threads=threads, hash_mb=hash_mb) as engine,
        engine.analysis(position, limit, multipv=lines) as analysis,
    ):
        if is_terminal():
            _show(analysis)
        else:
            for info in analysis:
                say(_line_of(info))


def _show(analysis: Analysis) -> None:
    """Show the search in a table, and print the result at its end, also after Ctrl-C."""
    try:
        with refreshed() as show:
            while not analysis.is_over:
                analysis.wait(_PAUSE)
                show(_table_of(analysis.multipv))
    finally:
        analysis.close()
        for info in analysis.multipv:
            say(_line_of(info))


def _line_of(info: Info) -> str:
    moves = "".join(f" {move}" for move in info.pv)
    return f"{info.multipv}. {info.score}, depth {info.depth}, {info.nodes:,} nodes, {info.time:.2f} s:{moves}"


def _table_of(infos: list[Info]) -> Table:
    table = Table("", "score", "depth", "nodes", "nodes/s", "s", "moves", box=SIMPLE_HEAD)
    for column in table.columns[:-1]:
        column.justify = "right"
    for info in infos:
        moves = " ".join(map(str, info.pv[:_SHOWN_MOVES]))
        numbers = (str(info.depth), f"{info.nodes:,}", f"{info.nps:,}", f"{info.time:.1f}")
        table.add_row(str(info.multipv), str(info.score), *numbers, moves)
    return table
