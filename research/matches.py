"""Matches that show what nodes and levels are worth, and how strong the lowest levels are.

`make -C research known ONLY=matches` makes them again.

No clock limits the players, so a match has the same games on every machine. `volo match FIRST SECOND --rules RULES
--games GAMES --seed 1` plays the same match, unless a player is one of the models of people who learn the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time
from typing import Final

import research
from research.beginners import MODELS
from volo.engine.match import Match, MatchScore, Spec
from volo.simulate import Share

SEED: Final = 1
LEVEL: Final = "engine:1000000,hash=1,level={}"
MATCHES: Final = [
    *(
        ("standard-5", f"engine:{2 * nodes}", f"engine:{nodes}", games)
        for nodes, games in ((50, 400), (200, 400), (1000, 200))
    ),
    ("standard-7", "engine:400", "engine:200", 200),
    *(("standard-5", LEVEL.format(level), other, 100) for level in (3, 5, 7) for other in ("uniform", "careful")),
    *(("standard-5", LEVEL.format(level), model, 400) for level in (1, 2, 3) for model in MODELS),
]
"""The rule set, the players and the number of games of each match."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match.

    Attributes:
        rules: the rule set.
        first, second: the players.
        pairs: the number of pairs of games in which the first player got 0, 1/2, 1, 3/2 and 2 points.
        draws: the number of drawn games, with those that were cut off.
        seconds: the processor time.
    """

    rules: str
    first: str
    second: str
    pairs: list[int]
    draws: int
    seconds: int

    @property
    def score(self) -> MatchScore:
        return MatchScore(self.pairs)

    @property
    def lost(self) -> Share:
        """The games that the second player won."""
        games = self.score.games
        return Share(round(games - self.score.points - self.draws / 2), games)


def play(rules: str, first: str, second: str, games: int, seed: int = SEED) -> Played:
    began, draws = process_time(), 0
    players = [MODELS.get(name) or Spec.parse(name) for name in (first, second)]
    match = Match(*players, start=rules, pairs=games // 2, seed=seed)
    for pair in match.run():
        match.score.add(pair.points)
        draws += sum(each.winner is None for each in pair.games)
    return Played(rules, first, second, match.score.pairs, draws, round(process_time() - began))


def make() -> None:
    research.write(Played, (play(*match) for match in MATCHES))
