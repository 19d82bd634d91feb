"""What the pictures need to know of a position and of a move, and no more."""

from __future__ import annotations

from typing import Protocol

from volo.color import Color
from volo.region import Region

__all__ = ["Drawable", "DrawableMove"]


class _Rules(Protocol):
    @property
    def edge(self) -> int:
        """Spaces on an edge of the sky, corners included."""


class Drawable(Protocol):
    """A position, of the core or of the reference."""

    @property
    def rules(self) -> _Rules:
        """The rule set, which says how large the sky is."""

    @property
    def turn(self) -> Color:
        """The player to move."""

    def regions(self, color: Color, /) -> tuple[Region, ...]:
        """The regions in which this player's birds are."""

    def birds(self, color: Color, /) -> tuple[str, ...]:
        """The spaces that hold this player's birds."""

    def board(self, unicode: bool = False) -> str:
        """The board as text, with a line below it that says whose turn it is."""


class DrawableMove(Protocol):
    """A move, of the core or of the reference."""

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that the move is about."""

    @property
    def direction(self) -> str | None:
        """Where a flight goes to; None for an add or a pass."""

    @property
    def distance(self) -> int:
        """How many steps a flight goes."""
