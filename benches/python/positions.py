"""Positions from the middle of random games. They are the same in every run."""

from __future__ import annotations

import volo
from volo import Move, Position, Rules

__all__ = ["midgame"]


def midgame(count: int, edge: int = 7) -> list[Position]:
    """One position from each of `count` games, after 4 to 83 turns, and always before the last turn."""
    start = Position(Rules.standard(edge))
    games = volo.play_random(count, position=start, seed=7, max_plies=84, record=True)
    assert games.moves is not None
    assert games.offsets is not None
    positions = []
    for game in range(count):
        codes = games.moves[games.offsets[game] : games.offsets[game + 1]]
        position = start
        for code in codes[: min(4 + game % 80, len(codes) - 1)].tolist():
            position = position.play(Move.from_code(code))
        positions.append(position)
    return positions
