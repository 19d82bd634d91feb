"""``volo moves``: list the legal moves of a position."""

from __future__ import annotations

import click

from volo._volo import Position, Rules
from volo.cli.options import position_from, start_arguments
from volo.cli.terminal import say

__all__ = ["moves"]


@click.command(short_help="List the legal moves of a position.")
@start_arguments
def moves(fen: Position | None, rules: Rules | None) -> None:
    """List the legal moves of a position, one per line. The default is the start.

    A finished game has no legal moves.

    \b
    Example:
      volo moves --rules standard-4
    """
    for move in position_from(rules, fen).legal_moves():
        say(str(move))
