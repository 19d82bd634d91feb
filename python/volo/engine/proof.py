"""Checking the proof of a value."""

from __future__ import annotations

from dataclasses import dataclass

from volo._volo import Position, _check_proof
from volo.color import Color
from volo.engine.solution import Value

__all__ = ["Proof", "check_proof"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a proof that :func:`check_proof` accepted.

    Attributes:
        position: the position that the proof is about.
        value: the value of the position for the player to move. It is ``"unknown"`` if the proof shows only that one
            player does not lose.
        plies: the number of plies in which the winner can force the win, at most. None if no win is proved.
        safe: the players that are proved not to lose. A winner is among them.
        positions: the number of positions in the strategies of the proof.
    """

    position: Position
    value: Value
    plies: int | None
    safe: tuple[Color, ...]
    positions: int


def check_proof(proof: bytes) -> Proof:
    """Check a proof, with the rules of the game alone.

    The proof has the strategy of a player, or of both for a draw: a move in every position that can be reached when the
    player follows the strategy. The check plays each move and every answer to it. It does not use the solver. The
    interpreter is released. Ctrl-C stops the check.

    Raises:
        VoloError: the bytes are not a proof, are damaged, or prove nothing.
        TypeError: the argument is not bytes.

    Examples:
        >>> import volo
        >>> text = "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
        >>> proof = volo.engine.check_proof(volo.engine.solve(text, proof=True).proof)
        >>> proof.position == volo.Position(text), proof.value, proof.plies
        (True, 'loss', 6)
    """
    return Proof(*_check_proof(proof))
