"""The running clocks of a game."""

from __future__ import annotations

from volo.color import Color
from volo.engine.limit import MOST_SECONDS, Limit
from volo.engine.match.time_control import TimeControl

__all__ = ["Clocks"]


class Clocks:
    """The time that each player has left.

    >>> clocks = Clocks(TimeControl(1, 0.5))
    >>> clocks.spend(Color.ORANGE, 0.25), clocks.limit.orange_clock, clocks.limit.blue_clock
    (True, 1.25, 1.0)
    >>> clocks.spend(Color.BLUE, 1.25)
    False
    """

    def __init__(self, control: TimeControl) -> None:
        self._increment = control.increment
        self._left = dict.fromkeys(Color, control.seconds)

    @property
    def limit(self) -> Limit:
        """The clocks as the limit of a search."""
        return Limit(
            orange_clock=self._left[Color.ORANGE],
            blue_clock=self._left[Color.BLUE],
            orange_inc=self._increment,
            blue_inc=self._increment,
        )

    def left(self, player: Color) -> float:
        """The time in seconds that a player has left."""
        return self._left[player]

    def spend(self, player: Color, seconds: float) -> bool:
        """Take the time of a move from a clock, and add the increment. If the time was up, return False."""
        if seconds > self._left[player]:
            return False
        self._left[player] = min(self._left[player] - seconds + self._increment, MOST_SECONDS)
        return True
