"""The two players, and the regions of a player."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["BLUE", "ORANGE", "Color", "Region"]


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


class Region(NamedTuple):
    """Spaces that are connected by open paths of one player, with at least one bird of that player [R15].

    Attributes:
        birds: the spaces with birds of the player, in board order (lowest row first, left to right).
        vacant: the vacant spaces, in board order.
    """

    birds: tuple[str, ...]
    vacant: tuple[str, ...]
