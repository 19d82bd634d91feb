"""Checking the proof of a value, and making it short."""

from __future__ import annotations

from dataclasses import dataclass

from volo._volo import Position, _check_proof, _shorten_proof
from volo.color import Color
from volo.engine.solution import Value

__all__ = ["Proof", "check_proof", "shorten_proof"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a proof that :func:`check_proof` accepted.

    Attributes:
        position: the position that the proof is about.
        value: the value of the position for the player to move. It is ``"unknown"`` if the proof shows only that one
            player does not lose.
        plies: the number of plies in which the winner can force the win, at most. None if no win is proved.
        safe: the players that are proved not to lose. A winner is among them.
        positions: the number of positions in the lists of the proof.
        left_out: the number of positions that the lists leave out, each of which the check proved by a search. It is 0
            if the proof is not short.
        nodes: the number of positions that these searches took.
        search_limit: the number of positions that the check was allowed to search for each position that is left out.
            None if the proof is not short.
    """

    position: Position
    value: Value
    plies: int | None
    safe: tuple[Color, ...]
    positions: int
    left_out: int
    nodes: int
    search_limit: int | None


def check_proof(proof: bytes, threads: int = 1, *, search_limit: int | None = None) -> Proof:
    """Check a proof, with the rules of the game alone.

    The proof has the strategy of a player, or of both for a draw: a move in every position that can be reached when the
    player follows the strategy. The check plays each move and every answer to it. It does not use the solver.

    A short proof, which :func:`shorten_proof` makes, leaves out positions. For each of them, the check searches for a
    strategy by itself, and then checks that strategy in the same way.

    The result is the same for any number of threads. The interpreter is released. Ctrl-C stops the check.

    Args:
        proof: the bytes of a proof.
        threads: the number of threads, 1 to 256.
        search_limit: a short proof is refused if it lets the check search more positions than this for one position, 1
            to 100,000; None means 100,000, and no proof may state more.

    Raises:
        VoloError: the bytes are not a proof, are damaged, or prove nothing, or a number is out of range.
        TypeError: an argument has the wrong type.
        MemoryError: the positions that are left out do not fit into memory.

    Examples:
        >>> import volo
        >>> text = "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
        >>> proof = volo.engine.check_proof(volo.engine.solve(text, proof=True).proof)
        >>> proof.position == volo.Position(text), proof.value, proof.plies
        (True, 'loss', 6)
    """
    return Proof(*_check_proof(proof, threads, search_limit))


def shorten_proof(proof: bytes, search_limit: int, threads: int = 1) -> bytes:
    """Make the short form of a proof.

    The short form leaves out each position that the check can prove by itself, by searching no more than half of
    ``search_limit`` positions. The check may search twice as many, so that it still accepts the proof after small
    changes of the search. A higher limit makes a smaller proof, whose check takes longer.

    A wrong proof becomes a wrong short proof. So check it before or after.

    The result is the same for any number of threads. The interpreter is released. Ctrl-C stops the work.

    Args:
        proof: the bytes of a proof that is not short.
        search_limit: the number of positions that the check may search for each position that is left out, 2 to
            100,000.
        threads: the number of threads, 1 to 256.

    Raises:
        VoloError: the bytes are not a proof, are damaged, or are already a short proof, or a number is out of range.
        TypeError: an argument has the wrong type.
        MemoryError: the short proof does not fit into memory.

    Examples:
        >>> import volo
        >>> long = volo.engine.solve("2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4", proof=True).proof
        >>> short = volo.engine.shorten_proof(long, search_limit=100)
        >>> proof = volo.engine.check_proof(short)
        >>> proof.value, proof.plies, len(long) // len(short) >= 4, proof.left_out > proof.positions
        ('win', 5, True, True)
    """
    return _shorten_proof(proof, search_limit, threads)
