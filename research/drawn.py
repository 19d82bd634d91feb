"""How often the engine holds a proved draw. `make -C research known ONLY=drawn` makes them again.

The positions come from games between engines on edge 4: the one after PLIES plies, if the solver proves with at most
LIMIT positions that it is a draw, if this takes at least LEAST positions, and if it knows for each move whether it
keeps the draw or loses, and some move loses. Images of a position under a symmetry count once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import research
from volo import Position, play_games
from volo.engine import Engine, Limit, solve

RULES: Final = "standard-4"
POLICY: Final = "engine:1000"
SEED: Final = 7
GAMES: Final = 1_200
PLIES: Final = 16
LEAST: Final = 1_000
LIMIT: Final = 300_000
NODES: Final = (50, 200, 1_000, 4_000, 20_000)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position that is proved to be a draw.

    Attributes:
        position: the position.
        game: the number of the game that it comes from.
        searched: the number of positions that the proof took.
        holds: the moves that keep the draw.
        loses: the moves after which the opponent can force a win.
        moves: for each number of NODES, the move that an engine played.
    """

    position: str
    game: int
    searched: int
    holds: list[str]
    loses: list[str]
    moves: list[str]


def chosen(position: str, nodes: int) -> str:
    """The move of an engine with an empty table of 1 MB."""
    with Engine(hash_mb=1) as engine:
        return str(engine.play(position, Limit(nodes=nodes)).move)


def found(games: int, first: int = 0) -> Iterator[Drawn]:
    played = play_games(games, policy=POLICY, position=RULES, seed=SEED, first=first, record=True)
    seen: set[Position] = set()
    for number, game in enumerate(played, first):
        if len(game) <= PLIES:
            continue
        position = game.positions[PLIES]
        solution = solve(position, nodes=LIMIT)
        if solution.value != "draw" or solution.nodes < LEAST or position.canonical()[0] in seen:
            continue
        seen.add(position.canonical()[0])
        values = {str(move): value(position.play(move)) for move in position.legal_moves()}
        if set(values.values()) == {"draw", "win"}:
            fen = position.fen()
            moves = [chosen(fen, nodes) for nodes in NODES]
            holds, loses = ([move for move, result in values.items() if result == each] for each in ("draw", "win"))
            yield Drawn(fen, number, solution.nodes, holds, loses, moves)


def value(position: Position) -> str:
    """The value for the player to move, also if the game is over."""
    outcome = position.outcome()
    if outcome is None:
        return solve(position, nodes=LIMIT).value
    return "draw" if outcome.winner is None else "win" if outcome.winner == position.turn else "loss"


def make() -> None:
    research.write(Drawn, found(GAMES))
