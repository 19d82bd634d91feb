"""The data of a game that the script of a board shows."""

from __future__ import annotations

from typing import TypedDict

from volo._volo import Position
from volo.game import Game
from volo.render.view import View, result_sentence, view

__all__ = ["Last", "Shown", "shown"]


class Last(TypedDict):
    """The last move, and the position before it without its legal moves."""

    move: str
    before: View


class Shown(TypedDict):
    """A game as its current position. All values can be written as JSON.

    Attributes:
        view: the current position.
        ply: the number of moves.
        last: the last move. None at the start.
        isOver: whether the game is over by the rules.
        result: the result in a sentence. Empty if there is none.
    """

    view: View
    ply: int
    last: Last | None
    isOver: bool
    result: str


def shown(game: Game) -> Shown:
    """Return the data of a game that a board shows.

    >>> game = Game("standard-4", ["a3"])
    >>> now = shown(game)
    >>> now["ply"], now["view"]["turn"], now["last"] and now["last"]["move"]
    (1, 'blue', 'a3')
    """
    return Shown(
        view=view(game.position),
        ply=len(game),
        last=Last(move=str(game.peek()), before=_still(game.positions[-2])) if len(game) else None,
        isOver=game.outcome() is not None,
        result=result_sentence(game.result, game.termination),
    )


def _still(position: Position) -> View:
    """A position without its legal moves."""
    before = view(position)
    before["moves"] = []
    before["keeps"] = {}
    return before
