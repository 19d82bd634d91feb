"""``volo perft``: count legal move sequences."""

from __future__ import annotations

from time import perf_counter

import click

from volo._volo import Position, Rules
from volo.cli.options import Whole, position_from, processors, start_options, threads_option
from volo.cli.terminal import say

__all__ = ["perft", "speed"]


@click.command(short_help="Count move sequences.")
@click.argument("depth", type=Whole())
@start_options
@threads_option
def perft(depth: int, rules: Rules | None, fen: Position | None, threads: int | None) -> None:
    """Count the legal move sequences of DEPTH plies.

    A finished game has no further moves. Each choice of a kept region is a separate move.

    \b
    Example:
      volo perft 3 --rules standard-5
    """
    start = position_from(rules, fen)
    began = perf_counter()
    nodes = start.perft(depth, processors() if threads is None else threads)
    say(speed(nodes, perf_counter() - began))


def speed(nodes: int, seconds: float) -> str:
    """Format a number of nodes, the time, and the nodes per second."""
    rate = f", {nodes / seconds:,.0f} nodes/s" if seconds > 0 else ""
    return f"{nodes:,} nodes, {seconds:.3f} s{rate}"
