"""``volo analyse``, ``engine``, ``solve`` and ``check-proof``: the engine and the solver on the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from warnings import catch_warnings, simplefilter

import click

import volo.engine
from volo._support.disk import check_replaceable, open_regular, renaming, replacing, with_filename
from volo._volo import Position, Rules, _processors
from volo.cli.options import (
    Decimal,
    Name,
    check_kind,
    check_new,
    engine_options,
    file_option,
    limit_options,
    number_option,
    position_from,
    quiet_option,
    search_limit_option,
    short_option,
    start_arguments,
    threads_option,
)
from volo.cli.signals import interruptible
from volo.cli.terminal import BadInput, CheckFailed, Unfinished, say
from volo.engine import Engine, Info, Limit
from volo.errors import CheckpointError, VoloError

if TYPE_CHECKING:
    from rich.table import Table

# The time in seconds between two looks at a search.
_PAUSE = 0.1

# A table shows no more moves of a line.
_SHOWN_MOVES = 12


@click.command()
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
    proven win or loss in at most a number of plies. Without a limit, the search goes on until Ctrl-C.

    \b
    Example:
      volo analyse "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4" --nodes 10000 --lines 3
    """
    # Before the search, because this import may take longer than it.
    from volo.cli.console import refreshed

    position = position_from(rules, fen)
    limit = Limit(time=time, nodes=nodes, depth=depth)
    with (
        interruptible(),
        Engine(threads=threads, hash_mb=hash_mb) as engine,
        engine.analysis(position, limit, multipv=lines) as analysis,
    ):
        if not sys.stdout.isatty():
            for info in analysis:
                say(_line_of(info))
            return
        try:
            with refreshed() as show:
                while not analysis.is_over:
                    analysis.wait(_PAUSE)
                    show(_table_of(analysis.multipv))
        finally:
            # The result is printed also after Ctrl-C.
            analysis.close()
            for info in analysis.multipv:
                say(_line_of(info))


def _line_of(info: Info) -> str:
    moves = "".join(f" {move}" for move in info.pv)
    return f"{info.multipv}. {info.score}, depth {info.depth}, {info.nodes:,} nodes, {info.time:.2f} s:{moves}"


def _table_of(infos: list[Info]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table("", "score", "depth", "nodes", "nodes/s", "s", "moves", box=SIMPLE_HEAD)
    for column in table.columns[:-1]:
        column.justify = "right"
    for info in infos:
        moves = " ".join(map(str, info.pv[:_SHOWN_MOVES]))
        numbers = (str(info.depth), f"{info.nodes:,}", f"{info.nps:,}", f"{info.time:.1f}")
        table.add_row(str(info.multipv), str(info.score), *numbers, moves)
    return table


@click.command()
def engine() -> None:
    """Run the engine for other programs: read commands of the Universal Game Interface (UGI) from standard input, and
    write the answers to standard output.

    Player 1 is Orange. The options are Hash (megabytes), Threads, Seed, Level (1 to 12), MultiPV, Rules (the rule set
    of `position startpos`) and Ponder (whether `bestmove` also names the expected reply). `score mate N` is a proven
    win in at most N plies, and `score mate -N` a proven loss.

    \b
    Example:
      echo "go nodes 1000" | volo engine
    """
    from volo.engine.ugi.server import Server

    if sys.stdin is None:
        raise BadInput("standard input is closed")
    Server(sys.stdin.buffer, sys.stdout.buffer).run()


@click.command()
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
    plies that the win takes at most, and a game with the longest known defense. The result is the same for any number
    of threads.

    With --short, the proof leaves out each position that its check can prove by a small search. `volo check-proof
    --short` does this later.

    With --checkpoint, the same command continues a search that was stopped. The search of another position with the
    same rules can begin with a copy of the file. What is known about the positions that can follow both is not searched
    again. The results in the file are believed, so only continue from a file that you trust.

    \b
    Example:
      volo solve "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
    """
    from volo.cli.console import progress

    position = position_from(rules, fen)
    threads = _processors() if threads is None else threads
    if short is not None and file is None:
        raise click.UsageError("--short needs --proof")
    if file is not None:
        check_replaceable(file)
        check_kind(file, "proof")
        if checkpoint is not None and os.path.realpath(file) == os.path.realpath(checkpoint):
            raise click.UsageError("--proof and --checkpoint name the same file")
    with interruptible() as interruption, catch_warnings(record=True) as warned:
        simplefilter("always", RuntimeWarning)
        try:
            with progress("positions", quiet=quiet) as bar:
                task = bar.add_task("Searching", total=nodes)
                solution = volo.engine.solve(
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
                proof = volo.engine.shorten_proof(proof, short, threads)
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


# The first bytes of a proof. The version of the format follows.
_NAME: Final = b"VOLOPRF"
_XZ: Final = b"\xfd7zXZ\0"
# A file from someone else may be small and decompress to more than the memory. Proofs become about four times as large.
_LARGEST_RATIO: Final = 64
_XZ_MEMORY: Final = 1 << 28


@click.command()
@click.argument("file", type=Name(exists=True, dir_okay=False, path_type=Path))
@number_option("--threads", min=1, max=256, help="The number of threads.  [default: one for each processor]")
@search_limit_option
@short_option
@file_option("--out", help="The new file for the short proof.")
def check_proof(file: Path, threads: int | None, search_limit: int | None, short: int | None, out: Path | None) -> None:
    """Check the proof in FILE, which may be compressed with xz, with the rules alone, and print what it proves.

    A short proof leaves out positions. The check proves them by its own searches, each of which may search as many
    positions as the proof says. With --short and --out, the proof in FILE is made short after it was checked.

    \b
    Example:
      volo solve "2/1ob2/oo2b1/b1bo/1b1b2/1oo2/1o b 0 standard-4" --proof proof.volo
      volo check-proof proof.volo
      volo check-proof proof.volo --short 10 --out short.volo
    """
    if (short is None) != (out is None):
        raise click.UsageError("--short and --out belong together")
    check_new(out)
    content = _read(file)
    shortened = b""
    try:
        proof = volo.engine.check_proof(content, threads, search_limit=search_limit)
        if short is not None:
            shortened = volo.engine.shorten_proof(content, short, threads)
    except VoloError as error:
        raise CheckFailed(f"{file}: {error}") from error
    if proof.value == "unknown":
        claim = " and ".join(color.name.capitalize() for color in proof.safe) + " does not lose"
    else:
        claim = proof.value if proof.plies is None else f"{proof.value} in at most {proof.plies} plies"
    searched = f", {proof.left_out:,} left out and proved by a search of {proof.nodes:,}" if proof.search_limit else ""
    try:
        if out is not None:
            with replacing(out) as sink:
                sink.write(shortened)
    finally:
        # An error of the file must not lose the result. The file comes first: a reader that closes the pipe ends this
        # process.
        say(f"proved: {claim}, {proof.positions:,} positions{searched}", proof.position.fen())


def _read(file: Path) -> bytes:
    """Read a proof. Only the beginning is read if it is not that of a proof, because another file may be large."""
    path = Path(os.path.realpath(file))  # a symbolic link is followed, and may lead to a device
    with renaming(path, file), with_filename(path), os.fdopen(open_regular(path), "rb") as opened:
        head = opened.read(len(_NAME) + 1)
        opened.seek(0)
        if head.startswith(_XZ):
            return _decompressed(opened.read(), file)
        return opened.read() if head.startswith(_NAME) else head


def _decompressed(data: bytes, file: Path) -> bytes:
    """Decompress the xz data of a proof. Of other data, only the beginning is decompressed."""
    import lzma

    decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, _XZ_MEMORY)
    try:
        content = decompressor.decompress(data, len(_NAME) + 1)
        if content.startswith(_NAME) and not decompressor.eof:
            content += decompressor.decompress(b"", _LARGEST_RATIO * len(data))
    except lzma.LZMAError as error:
        raise CheckFailed(f"{file}: the xz data are damaged: {error}") from error
    if not decompressor.eof and content.startswith(_NAME):
        if decompressor.needs_input:
            raise CheckFailed(f"{file}: the xz data are truncated")
        raise CheckFailed(f"{file}: the xz data have more than {_LARGEST_RATIO} times the size of the file")
    return content
