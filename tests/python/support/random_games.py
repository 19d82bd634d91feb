"""Games of the players of the core as values of `Game`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from volo import Game, Move, Position, play_random


def games_of(start: Position | str, played: Any) -> list[Game]:
    """Return recorded games, which all begin at a position."""
    codes, offsets = played.moves.tolist(), played.offsets.tolist()
    return [Game(start, map(Move.from_code, codes[begin:end])) for begin, end in pairwise(offsets)]


def random_games(start: Position | str, games: int, **options: Any) -> list[Game]:
    """Play games with `volo.play_random`."""
    return games_of(start, play_random(games, position=start, record=True, **options))
