"""Counters of many games."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any, TypeAlias

from volo.errors import VoloError

Counts: TypeAlias = tuple[int, ...]
"""Counters, one for each number from 0."""
Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counters of many games. Tallies of different games add up with ``+``, in any order.

    ``volo.play_random(..., tally=True)`` and :func:`volo.tally_games` make a tally, and :class:`volo.simulate.Summary`
    computes figures from it. If an attribute is a pair, Orange's number is the first. If an attribute has a number for
    each length, ply or number of birds, this is the index, and the last entry is not 0.

    Attributes:
        edge: the edge of the sky; None if there are no games.
        flock_wins: The games that each player won by one flock ([R17], [R18]). A pair.
        handed_over: The games that each player won by a clearing flight of the opponent ([R18]). A pair.
        stuck_wins: The games that each player won as the last player to add or fly ([R14b]). A pair.
        first_mover_wins: The games that the player who moved first won.
        draws: The games that ended in a draw ([R14]).
        truncated: The games that were truncated ([R19]).
        lengths: The games by their number of plies. Truncated games are included.
        legal_moves: The number of legal moves before each ply, added up, by the number of plies before it. Games that
            ended earlier do not contribute.
        adds: The number of adds.
        passes: The number of passes.
        single: The number of flights of a single bird.
        in_file: The flights of lines in file, by the number of birds.
        side_by_side: The flights of lines side by side, by the number of birds.
        clearings: The flights that removed birds of the opponent ([R15]), by the number of removed birds.
        deciding_clearings: The clearing flights that ended the game, by the number of removed birds. The opponent
            always wins such a game ([R18]), because a flight that wins removes no birds ([R17]).
        won_after_clearing: The games in which the player who made the last clearing flight won.
        lost_after_clearing: The games in which the player who made the last clearing flight lost.
        adds_on: The birds that each player added on each space. In board order (the lowest row first, each from the
            left).
        flocks_on: The birds of each player's winning flocks at the end of the games, on each space. In board order (the
            lowest row first, each from the left).

    >>> one, two = (volo.play_random(50, first=first, tally=True, seed=0).tally for first in (0, 50))
    >>> one + two == volo.play_random(100, tally=True, seed=0).tally
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
            VoloError: the two are of skies of different edges.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        if None not in (self.edge, other.edge) and self.edge != other.edge:
            raise VoloError(f"cannot add games on skies of edge {self.edge} and of edge {other.edge}")
        sums = (_sum(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)[1:])
        return Tally(other.edge if self.edge is None else self.edge, *sums)


def _sum(one: Any, other: Any) -> Any:
    if isinstance(one, tuple):
        return tuple(_sum(*pair) for pair in zip_longest(one, other, fillvalue=0))
    return one + other
