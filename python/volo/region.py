"""The regions of a player."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Region"]


class Region(NamedTuple):
    """A region of a player [R15].

    It is a set of spaces that are joined by the player's open paths and have at least one of the player's birds.

    Attributes:
        birds: the spaces with birds of the player, in board order (lowest row first, left to right).
        vacant: the vacant spaces, in board order.
    """

    birds: tuple[str, ...]
    vacant: tuple[str, ...]
