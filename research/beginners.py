"""Four models of people who learn the game, as opponents of the lowest levels of the engine.

They are functions of the game so far, as `volo.engine.match` takes them. The random choices of a move depend only on
the moves before it, so a match has the same games on every machine. `research/matches.py` plays the matches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, Final

from volo import Game, Move, Position
from volo.engine import shortest_win
from volo.engine.match.players import MoveFunction


def winner(game: Game) -> Move:
    """Win at once if possible, and otherwise play any move."""
    return _choose(game, lambda _: 0)


def joiner(game: Game) -> Move:
    """Win at once if possible, and otherwise fly if possible: every flight joins flocks."""
    return _choose(game, _is_no_flight)


def blocker(game: Game) -> Move:
    """Play like :func:`joiner`, but do not let the opponent win at once if that can be prevented."""
    return _choose(game, _is_no_flight, blocks=True)


def planner(game: Game) -> Move:
    """Play like :func:`blocker`, but keep the birds together.

    Of the moves that leave the fewest flocks, compared with the opponent, it is one after which the birds are nearest
    to their center.
    """
    position = game.position
    player, edge = position.turn, position.rules.edge

    def rank(move: Move) -> tuple[int, float]:
        after = position.play(move)
        places = [_place(space, edge) for space in after.birds(player)]
        center = fmean(x for x, _ in places), fmean(y for _, y in places)
        far = sum(_distance(place, center) for place in places)
        return len(after.flocks(player)) - len(after.flocks(player.other)), far

    return _choose(game, rank, blocks=True)


MODELS: Final[dict[str, MoveFunction]] = {model.__name__: model for model in (winner, joiner, blocker, planner)}


def _choose(game: Game, rank: Callable[[Move], Any], *, blocks: bool = False) -> Move:
    """A move that wins at once; otherwise one of the least rank, if possible one that is safe."""
    position, random = game.position, Random(" ".join(map(str, game.moves)))
    if won := shortest_win(position, 1).moves:
        return random.choice(won)
    moves = list(position.legal_moves())
    random.shuffle(moves)
    moves.sort(key=rank)
    return next((move for move in moves if not blocks or _is_safe(position.play(move))), moves[0])


def _is_safe(position: Position) -> bool:
    """Whether the opponent, who is to move, has not won and cannot win at once."""
    return position.outcome() is None and not shortest_win(position, 1).moves


def _is_no_flight(move: Move) -> bool:
    return move.kind != "fly"


@cache
def _place(space: str, edge: int) -> tuple[float, float]:
    """The place of a space, in distances of neighbors in a row and of rows."""
    row = ord(space[0]) - ord("a")
    return int(space[1:]) + abs(row - edge + 1) / 2, row


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The number of steps between two places."""
    across, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(up, across + up / 2)
