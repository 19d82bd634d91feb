"""Counters of many games."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any, TypeAlias

from volo.errors import VoloError

__all__ = ["Counts", "Pair", "Tally"]

Counts: TypeAlias = tuple[int, ...]
Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games come to: whole numbers that add up with ``+``, in any order.

    Of ``volo.play_random(..., tally=True)``, or of :func:`volo.tally_games`; :class:`volo.simulate.Summary` tells what
    the numbers say. A pair is Orange's number, then Blue's. Counts are indexed by what their description says, and end
    with the last index that has any.

    Attributes:
        edge: the edge of the sky; None where there are no games.
        flock_wins: games won by one flock [R17] [R18], a pair.
        handed_over: those of them that the other player's clearing flight handed over [R18], a pair.
        stuck_wins: games won by the last to add or fly [R14b], a pair.
        first_mover_wins: games won by the player who moved first.
        draws: games that ended in a draw [R14].
        truncated: games that were cut off [R19].
        lengths: games by their number of plies; those that were cut off by the plies that they came to.
        legal_moves: legal moves by ply, counted from 0: of all positions before that ply, added up.
        adds: plies that were adds.
        passes: plies that were passes.
        single: flights of a single bird.
        in_file: flights of lines in file, by the number of birds.
        side_by_side: flights of lines side by side, by the number of birds.
        clearings: flights that drove birds of the opponent away [R15], by how many.
        deciding_clearings: those of them that ended the game, by the same number. They hand it to the opponent [R18]:
            a flight that wins clears nothing [R17].
        won_after_clearing: games with a clearing that were won by the player who cleared last.
        lost_after_clearing: games with a clearing that were lost by the player who cleared last.
        adds_on: for Orange and for Blue, the adds on each space of the sky, in board order (the lowest row first, each
            from the left).
        flocks_on: for Orange and for Blue, how often the winning flock stood on each space in the end.

    >>> import volo
    >>> one, two = (volo.play_random(50, first=first, tally=True).tally for first in (0, 50))
    >>> one + two == volo.play_random(100, tally=True).tally
    True
    """

    edge: int | None = None
    flock_wins: Pair = (0, 0)
    handed_over: Pair = (0, 0)
    stuck_wins: Pair = (0, 0)
    first_mover_wins: int = 0
    draws: int = 0
    truncated: int = 0
    lengths: Counts = ()
    legal_moves: Counts = ()
    adds: int = 0
    passes: int = 0
    single: int = 0
    in_file: Counts = ()
    side_by_side: Counts = ()
    clearings: Counts = ()
    deciding_clearings: Counts = ()
    won_after_clearing: int = 0
    lost_after_clearing: int = 0
    adds_on: tuple[Counts, Counts] = ((), ())
    flocks_on: tuple[Counts, Counts] = ((), ())

    def __add__(self, other: Tally) -> Tally:
        """The tally of both.

        Raises:
            VoloError: the two are of skies of different edges, whose spaces are not the same.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        if None not in (self.edge, other.edge) and self.edge != other.edge:
            raise VoloError(f"games on skies of edge {self.edge} and of edge {other.edge} do not add up")
        sums = {
            each.name: _sum(getattr(self, each.name), getattr(other, each.name))
            for each in fields(self)
            if each.name != "edge"
        }
        return Tally(edge=other.edge if self.edge is None else self.edge, **sums)


def _sum(one: Any, other: Any) -> Any:
    """The sum of two numbers, or of numbers that stand at the same place."""
    if isinstance(one, tuple):
        return tuple(_sum(*pair) for pair in zip_longest(one, other, fillvalue=0))
    return one + other
