"""The two players."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["BLUE", "ORANGE", "Color"]


class Color(IntEnum):
    """A player, and the colour of that player's birds. Orange moves first [R5]."""

    ORANGE = 0
    """The player who moves first."""

    BLUE = 1
    """The player who moves second."""

    @property
    def other(self) -> Color:
        """The opponent."""
        return Color.BLUE if self is Color.ORANGE else Color.ORANGE

    def __repr__(self) -> str:
        return f"Color.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()

    # IntEnum.__format__ would write a number.
    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


ORANGE = Color.ORANGE
"""``Color.ORANGE``, the player who moves first."""

BLUE = Color.BLUE
"""``Color.BLUE``, the player who moves second."""
