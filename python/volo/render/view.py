"""A position as plain data for a board in a browser, which knows no rule of the game."""

from __future__ import annotations

from typing import Literal, TypedDict

from volo._volo import Position
from volo.color import Color

__all__ = ["End", "Side", "View", "view"]

_Player = Literal["orange", "blue"]


class Side(TypedDict):
    """The birds of one player.

    Attributes:
        flocks: the spaces of each flock.
        regions: the spaces of each region: those with birds, then the vacant ones.
        hand: the number of birds in hand. None if the supply has no limit.
    """

    flocks: list[list[str]]
    regions: list[list[str]]
    hand: int | None


class End(TypedDict):
    """The outcome of a game.

    Attributes:
        winner: the winner. None for a draw.
        reason: why the game is over, as in :class:`volo.Outcome`.
    """

    winner: _Player | None
    reason: str


class View(TypedDict):
    """A position and what can be done in it. All values can be written as JSON.

    Attributes:
        fen: the position as text.
        rules: the rule set as text.
        edge: the edge of the sky.
        turn: the player to move.
        passes: the number of passes just made.
        moves: the legal moves as text.
        keeps: for each legal move that keeps one of several regions, the opponent's birds after the move.
        orange: the birds of Orange.
        blue: the birds of Blue.
        outcome: how the game ended. None if it is not over.
    """

    fen: str
    rules: str
    edge: int
    turn: _Player
    passes: int
    moves: list[str]
    keeps: dict[str, Side]
    orange: Side
    blue: Side
    outcome: End | None


def view(position: Position) -> View:
    """Return a position as plain data.

    >>> import volo
    >>> shown = view(volo.Position("standard-4"))
    >>> shown["turn"], shown["orange"]["flocks"]
    ('orange', [['b2'], ['d6'], ['f2']])
    """
    moves = position.legal_moves()
    opponent = position.turn.other
    outcome = position.outcome()
    return View(
        fen=position.fen(),
        rules=str(position.rules),
        edge=position.rules.edge,
        turn=_name(position.turn),
        passes=position.passes,
        moves=[str(move) for move in moves],
        keeps={str(move): _side(position.play(move), opponent) for move in moves if move.keep is not None},
        orange=_side(position, Color.ORANGE),
        blue=_side(position, Color.BLUE),
        outcome=None
        if outcome is None
        else End(winner=None if outcome.winner is None else _name(outcome.winner), reason=outcome.reason),
    )


def _side(position: Position, color: Color) -> Side:
    return Side(
        flocks=[list(flock) for flock in position.flocks(color)],
        regions=[[*region.birds, *region.vacant] for region in position.regions(color)],
        hand=position.in_hand(color),
    )


def _name(color: Color) -> _Player:
    return "orange" if color is Color.ORANGE else "blue"
