"""What a report is made from: a plan, and the portions of its work.

A portion has games, a judgment of one of them, answers of engines, and pairs of matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from volo._support.checks import checked_integer
from volo._volo import Move, Position, Rules, play_games
from volo.color import Color
from volo.engine import Engine, Limit
from volo.engine.match import Match, Player, Spec
from volo.errors import VoloError
from volo.game import Game, PositionLike

GAMES_OF_A_PORTION = 4
"""The number of games in a portion of the work. One of them is judged."""

_MOST_GAMES = 1_000_000
# With four rule sets on the largest sky, the page has less than 400 KB.
_MOST_RULE_SETS = 4
# Twice the largest number of nodes in a report, 16 times that of the players, is one that an engine accepts.
_MOST_NODES = 300_000


def check_rules(rules: Sequence[Rules]) -> None:
    """Check the rule sets of a report."""
    if not 1 <= len(rules) <= _MOST_RULE_SETS or len(set(rules)) < len(rules):
        raise VoloError(f"a report is on 1 to {_MOST_RULE_SETS} different rule sets")


WINNING = -2
"""The mark of a position in :attr:`Portion.threats` in which the mover can win at once."""
_QUIET = -1

_HASH_MB = 16


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
        start: the position with which games begin, under each of the rule sets; by default the start of the rule set.

    Raises:
        VoloError: a number is out of range; there are no rule sets, too many or one of them twice; or the start has
            another edge, or the game is over there.
        InvalidPositionError: a rule set cannot have the position.
        InvalidRulesError: a text is not a rule set.

    >>> plan = Plan(["standard-4", "french-4"], games=10, nodes=100)
    >>> plan.portions, plan.policy, plan.rungs, plan.strengths
    (3, 'engine:100,opening=4', (25, 100, 400), (25, 100, 400, 1600))
    """

    rules: tuple[Rules, ...]
    games: int
    nodes: int
    seed: int
    start: Position | None

    def __init__(
        self,
        rules: Iterable[Rules | str],
        games: int = 400,
        nodes: int = 400,
        seed: int = 0,
        start: PositionLike | None = None,
    ) -> None:
        if isinstance(rules, str):
            raise TypeError("rules must be several rule sets, not a str")
        chosen = tuple(each if isinstance(each, Rules) else Rules.parse(each) for each in rules)
        check_rules(chosen)
        for name, value in {
            "rules": chosen,
            "games": checked_integer("games", games, GAMES_OF_A_PORTION, _MOST_GAMES),
            "nodes": checked_integer("nodes", nodes, 8, _MOST_NODES),
            "seed": checked_integer("seed", seed, 0, 2**32 - 1),
            "start": None if start is None else Position(start),
        }.items():
            object.__setattr__(self, name, value)
        for each in chosen:
            if self.start_of(each).is_over:
                raise VoloError(f"the game is over at the start: {self.start_of(each).fen()}")

    def start_of(self, rules: Rules) -> Position:
        """The position with which the games of a rule set begin."""
        if self.start is None:
            return Position(rules)
        if rules.edge != self.start.rules.edge:
            raise VoloError(f"the start has edge {self.start.rules.edge}, and {rules} has edge {rules.edge}")
        birds_and_turn, _ = self.start.fen().rsplit(" ", 1)
        return Position.from_fen(f"{birds_and_turn} {rules}")

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


@dataclass(frozen=True, slots=True)
class Portion:
    """The result of a portion.

    Attributes:
        portion: its number, from 0.
        games: the moves of each game that was played. Empty if the games were given.
        leads: for each position of the judged game in which a move was made, the judge's expected result for Orange,
            from -1 to 1.
        threats: for each of these positions, the number of legal moves that avert the opponent's threat to win at once;
            -1 if there is no threat, and -2 if the mover can win at once.
        answers: for a position of each game, the moves of the engines that :attr:`Plan.strengths` lists.
        points: for each match, the points of the stronger player in the pair of games, 0 to 2.
    """

    portion: int
    games: list[list[str]]
    leads: list[float]
    threats: list[int]
    answers: list[list[str]]
    points: list[float]

    def to_dict(self) -> dict[str, Any]:
        """The portion as a JSON object."""
        return asdict(self)


def play_portion(plan: Plan, rules: Rules, number: int, given: Sequence[Game], check: Callable[[], object]) -> Portion:
    """Play a portion. The result depends only on the plan, the rule set, the number and the given games.

    ``check`` is called between searches. An exception that it raises ends the portion.
    """
    games = list(given) or _games(plan, rules, number, check)
    random = np.random.default_rng([plan.seed, number])
    leads, threats = _judged(games[0], plan.judge, check)
    return Portion(
        number,
        [] if given else [[str(move) for move in game.moves] for game in games],
        leads,
        threats,
        # A game without moves has no position to ask about.
        [_answers(game.positions[random.integers(len(game))], plan.strengths, check) for game in games if len(game)],
        [_points(plan, rules, number, rung, check) for rung in range(len(plan.rungs))],
    )


def _games(plan: Plan, rules: Rules, number: int, check: Callable[[], object]) -> list[Game]:
    played = play_games(
        GAMES_OF_A_PORTION,
        policy=plan.policy,
        position=plan.start_of(rules),
        seed=plan.seed,
        first=GAMES_OF_A_PORTION * number,
        threads=1,
        record=True,
        progress=lambda _: check(),
    )
    return list(played)


def _judged(game: Game, nodes: int, check: Callable[[], object]) -> tuple[list[float], list[int]]:
    leads, threats = [], []
    with Engine(hash_mb=_HASH_MB) as engine:
        for position in game.positions[: len(game)]:
            check()
            expected = engine.analyse(position, Limit(nodes=nodes))[0].score.expected
            leads.append(round(expected if position.turn is Color.ORANGE else -expected, 3))
            threats.append(threat(position))
    return leads, threats


def threat(position: Position) -> int:
    """The entry of :attr:`Portion.threats` for a position."""
    if _can_win(position):
        return WINNING
    rows, _, _, rules = position.fen().split(" ")
    if not _can_win(Position.from_fen(f"{rows} {str(position.turn.other)[0]} 0 {rules}")):
        return _QUIET
    return sum(map(_is_safe, map(position.play, position.legal_moves())))


def _is_safe(position: Position) -> bool:
    """Whether a move that led here has neither lost nor lets the opponent win at once."""
    outcome = position.outcome()
    return outcome.winner is not position.turn if outcome is not None else not _can_win(position)


def _can_win(position: Position) -> bool:
    played = play_games(1, position=position, seed=0, policy="careful", max_plies=1, threads=1)
    return int(played.winner[0]) == position.turn


def _answers(position: Position, strengths: Sequence[int], check: Callable[[], object]) -> list[str]:
    """The moves of engines that do not know each other's results."""
    moves = []
    with Engine(hash_mb=_HASH_MB) as engine:
        for nodes in strengths:
            check()
            engine.clear()
            moves.append(str(engine.play(position, Limit(nodes=nodes)).move))
    return moves


def _points(plan: Plan, rules: Rules, number: int, rung: int, check: Callable[[], object]) -> float:
    check()
    nodes = plan.rungs[rung]
    stronger, weaker = (_Stoppable.searching(each, check) for each in (2 * nodes, nodes))
    seed = int(np.random.default_rng([plan.seed, number, rung]).integers(2**63))
    (pair,) = Match(stronger, weaker, start=plan.start_of(rules), pairs=1, seed=seed).run()
    return pair.points


class _StoppablePlayer:
    """A player that calls a function before each move."""

    def __init__(self, player: Player, check: Callable[[], object]) -> None:
        self._player = player
        self._check = check
        self.begin = player.begin
        self.close = player.close

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        self._check()
        return self._player.move(game, clocks)


@dataclass(frozen=True, slots=True)
class _Stoppable(Spec):
    """The description of such a player. A match with many nodes would not stop for minutes otherwise."""

    check: Callable[[], object] = bool

    @classmethod
    def searching(cls, nodes: int, check: Callable[[], object]) -> _Stoppable:
        return cls(f"engine:{nodes}", "engine", "engine", Limit(nodes=nodes), check=check)

    def player(self) -> Player:
        return _StoppablePlayer(Spec.player(self), self.check)
