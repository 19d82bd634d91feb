"""The recorded games of ``tests/data/abstract-play.jsonl`` as decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from support.data import DATA
from volo import Decision, Game, read_records

RECORDED: Final = tuple(read_records(DATA / "abstract-play.jsonl"))
# Every fifth game; the others are in the long tests.
SOME_RECORDED: Final = [
    pytest.param(game, id=str(number), marks=[pytest.mark.long] if number % 5 else [])
    for number, game in enumerate(RECORDED)
]


def decisions(game: Game) -> Iterator[tuple[Decision, int]]:
    """Yield each turn of a game and the action that was taken, and check that the turns lead to the last position."""
    turn = Decision(game.start)
    for move in game.moves:
        for action in turn.action_space.of(move):
            yield turn, action
            turn = turn.step(action)
    assert turn == Decision(game.positions[-1])


def last_keep() -> list[int]:
    """The actions of a recorded game up to its last choice of a region to keep, but without this choice."""
    game = next(game for game in RECORDED if any(move.keep for move in game.moves))
    taken = list(decisions(game))
    last = max(index for index, (turn, _) in enumerate(taken) if turn.chosen is not None)
    return [action for _, action in taken[:last]]
