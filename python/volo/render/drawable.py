"""The properties of positions and moves that the pictures need."""

from __future__ import annotations

from typing import Protocol

from volo.color import Color
from volo.outcome import Outcome
from volo.region import Region

__all__ = ["Drawable", "DrawableMove"]


class _Rules(Protocol):
    @property
    def edge(self) -> int:
        """Spaces on an edge of the sky, corners included."""

    def __str__(self) -> str:
        """The name of the rule set."""


class Drawable(Protocol):
    """A position, of the core or of the reference."""

    @property
    def rules(self) -> _Rules:
        """The rule set, which has the edge of the sky."""

    @property
    def turn(self) -> Color:
        """The player to move."""

    @property
    def passes(self) -> int:
        """The number of passes in a row that were just made."""

    def birds(self, color: Color, /) -> tuple[str, ...]:
        """The spaces that hold this player's birds."""

    def regions(self, color: Color, /) -> tuple[Region, ...]:
        """The regions in which this player's birds are."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""


class DrawableMove(Protocol):
    """A move, of the core or of the reference."""

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces of an add or of the birds that fly; empty for a pass."""

    @property
    def direction(self) -> str | None:
        """The direction of a flight; None for an add or a pass."""

    @property
    def distance(self) -> int:
        """The number of steps of a flight."""
