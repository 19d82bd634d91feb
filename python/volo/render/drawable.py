"""What the pictures need to know of a position and of a move, and no more."""

from __future__ import annotations

from typing import Protocol

from volo.color import Color
from volo.outcome import Outcome

__all__ = ["Drawable", "DrawableMove"]


class _Rules(Protocol):
    @property
    def edge(self) -> int:
        """Spaces on an edge of the sky, corners included."""

    def __str__(self) -> str:
        """The text that names the rule set."""


class Drawable(Protocol):
    """A position, of the core or of the reference."""

    @property
    def rules(self) -> _Rules:
        """The rule set, which says how large the sky is."""

    @property
    def turn(self) -> Color:
        """The player to move."""

    @property
    def passes(self) -> int:
        """How many passes were just made."""

    def birds(self, color: Color, /) -> tuple[str, ...]:
        """The spaces that hold this player's birds."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""


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
