"""``volo check-proof``: check the proof of a value."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

from volo import engine
from volo._support.disk import open_regular, renaming, with_filename
from volo.cli.failures import CheckFailed
from volo.cli.options import Name
from volo.cli.terminal import say
from volo.errors import VoloError

__all__ = ["check_proof"]

# The first bytes of a proof. The version of the format follows.
_NAME: Final = b"VOLOPRF"


@click.command(short_help="Check a proof that `volo solve` wrote.")
@click.argument("file", type=Name(exists=True, dir_okay=False, path_type=Path))
def check_proof(file: Path) -> None:
    """Check the proof in FILE with the rules alone, and print what it proves.

    \b
    Example:
      volo solve "2/1ob2/oo2b1/b1bo/1b1b2/1oo2/1o b 0 standard-4" --proof proof.volo
      volo check-proof proof.volo
    """
    try:
        proof = engine.check_proof(_read(file))
    except VoloError as error:
        raise CheckFailed(f"{file}: {error}") from error
    if proof.value == "unknown":
        claim = " and ".join(color.name.capitalize() for color in proof.safe) + " does not lose"
    else:
        claim = proof.value if proof.plies is None else f"{proof.value} in at most {proof.plies} plies"
    say(f"proved: {claim}, {proof.positions:,} positions", proof.position.fen())


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
