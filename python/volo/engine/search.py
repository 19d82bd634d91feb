"""What searches of engines take and return: positions, limits and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from numbers import Real
from typing import Any, Final, TypeAlias, TypeVar

from volo._support.checks import checked_integer
from volo._volo import Move, Position, Score, _time_for_move
from volo.color import Color, ColorLike, as_color
from volo.errors import VoloError
from volo.game import Game, PositionLike

MOST_SECONDS: Final = 1e9
"""The longest time in seconds that a limit can have."""

MOST: Final = {"nodes": 2**64 - 1, "depth": 1_000_000, "remaining_moves": 1_000_000}
"""The largest whole numbers that a limit can have. The smallest are 1."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: as soon as one of the limits is reached, or the result is proved.

    Without a limit, a search ends when it is stopped, when the result is proved, or when it has looked 60 plies ahead.
    The limits that are clocks give the search a share of the time that the player to move has left. An engine ignores
    the clock of the other player. It refuses a limit that has numbers, but none that ends the search, such as only the
    clock of the other player.

    Attributes:
        time: the time for the search in seconds.
        nodes: the number of positions to search, at least 1.
        depth: the number of plies to look ahead, at least 1. A number above 60 counts as 60.
        orange_clock: the time in seconds that Orange has left in the game.
        blue_clock: the time in seconds that Blue has left in the game.
        orange_inc: the time in seconds that Orange gets for each move in addition.
        blue_inc: the time in seconds that Blue gets for each move in addition.
        remaining_moves: the number of moves after which the players get more time. None if they get none.

    >>> Limit(time=2.5).nodes is None
    True
    >>> Limit(nodes=0)
    Traceback (most recent call last):
        ...
    volo.errors.VoloError: nodes must be 1 to 18446744073709551615
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    orange_clock: float | None = None
    blue_clock: float | None = None
    orange_inc: float = 0.0
    blue_inc: float = 0.0
    remaining_moves: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "orange_clock", "blue_clock"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, seconds_of(name, getattr(self, name)))
        for name in ("orange_inc", "blue_inc"):
            object.__setattr__(self, name, seconds_of(name, getattr(self, name)))
        for name, most in MOST.items():
            if getattr(self, name) is not None:
                object.__setattr__(self, name, checked_integer(name, getattr(self, name), 1, most))

    def binds(self, player: ColorLike) -> bool:
        """Return whether the limit ends a search when this player is to move.

        >>> from volo import BLUE, ORANGE
        >>> limit = Limit(orange_clock=60, blue_inc=1, remaining_moves=40)
        >>> limit.binds(ORANGE), limit.binds(BLUE), Limit(nodes=100).binds(BLUE)
        (True, False, True)
        """
        return (self.time_for(player), self.nodes, self.depth) != (None, None, None)

    def time_for(self, player: ColorLike) -> float | None:
        """Return the time in seconds that a search may take when this player is to move; None if it is not limited.

        It is the smaller of ``time`` and the share of the player's clock.

        >>> from volo import BLUE, ORANGE
        >>> limit = Limit(orange_clock=60, blue_clock=1, orange_inc=1)
        >>> round(limit.time_for(ORANGE), 1), limit.time_for(BLUE) < 0.1, Limit(depth=3).time_for(BLUE)
        (3.1, True, None)
        """
        orange = as_color(player) is Color.ORANGE
        clock = self.orange_clock if orange else self.blue_clock
        if clock is None:
            return self.time
        share = _time_for_move(clock, self.orange_inc if orange else self.blue_inc, self.remaining_moves)
        return share if self.time is None else min(share, self.time)


def seconds_of(name: str, number: object) -> float:
    """Check a number of seconds."""
    if isinstance(number, bool) or not isinstance(number, Real):
        raise TypeError(f"{name} must be a number of seconds, not {type(number).__name__}")
    # NaN is not in the range. An integer or a fraction may be too large for a float, so it is compared before.
    if not 0 <= number <= MOST_SECONDS:  # type: ignore[operator]
        raise VoloError(f"{name} must be 0 to {MOST_SECONDS:.0f} seconds")
    return float(number)


Searchable: TypeAlias = PositionLike | Game
"""The argument of a search: a position, a game, a rule set (its start), or the text of a position or a rule set."""


Given = TypeVar("Given")
Read = TypeVar("Read")

_MOST_POSITIONS: Final = 10_000_000


def listed(positions: Iterable[Given], read: Callable[[Given], Read]) -> list[Read]:
    """Return the positions of an iterable, each read by a function, before any of them is searched."""
    if isinstance(positions, str):
        raise TypeError("positions must be an iterable of positions, not str")
    found = [read(position) for position in islice(positions, _MOST_POSITIONS + 1)]
    if len(found) > _MOST_POSITIONS:
        raise VoloError(f"there must be at most {_MOST_POSITIONS} positions")
    return found


def position_of(position: PositionLike) -> Position:
    """Return a position."""
    return Position(_given(position))


def game_of(position: Searchable) -> Game:
    """Return the game so far. For a position, the game has no moves."""
    return position if isinstance(position, Game) else Game(_given(position))


def _given(position: PositionLike) -> PositionLike:
    if position is None:
        raise TypeError("position must be a volo.Position, a volo.Game, a volo.Rules, or a text, not NoneType")
    return position


def moving(position: Searchable) -> Game:
    """Return the game so far, in which the player to move must have a move."""
    game = game_of(position)
    if game.outcome() is not None:
        raise VoloError("the game is over")
    return game


def limit_of(limit: Limit, player: Color) -> Limit:
    """Check that the argument is a limit, and that one of its numbers, if it has any, ends a search of this player."""
    if not isinstance(limit, Limit):
        raise TypeError(f"limit must be a volo.engine.Limit, not {type(limit).__name__}")
    if limit != Limit() and not limit.binds(player):
        name = player.name
        raise VoloError(f"no limit for {name.title()}, who is to move: set time, nodes, depth or {name.lower()}_clock")
    return limit


InfoFields: TypeAlias = dict[str, Any]
"""The fields of an :class:`Info` by name."""


@dataclass(frozen=True, slots=True)
class Info:
    """The result of a search for one of the best moves.

    Attributes:
        score: the score for the player to move.
        pv: the expected moves (the principal variation), beginning with the move. It is empty if the game is over.
        depth: the number of plies that the search looked ahead.
        nodes: the number of positions searched so far.
        time: the seconds since the search began.
        multipv: the rank of the move: 1 for the best.
    """

    score: Score
    pv: tuple[Move, ...]
    depth: int
    nodes: int
    time: float
    multipv: int = 1

    @property
    def nps(self) -> int:
        """The number of positions searched in a second; 0 if the search took no time.

        >>> from volo.engine import Score
        >>> Info(Score(0), (), depth=3, nodes=500, time=0.5).nps
        1000
        """
        return round(self.nodes / self.time) if self.time > 0 else 0


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move that an engine plays.

    Attributes:
        move: the move.
        ponder: the reply that the engine expects. None if it expects none.
        info: the result of the search for the move. None if another program did not report one.
    """

    move: Move
    ponder: Move | None
    info: Info | None
