"""``volo solve``: find out who wins a position."""

from __future__ import annotations

import os
from pathlib import Path
from warnings import catch_warnings, simplefilter

import click

from volo import engine
from volo._support.disk import check_replaceable, replacing
from volo._volo import Position, Rules
from volo.cli.console import progress
from volo.cli.failures import BadInput, CheckFailed, Unfinished
from volo.cli.options import (
    Decimal,
    file_option,
    number_option,
    position_from,
    processors,
    quiet_option,
    short_option,
    start_arguments,
    threads_option,
)
from volo.cli.signals import interruptible
from volo.cli.terminal import say
from volo.errors import CheckpointError

__all__ = ["solve"]


@click.command(short_help="Find out who wins a position.")
@start_arguments
@number_option("--nodes", help="Search at most this number of positions.")
@click.option("--time", type=Decimal(), metavar="SECONDS", help="Search at most for this time.")
@threads_option
@number_option("--memory-mb", default=256, help="The size of the table.")
@file_option("--proof", "file", help="Write a proof, which `volo check-proof` checks.")
@short_option
@file_option("--checkpoint", help="Continue from this file if it exists, and write it periodically and at the end.")
@click.option(
    "--checkpoint-seconds",
    type=Decimal(),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="The time between two checkpoints.",
)
@quiet_option
def solve(
    fen: Position | None,
    rules: Rules | None,
    nodes: int | None,
    time: float | None,
    threads: int | None,
    memory_mb: int,
    file: Path | None,
    short: int | None,
    checkpoint: Path | None,
    checkpoint_seconds: float,
    quiet: bool,
) -> None:
    """Find out whether the player to move can force a win, the opponent can, or neither of them.

    Prints the value for the player to move: win, loss, draw or unknown. If a player wins, also prints the number of
    plies that the win takes at most, and a game with the longest known defence. The result is the same for any number
    of threads.

    With --short, the proof leaves out each position that its check can prove by a small search. `volo check-proof
    --short` does this later.

    With --checkpoint, the same command continues a search that was stopped. The search of another position with the
    same rules can begin with a copy of the file. What is known about the positions that can follow both is not searched
    again.

    \b
    Example:
      volo solve "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
    """
    position = position_from(rules, fen)
    threads = processors() if threads is None else threads
    if short is not None and file is None:
        raise click.UsageError("--short needs --proof")
    if file is not None:
        check_replaceable(file)
        if checkpoint is not None and os.path.realpath(file) == os.path.realpath(checkpoint):
            raise click.UsageError("--proof and --checkpoint name the same file")
    with interruptible() as interruption, catch_warnings(record=True) as warned:
        simplefilter("always", RuntimeWarning)
        try:
            with progress("positions", quiet=quiet) as bar:
                task = bar.add_task("Searching", total=nodes)
                solution = engine.solve(
                    position,
                    nodes,
                    time,
                    threads,
                    memory_mb=memory_mb,
                    proof=file is not None,
                    checkpoint=checkpoint,
                    checkpoint_seconds=checkpoint_seconds,
                    progress=lambda searched: bar.update(task, completed=searched),
                )
        except KeyboardInterrupt:
            if interruption.signal is None:
                raise
            kept = "" if checkpoint is None else f"; the same command continues from {checkpoint}"
            raise Unfinished(f"stopped{kept}", 128 + interruption.signal) from None
        except CheckpointError as error:
            raise CheckFailed(str(error)) from error
    proof = solution.proof
    try:
        if file is not None and proof is not None:
            if short is not None:
                proof = engine.shorten_proof(proof, short, threads)
            with replacing(file) as sink:
                sink.write(proof)
    finally:
        # An error of the file must not lose the result. The file comes first: a reader that closes the pipe ends this
        # process.
        within = "" if solution.plies is None else f" in at most {solution.plies} plies"
        say(f"{solution.value}{within}, {solution.nodes:,} nodes")
        if solution.line:
            say(" ".join(str(move) for move in solution.line))
    for warning in warned:
        if issubclass(warning.category, RuntimeWarning):
            raise BadInput(str(warning.message))
    if file is not None and solution.proof is None:
        raise BadInput("no proof was written: the limits ended the search before a proof was complete")
