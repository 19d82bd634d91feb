"""``volo check-proof``: check the proof of a value."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

from volo import engine
from volo._support.disk import check_replaceable, open_regular, renaming, replacing, with_filename
from volo.cli.failures import CheckFailed
from volo.cli.options import Name, file_option, number_option, processors, search_limit_option, short_option
from volo.cli.terminal import say
from volo.errors import VoloError

__all__ = ["check_proof"]

# The first bytes of a proof. The version of the format follows.
_NAME: Final = b"VOLOPRF"


@click.command(short_help="Check a proof that `volo solve` wrote.")
@click.argument("file", type=Name(exists=True, dir_okay=False, path_type=Path))
@number_option("--threads", min=1, max=256, help="The number of threads.  [default: one for each processor]")
@search_limit_option
@short_option
@file_option("--out", help="The file for the short proof.")
def check_proof(file: Path, threads: int | None, search_limit: int | None, short: int | None, out: Path | None) -> None:
    """Check the proof in FILE with the rules alone, and print what it proves.

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
    if out is not None:
        check_replaceable(out)
    threads = processors() if threads is None else threads
    content = _read(file)
    shortened = b""
    try:
        proof = engine.check_proof(content, threads, search_limit=search_limit)
        if short is not None:
            shortened = engine.shorten_proof(content, short, threads)
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
    """Read a proof. Only the beginning is read if it is not that of a proof, because another file may be large.

    Raises:
        OSError: the file is not a regular file, or cannot be read.
        MemoryError: the file does not fit into memory.
    """
    path = Path(os.path.realpath(file))  # a symbolic link is followed, and may lead to a device
    with renaming(path, file), with_filename(path), os.fdopen(open_regular(path), "rb") as opened:
        head = opened.read(len(_NAME) + 1)
        if not head.startswith(_NAME):
            return head
        opened.seek(0)
        return opened.read()
