"""``volo moves``: list the legal moves of a position."""

from __future__ import annotations

import click

from volo._volo import Position, Rules
from volo.cli.options import fen_argument, position_from, rules_option
from volo.cli.terminal import say

__all__ = ["moves"]


@click.command(short_help="List the legal moves of a position.")
@fen_argument
@rules_option
def moves(fen: Position | None, rules: Rules | None) -> None:
    """List the legal moves of a position, one per line. The default is the start.

    A finished game has no legal moves.

    \b
    Example:
      volo moves --rules standard-4
    """
    for move in position_from(rules, fen).legal_moves():
        say(str(move))
