"""Measures: numbers with their intervals, the course of a game, and values folded over the symmetries of the sky.

A lead is the expected result for Orange, from -1 (Blue wins) to 1 (Orange wins). The leads of a game are those of its
positions in which a move was made. For a winner, they are turned so that a positive lead is the winner's. The page of a
report defines the measures of the course in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import isfinite, sqrt

from volo._support.confidence import Estimate, mean_interval, score_interval
from volo._volo import SYMMETRIES, Move, Position, Symmetry
from volo.color import Color
from volo.engine.match import MatchScore
from volo.engine.match.score import elo_of_share
from volo.layout import layout
from volo.simulate import Share

_DIGITS = 5

AHEAD = 0.1
"""The lead from which a player counts as the leader: an expected score of 55%."""

SAFE = 0.5
"""The lead from which a game counts as decided, if it does not fall below that again: an expected score of 75%."""


def share(part: Share) -> Estimate:
    return _estimate(part.share, part.interval, part.of)


def points(wins: int, draws: int, losses: int) -> Estimate:
    """The share of the points of independent games: 1 for a win, 1/2 for a draw.

    >>> points(6, 2, 2).value
    0.7
    """
    games = wins + draws + losses
    interval = score_interval([(1, wins), (0.5, draws), (0, losses)], most=games)
    return _estimate((wins + draws / 2) / games if games else float("nan"), interval, games)


def points_of_pairs(score: MatchScore) -> Estimate:
    return _estimate(score.share, score.interval, sum(score.pairs))


def mean(values: Iterable[float] | Mapping[float, int] | Mapping[int, int]) -> Estimate:
    """The mean of independent values, with an interval by the normal approximation if there are at least two."""
    counts = sorted(Counter(values).items())
    number = sum(times for _, times in counts)
    average = sum(value * times for value, times in counts) / number if number else float("nan")
    return _estimate(average, mean_interval(counts) if number > 1 else (float("nan"),) * 2, number)


def mean_rate(rates: Sequence[float]) -> Estimate:
    """The mean of independent numbers from 0 to 1. Its interval is within 0 and 1.

    >>> mean_rate([0.0, 0.0]).low
    0.0
    """
    average = sum(rates) / len(rates) if rates else float("nan")
    return _estimate(average, score_interval([(rate, 1) for rate in rates], most=len(rates)), len(rates))


def elo(part: Estimate) -> Estimate:
    """The difference in Elo points at which a player gets this share of the points."""
    value, low, high = (
        float("nan") if each is None else elo_of_share(each) for each in (part.value, part.low, part.high)
    )
    return _estimate(value, (low, high), part.of)


def _estimate(value: float, interval: tuple[float, float], of: int) -> Estimate:
    written = [round(each, _DIGITS) if isfinite(each) else None for each in (value, *interval)]
    if not of:
        written = [None, None, None]
    return Estimate(value=written[0], low=written[1], high=written[2], of=of)


def changes(leads: Sequence[float]) -> int:
    """How often the leader changes. Between two leaders, there may be positions without a leader."""
    leaders = [lead > 0 for lead in leads if abs(lead) >= AHEAD]
    return sum(before != after for before, after in pairwise(leaders))


def drama(leads: Sequence[float]) -> float:
    """Browne's average drama of a won game: how far the winner was behind, on average over these positions."""
    behind = [sqrt(-lead) for lead in leads if lead < 0]
    return sum(behind) / len(behind) if behind else 0.0


def deepest(leads: Sequence[float]) -> tuple[float, int]:
    """The smallest lead of the winner, and the number of moves before it."""
    least = min(leads)
    return least, leads.index(least)


def decided(leads: Sequence[float]) -> int:
    """The number of moves after which the winner's lead never falls below :data:`SAFE` again."""
    return next((ply + 1 for ply in reversed(range(len(leads))) if leads[ply] < SAFE), 0)


def swing(leads: Sequence[float]) -> float:
    return max((abs(after - before) for before, after in pairwise(leads)), default=0.0)


def tenths(positions: int) -> Iterator[range]:
    """The indices of the positions in each tenth of a game. A tenth of a short game may be empty."""
    for part in range(10):
        yield range(-(-part * positions // 10), -(-(part + 1) * positions // 10))


@cache
def keeping_birds(start: Position) -> tuple[Symmetry, ...]:
    """The symmetries that map the spaces with birds to themselves. At the start of a rule set, these are all."""

    def spaces(position: Position) -> set[str]:
        return {space for color in Color for space in position.birds(color)}

    return tuple(each for each in SYMMETRIES if spaces(start.transform(each)) == spaces(start))


def keeping_colors(start: Position) -> tuple[Symmetry, ...]:
    """The symmetries that map a start to itself. At the start of a rule set, the others exchange the players."""
    return tuple(each for each in SYMMETRIES if start.transform(each) == start)


@cache
def classes(edge: int, symmetries: Sequence[Symmetry] = SYMMETRIES) -> tuple[tuple[str, ...], ...]:
    """The spaces of a sky in classes: spaces of one class are images of each other. Both are in board order."""
    found: dict[str, None] = dict.fromkeys(layout(edge).spaces)
    chosen = []
    while found:
        first = next(iter(found))
        images = {Move(first, edge=edge).transform(each).spaces[0] for each in symmetries}
        chosen.append(tuple(space for space in found if space in images))
        for space in images:
            del found[space]
    return tuple(chosen)


def folded(
    values: Mapping[str, float], edge: int, symmetries: Sequence[Symmetry] = SYMMETRIES
) -> list[tuple[tuple[str, ...], float]]:
    """Each class of spaces with the mean of its values. A space without a value has the value 0."""
    return [
        (spaces, sum(values.get(space, 0.0) for space in spaces) / len(spaces)) for spaces in classes(edge, symmetries)
    ]


def first_moves(start: Position) -> list[list[Move]]:
    """The legal moves at the start in classes: moves of one class lead to images of the same position."""
    found: dict[Position, list[Move]] = {}
    for move in start.legal_moves():
        found.setdefault(start.play(move).canonical()[0], []).append(move)
    return list(found.values())
