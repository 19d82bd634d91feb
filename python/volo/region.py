"""A part of the sky that is connected for one player."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Region"]


class Region(NamedTuple):
    """Spaces that are connected by open paths of one player, with at least one bird of that player [R15].

    Attributes:
        birds: the spaces with birds of the player, in board order (lowest row first, left to right).
        vacant: the vacant spaces, in board order.
    """

    birds: tuple[str, ...]
    vacant: tuple[str, ...]
