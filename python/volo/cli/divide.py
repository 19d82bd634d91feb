"""``volo divide``: count move sequences for each first move."""

from __future__ import annotations

from time import perf_counter

import click

from volo._volo import Position, Rules
from volo.cli.options import Whole, position_from, start_options
from volo.cli.perft import speed
from volo.cli.terminal import say

__all__ = ["divide"]


@click.command(short_help="Count move sequences for each first move.")
@click.argument("depth", type=Whole(min=1))
@start_options
def divide(depth: int, rules: Rules | None, fen: Position | None) -> None:
    """Count the legal move sequences of DEPTH plies, for each first move.

    \b
    Example:
      volo divide 2 --fen "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    """
    start = position_from(rules, fen)
    began = perf_counter()
    counts = start.divide(depth)
    seconds = perf_counter() - began
    for move, nodes in counts.items():
        say(f"{move} {nodes}")
    say(speed(sum(counts.values()), seconds))
