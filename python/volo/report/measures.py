"""Measures of the course of a game, from a judge's leads. The page of a report defines them in words.

A lead is the expected result for Orange, from -1 (Blue wins) to 1 (Orange wins). The leads of a game are those of its
positions in which a move was made. For a winner, they are turned so that a positive lead is the winner's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

__all__ = ["AHEAD", "SAFE", "changes", "decided", "deepest", "drama", "swing", "tenths"]

AHEAD = 0.1
"""The lead from which a player counts as the leader: an expected score of 55%."""

SAFE = 0.5
"""The lead from which a game counts as decided, if it does not fall below that again: an expected score of 75%."""


def changes(leads: Sequence[float]) -> int:
    """How often the leader changes. Between two leaders, there may be positions without a leader.

    >>> changes([0, 0.3, 0.05, 0.2, -0.05, -0.4, 0.1])
    2
    """
    leaders = [lead > 0 for lead in leads if abs(lead) >= AHEAD]
    return sum(before != after for before, after in pairwise(leaders))


def drama(leads: Sequence[float]) -> float:
    """Browne's average drama of a won game: how far the winner was behind, on average over these positions.

    Args:
        leads: the winner's leads.

    >>> drama([-0.25, 0.5, -0.01]), drama([0.1])
    (0.3, 0.0)
    """
    behind = [sqrt(-lead) for lead in leads if lead < 0]
    return sum(behind) / len(behind) if behind else 0.0


def deepest(leads: Sequence[float]) -> tuple[float, int]:
    """The smallest lead of the winner, and the number of moves before it.

    >>> deepest([0, -0.5, 0.2])
    (-0.5, 1)
    """
    least = min(leads)
    return least, leads.index(least)


def decided(leads: Sequence[float]) -> int:
    """The number of moves after which the winner's lead never falls below :data:`SAFE` again.

    >>> decided([0.6, 0.2, 0.7, 0.9]), decided([0.1])
    (2, 1)
    """
    return next((ply + 1 for ply in reversed(range(len(leads))) if leads[ply] < SAFE), 0)


def swing(leads: Sequence[float]) -> float:
    """The largest change of the lead by one move.

    >>> swing([0, 0.25, -0.5])
    0.75
    """
    return max((abs(after - before) for before, after in pairwise(leads)), default=0.0)


def tenths(positions: int) -> Iterator[range]:
    """The indices of the positions in each tenth of a game. A tenth of a short game may be empty.

    >>> [list(each) for each in tenths(12)][:3]
    [[0, 1], [2], [3]]
    """
    for part in range(10):
        yield range(-(-part * positions // 10), -(-(part + 1) * positions // 10))
