"""``volo solve``: find out who wins a position."""

from __future__ import annotations

from pathlib import Path

import click

from volo import engine
from volo._volo import Position, Rules
from volo.cli.failures import BadInput
from volo.cli.options import Name, Whole, fen_argument, position_from, rules_option
from volo.cli.terminal import say

__all__ = ["solve"]


@click.command(short_help="Find out who wins a position.")
@fen_argument
@rules_option
@click.option("--nodes", type=Whole(), metavar="NUMBER", help="Search at most this number of positions.")
@click.option("--time", type=float, metavar="SECONDS", help="Search at most for this time.")
@click.option(
    "--memory-mb", type=Whole(), default=256, show_default=True, metavar="NUMBER", help="The size of the table."
)
@click.option(
    "--proof",
    "file",
    type=Name(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a proof, which `volo check-proof` checks.",
)
def solve(
    fen: Position | None,
    rules: Rules | None,
    nodes: int | None,
    time: float | None,
    memory_mb: int,
    file: Path | None,
) -> None:
    """Find out whether the player to move can force a win, the opponent can, or neither of them.

    Prints the value for the player to move: win, loss, draw or unknown. If a player wins, also prints the number of
    plies that the win takes at most, and a game with the longest known defence.

    \b
    Example:
      volo solve "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
    """
    position = position_from(rules, fen)
    if file is not None and not file.parent.is_dir():
        raise BadInput(f"{file.parent}: the folder does not exist")
    solution = engine.solve(position, nodes=nodes, time=time, memory_mb=memory_mb, proof=file is not None)
    within = "" if solution.plies is None else f" in at most {solution.plies} plies"
    say(f"{solution.value}{within}, {solution.nodes:,} nodes")
    if solution.line:
        say(" ".join(str(move) for move in solution.line))
    if file is not None:
        if solution.proof is None:
            raise BadInput("no proof was written: the limits ended the search before a proof was complete")
        file.write_bytes(solution.proof)
