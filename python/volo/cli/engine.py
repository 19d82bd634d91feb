"""``volo engine``: the engine for other programs."""

from __future__ import annotations

import sys

import click

from volo.cli.failures import BadInput
from volo.engine.ugi.server import Server

__all__ = ["engine"]


@click.command(short_help="Run the engine for other programs (UGI).")
def engine() -> None:
    """Run the engine for other programs: read commands of the Universal Game Interface (UGI) from standard input, and
    write the answers to standard output.

    Player 1 is Orange. The options are Hash (megabytes), Threads, Seed, Level (1 to 10), MultiPV, Rules (the rule set
    of `position startpos`) and Ponder (whether `bestmove` also names the expected reply).

    \b
    Example:
      echo "go nodes 1000" | volo engine
    """
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    Server(sys.stdin.buffer, sys.stdout.buffer).run()
