"""``volo check-proof``: check the proof of a value."""

from __future__ import annotations

from pathlib import Path

import click

from volo import engine
from volo.cli.failures import CheckFailed
from volo.cli.options import Name
from volo.cli.terminal import say
from volo.errors import VoloError

__all__ = ["check_proof"]


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
        proof = engine.check_proof(file.read_bytes())
    except VoloError as error:
        raise CheckFailed(f"{file}: {error}") from error
    if proof.value == "unknown":
        claim = " and ".join(color.name.capitalize() for color in proof.safe) + " does not lose"
    else:
        claim = proof.value if proof.plies is None else f"{proof.value} in at most {proof.plies} plies"
    say(f"proved: {claim}, {proof.positions:,} positions", proof.position.fen())
