"""Elo ratings of several players, from the matches between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil, log
from statistics import NormalDist
from typing import TYPE_CHECKING

from volo._support.confidence import CONFIDENCE, Z
from volo.engine.match.score import MatchScore
from volo.errors import VoloError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A player is this much stronger if the odds of a win are e : 1.
_ELO = 400 / log(10)

# The pairs of games that are added to the estimate of the variance. They vary as games without draws would.
_ADDED_PAIRS = 2

# After a step of Newton's method that is shorter, the next one would only round.
_SHORT = 1e-6

# More digits may differ between machines.
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, compared with the other players of a tournament.

    Attributes:
        player: the text of the player.
        elo: the rating in Elo points. The mean of all players is 0.
        error: half of the width of the 95% confidence interval of the rating.
        is_bounded: whether the results bound the ratings. If not, a draw was added to each match; see :func:`ratings`.
        above_next: the probability, 0.5 to 1, that the player is stronger than the next one; None for the last player.
    """

    player: str
    elo: float
    error: float
    is_bounded: bool
    above_next: float | None = None


def more_games(games: int, certainty: float) -> int | None:
    """About how many games of a match must follow these ones until a certainty of the order reaches 95%.

    The difference of the players stays, and its error falls with the square root of the games. None if the players are
    equal so far.

    >>> more_games(100, 0.9), more_games(100, 0.99), more_games(100, 0.5)
    (66, 0, None)
    """
    distance = NormalDist().inv_cdf(min(certainty, CONFIDENCE))
    return 2 * ceil(games * ((NormalDist().inv_cdf(CONFIDENCE) / distance) ** 2 - 1) / 2) if distance > 0 else None


def ratings(scores: Mapping[tuple[str, str], MatchScore]) -> list[Rating]:
    """Return the Elo ratings of players, the strongest first.

    The model is that of Bradley and Terry (1952), in which the expected share of the points depends only on the
    difference of two ratings, by the logistic curve of Elo. A draw is half a win and half a loss, so the ratings of
    two players differ by the ``elo`` of their match. In the model of Davidson (1970), which has a parameter for draws,
    they would differ by the Elo points of the games that are not drawn. The ratings are the most likely ones: with
    them, every player is expected to get the points that the player got (Hunter 2004). Newton's method finds them.

    The interval is that of the normal approximation. As in a match, the variance comes from the pairs of games, since
    the games of a pair are not independent. It is that of games without draws, multiplied by a factor that all pairs of
    the tournament have in common (Wedderburn 1974). Two pairs with a factor of 1 are added, so that few pairs do not
    make the interval too narrow. The same approximation for the difference of neighbors, whose ratings depend on each
    other, says how sure their order is.

    If a group of players has all points of its games against the others, no finite ratings are the most likely ones
    (Ford 1957). Then a drawn game is added to each match, as BayesElo adds draws, and ``is_bounded`` is False.

    Args:
        scores: the score of the first player, for each pair of players.

    Raises:
        VoloError: there are no games, or no games connect two players, not even through others.

    >>> scores = {("a", "b"): MatchScore([1, 2, 4, 8, 5]), ("b", "c"): MatchScore([1, 3, 8, 4, 4])}
    >>> [(each.player, round(each.elo), round(each.error)) for each in ratings(scores)]
    [('a', 105, 71), ('b', -22, 45), ('c', -83, 69)]
    """
    import numpy as np

    played = {players: score for players, score in scores.items() if score.games and players[0] != players[1]}
    names = sorted({name for players in scores for name in players})
    places = {name: place for place, name in enumerate(names)}
    games, points = np.zeros((2, len(names), len(names)))
    for (first, second), score in played.items():
        one, other = places[first], places[second]
        games[[one, other], [other, one]] += score.games
        points[one, other] += score.points
        points[other, one] += score.games - score.points
    reached = _reached(games > 0)
    if not (names and played and reached.all()):
        apart = [name for name, is_reached in zip(names, reached[0], strict=True) if not is_reached] if names else []
        raise VoloError(f"no games connect {names[0][:80]!r} and {apart[0][:80]!r}" if apart else "there are no games")
    is_bounded = bool(_reached(points > 0).all())
    if not is_bounded:
        points += (games > 0) / 2
        games += games > 0
    strengths, shares, information = _fitted(games, points)
    factor = 1.0
    if is_bounded:
        observed = expected = 0.0
        pairs = sum(score.games // 2 for score in played.values())
        for (first, second), score in played.items():
            share = float(shares[places[first], places[second]])
            observed += sum(number * (halves / 2 - 2 * share) ** 2 for halves, number in enumerate(score.pairs))
            expected += score.games * share * (1 - share)
        free = pairs - (len(names) - 1)
        factor = (observed / expected * pairs + _ADDED_PAIRS) / (free + _ADDED_PAIRS)
    # The inverse for ratings whose mean is 0.
    covariances = (np.linalg.inv(information + 1 / len(names)) - 1 / len(names)) * factor
    elo = [round(float(strength) * _ELO, _DIGITS) for strength in strengths]
    order = sorted(range(len(names)), key=lambda place: -elo[place])
    found = []
    for place, following in zip_longest(order, order[1:]):
        above = None
        if following is not None:
            variance = covariances[[place, following], [place, following]].sum() - 2 * covariances[place, following]
            distance = float((strengths[place] - strengths[following]) / np.sqrt(variance))
            above = round(NormalDist().cdf(distance), _DIGITS)
        error = round(Z * float(np.sqrt(covariances[place, place])) * _ELO, _DIGITS)
        found.append(Rating(names[place], elo[place], error, is_bounded, above))
    return found


def _reached(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which vertices of a graph can be reached from which, by any number of edges."""
    import numpy as np

    reached = edges | np.eye(len(edges), dtype=bool)
    for _ in range(len(edges).bit_length()):
        reached = reached @ reached
    return reached


def _fitted(games: NDArray[np.float64], points: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """The most likely strengths, the expected shares of the points, and the information about the strengths."""
    import numpy as np

    strengths = np.zeros(len(games))
    while True:
        with np.errstate(over="ignore"):  # the share is 0 then
            shares = 1 / (1 + np.exp(strengths - strengths[:, np.newaxis]))
        weights = games * shares * (1 - shares)
        information = np.diag(weights.sum(1)) - weights
        step = np.linalg.solve(information + 1 / len(games), (points - games * shares).sum(1))
        # A step is sure to improve the strengths if no difference changes by more than 1 (Bach 2010).
        strengths += step / max(1, np.ptp(step))
        if np.ptp(step) < _SHORT:
            return strengths, shares, information
