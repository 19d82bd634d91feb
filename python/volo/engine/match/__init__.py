"""Matches between two players, tournaments of more, and the difference in strength that they show.

A match consists of pairs of games. Both games of a pair begin with the same opening, and the players exchange colors.

>>> from volo.engine.match import Match, Spec
>>> match = Match(Spec.parse("careful"), Spec.parse("uniform"), start="standard-4", pairs=20, seed=1)
>>> for pair in match.run():
...     match.score.add(pair.points)
>>> match.score.games, match.score.elo > 0
(40, True)
"""

from __future__ import annotations

from volo.engine.match.game import Pair, PlayedGame, TimeControl
from volo.engine.match.players import Player, Spec, player_of
from volo.engine.match.rating import Rating, ratings
from volo.engine.match.runner import Match
from volo.engine.match.score import MatchScore, Sprt
from volo.engine.match.tournament import Tournament

__all__ = [
    "Match",
    "MatchScore",
    "Pair",
    "PlayedGame",
    "Player",
    "Rating",
    "Spec",
    "Sprt",
    "TimeControl",
    "Tournament",
    "player_of",
    "ratings",
]
