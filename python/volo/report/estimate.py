"""Numbers of a report with their confidence intervals, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from volo._support.confidence import mean_interval, score_interval
from volo.engine.match import MatchScore, elo_of_share
from volo.simulate import Share

__all__ = ["Estimate", "elo", "mean", "mean_rate", "points", "points_of_pairs", "share"]

_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95% confidence interval.

    Attributes:
        value: the number. None if nothing was observed, or for an infinite difference in Elo points.
        low: the lower bound. None if there is none.
        high: the upper bound. None if there is none.
        of: the number of independent observations.
    """

    value: float | None
    low: float | None
    high: float | None
    of: int


def share(part: Share) -> Estimate:
    """A share of independent observations, with Wilson's interval.

    >>> share(Share(5, 10)).value
    0.5
    """
    return _estimate(part.share, part.interval, part.of)


def points(wins: int, draws: int, losses: int) -> Estimate:
    """The share of the points of independent games: 1 for a win, 1/2 for a draw.

    >>> points(6, 2, 2).value
    0.7
    """
    games = wins + draws + losses
    interval = score_interval([(1, wins), (0.5, draws), (0, losses)], most=games)
    return _estimate((wins + draws / 2) / games if games else float("nan"), interval, games)


def points_of_pairs(pairs: Sequence[float]) -> Estimate:
    """The share of the points of pairs of games, each 0 to 2.

    >>> points_of_pairs([2, 1]).value
    0.75
    """
    score = MatchScore()
    for each in pairs:
        score.add(each)
    return _estimate(score.share if pairs else float("nan"), score.interval, len(pairs))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with an interval by the normal approximation if there are at least two.

    >>> mean([1.0, 3.0]).value, mean([]).value
    (2.0, None)
    """
    average = sum(values) / len(values) if values else float("nan")
    return _estimate(average, mean_interval(values) if len(values) > 1 else (float("nan"),) * 2, len(values))


def mean_rate(rates: Sequence[float]) -> Estimate:
    """The mean of independent numbers from 0 to 1. Its interval is within 0 and 1.

    >>> mean_rate([0.0, 0.0]).low
    0.0
    """
    average = sum(rates) / len(rates) if rates else float("nan")
    return _estimate(average, score_interval([(rate, 1) for rate in rates], most=len(rates)), len(rates))


def elo(part: Estimate) -> Estimate:
    """The difference in Elo points at which a player gets this share of the points.

    >>> elo(points(3, 0, 1)).value, elo(points(1, 0, 0)).value
    (190.8485, None)
    """
    value, low, high = (
        float("nan") if each is None else elo_of_share(each) for each in (part.value, part.low, part.high)
    )
    return _estimate(value, (low, high), part.of)


def _estimate(value: float, interval: tuple[float, float], of: int) -> Estimate:
    written = [round(each, _DIGITS) if isfinite(each) else None for each in (value, *interval)]
    if not of:
        written = [None, None, None]
    return Estimate(value=written[0], low=written[1], high=written[2], of=of)
