"""The position that a caller passes to an engine."""

from __future__ import annotations

from typing import TypeAlias

from volo._volo import Position, Rules
from volo.color import Color
from volo.engine.limit import Limit
from volo.errors import VoloError
from volo.game import Game

__all__ = ["Searchable", "game_of", "limit_of", "moving"]

Searchable: TypeAlias = Position | Game | Rules | str
"""The argument of a search: a position, a game, a rule set (its start), or the text of a position or a rule set."""


def game_of(position: Searchable) -> Game:
    """Return the game so far. For a position, the game has no moves.

    Raises:
        InvalidRulesError: the text is neither a rule set nor a position.
        TypeError: the argument has the wrong type.
    """
    return position if isinstance(position, Game) else Game(_given(position))


def _given(position: Position | Rules | str) -> Position | Rules | str:
    if position is None:
        raise TypeError("position must be a volo.Position, a volo.Game, a volo.Rules, or a text, not NoneType")
    return position


def moving(position: Searchable) -> Game:
    """Return the game so far, in which the player to move must have a move.

    Raises:
        VoloError: the game is over.
    """
    game = game_of(position)
    if game.outcome() is not None:
        raise VoloError("the game is over")
    return game


def limit_of(limit: Limit, player: Color) -> Limit:
    """Check that the argument is a limit. If it has numbers, one of them must end a search when this player is to move.

    Raises:
        VoloError: none of its numbers ends such a search.
        TypeError: it is not a limit.
    """
    if not isinstance(limit, Limit):
        raise TypeError(f"limit must be a volo.engine.Limit, not {type(limit).__name__}")
    if limit != Limit() and not limit.binds(player):
        name = player.name
        raise VoloError(f"no limit for {name.title()}, who is to move: set time, nodes, depth or {name.lower()}_clock")
    return limit
