"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Final

from volo._support.integers import checked_integer
from volo._volo import _time_for_move
from volo.color import Color, ColorLike, as_color
from volo.errors import VoloError

__all__ = ["MOST_SECONDS", "Limit", "seconds_of"]

MOST_SECONDS: Final = 1e9
"""The longest time in seconds that a limit can have."""

_MOST_NODES = 2**64 - 1
_MOST = 1_000_000


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

    Raises:
        VoloError: a number is out of range.
        TypeError: an argument has the wrong type.

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
        for name, most in (("nodes", _MOST_NODES), ("depth", _MOST), ("remaining_moves", _MOST)):
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
    """Check a number of seconds.

    Raises:
        VoloError: it is negative, not a number or too large.
        TypeError: the argument has the wrong type.
    """
    if isinstance(number, bool) or not isinstance(number, Real):
        raise TypeError(f"{name} must be a number of seconds, not {type(number).__name__}")
    # NaN is not in the range. An integer or a fraction may be too large for a float, so it is compared before.
    if not 0 <= number <= MOST_SECONDS:  # type: ignore[operator]
        raise VoloError(f"{name} must be 0 to {MOST_SECONDS:.0f} seconds")
    return float(number)
