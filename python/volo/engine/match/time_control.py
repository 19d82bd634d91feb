"""The time that the players of a match have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from volo.engine.limit import seconds_of
from volo.errors import VoloError

__all__ = ["TimeControl"]

_NUMBER: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_WRITTEN: Final = re.compile(rf"({_NUMBER})(?:\+({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that each player has for all moves of a game.

    As text, it is ``SECONDS`` or ``SECONDS+INCREMENT``.

    Attributes:
        seconds: the time in seconds at the beginning of the game, more than 0.
        increment: the time in seconds that a player gets after each of the player's moves.

    Raises:
        VoloError: a number is out of range.
        TypeError: an argument is not a number.

    >>> TimeControl(10, 0.1) == TimeControl.parse("10+0.1"), str(TimeControl(0.5))
    (True, '0.5')
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("seconds", "increment"):
            object.__setattr__(self, name, seconds_of(name, getattr(self, name)))
        if self.seconds == 0:
            raise VoloError("the time for a game must be more than 0 seconds")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read the text of a time control.

        Raises:
            VoloError: the text is not that of a time control.

        >>> TimeControl.parse("10+")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: a clock must be SECONDS or SECONDS+INCREMENT, as in 10+0.1, not '10+'
        """
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise VoloError(f"a clock must be SECONDS or SECONDS+INCREMENT, as in 10+0.1, not {text[:80]!r}")
        seconds, increment = written.groups(default="0")
        return cls(float(seconds), float(increment))

    def __str__(self) -> str:
        seconds = _written(self.seconds)
        return f"{seconds}+{_written(self.increment)}" if self.increment else seconds

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


def _written(seconds: float) -> str:
    return f"{seconds:.9f}".rstrip("0").rstrip(".")
