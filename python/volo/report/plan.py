"""What a report is made from: rule sets, an amount of play, and the strength of the players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from volo._support.checks import checked_integer
from volo._volo import Rules
from volo.errors import VoloError

__all__ = ["GAMES_OF_A_PORTION", "Plan"]

GAMES_OF_A_PORTION = 4
"""The number of games in a portion of the work. One of them is judged."""

_MOST_GAMES = 1_000_000
# With four rule sets on the largest sky, the page has less than 400 KB.
_MOST_RULE_SETS = 4
# Twice the largest number of nodes in a report, 16 times that of the players, is one that an engine accepts.
_MOST_NODES = 300_000


@dataclass(frozen=True, slots=True, init=False)
class Plan:
    """The rule sets of a report, and everything on which its games depend.

    The work is divided into portions. A portion has four games of a player with itself, of which one is judged by an
    engine with four times the nodes; a position of each game in which engines of different strength are asked for a
    move; and a pair of games of each match of the report. So a report that is made early rests on less of everything.

    Args:
        rules: the rule sets, at most four, each once.
        games: the number of games of each rule set, 4 to 1,000,000. It is rounded up to a multiple of four.
        nodes: the number of positions that a player searches for a move, 8 to 300,000. The first four plies of each
            game are drawn from all legal moves.
        seed: the seed of all random choices, 0 to 2**32 - 1.

    Raises:
        VoloError: a number is out of range, or there are no rule sets, too many or one of them twice.
        InvalidRulesError: a text is not a rule set.
        TypeError: an argument has the wrong type.

    >>> plan = Plan(["standard-4", "french-4"], games=10, nodes=100)
    >>> plan.portions, plan.policy, plan.rungs, plan.strengths
    (3, 'engine:100,opening=4', (25, 100, 400), (25, 100, 400, 1600))
    """

    rules: tuple[Rules, ...]
    games: int
    nodes: int
    seed: int

    def __init__(self, rules: Iterable[Rules | str], games: int = 400, nodes: int = 400, seed: int = 0) -> None:
        if isinstance(rules, str):
            raise TypeError("rules must be several rule sets, not a str")
        chosen = tuple(each if isinstance(each, Rules) else Rules.parse(each) for each in rules)
        if not 1 <= len(chosen) <= _MOST_RULE_SETS or len(set(chosen)) < len(chosen):
            raise VoloError(f"a report is on 1 to {_MOST_RULE_SETS} different rule sets")
        for name, value in {
            "rules": chosen,
            "games": checked_integer("games", games, GAMES_OF_A_PORTION, _MOST_GAMES),
            "nodes": checked_integer("nodes", nodes, 8, _MOST_NODES),
            "seed": checked_integer("seed", seed, 0, 2**32 - 1),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def portions(self) -> int:
        """The number of portions for each rule set."""
        return -(-self.games // GAMES_OF_A_PORTION)

    @property
    def policy(self) -> str:
        """The player of the games, as :func:`volo.play_games` names it."""
        return f"engine:{self.nodes},opening=4"

    @property
    def judge(self) -> int:
        """The number of positions that the judge searches."""
        return 4 * self.nodes

    @property
    def rungs(self) -> tuple[int, ...]:
        """The numbers of positions of the weaker player of each match. The stronger one searches twice as many."""
        return self.nodes // 4, self.nodes, 4 * self.nodes

    @property
    def strengths(self) -> tuple[int, ...]:
        """The numbers of positions of the engines that are asked for a move in the same position."""
        return *self.rungs, 16 * self.nodes
