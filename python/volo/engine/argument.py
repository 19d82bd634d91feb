"""The position that a caller passes to an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from volo._volo import Position, Rules
from volo.color import Color
from volo.engine.limit import Limit
from volo.errors import VoloError
from volo.game import Game

__all__ = ["Searchable", "game_of", "limit_of", "listed", "moving", "position_of"]

Searchable: TypeAlias = Position | Game | Rules | str
"""The argument of a search: a position, a game, a rule set (its start), or the text of a position or a rule set."""


Given = TypeVar("Given")
Read = TypeVar("Read")

_MOST_POSITIONS: Final = 10_000_000


def listed(positions: Iterable[Given], read: Callable[[Given], Read]) -> list[Read]:
    """Return the positions of an iterable, each read by a function, before any of them is searched.

    Raises:
        VoloError: there are too many positions.
        TypeError: the argument is a text, whose characters would be read as texts of positions.
    """
    if isinstance(positions, str):
        raise TypeError("positions must be an iterable of positions, not str")
    found = [read(position) for position in islice(positions, _MOST_POSITIONS + 1)]
    if len(found) > _MOST_POSITIONS:
        raise VoloError(f"there must be at most {_MOST_POSITIONS} positions")
    return found


def position_of(position: Position | Rules | str) -> Position:
    """Return a position.

    Raises:
        NotationError, InvalidPositionError, InvalidRulesError: the text is not that of a position or a rule set.
        TypeError: the argument has the wrong type.
    """
    return Position(_given(position))


def game_of(position: Searchable) -> Game:
    """Return the game so far. For a position, the game has no moves.

    Raises:
        NotationError, InvalidPositionError, InvalidRulesError: the text is not that of a position or a rule set.
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
