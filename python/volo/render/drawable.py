"""The members of positions, moves and games that the pictures and pages use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from volo._volo import Position, Rules
from volo.color import Color, Region

__all__ = ["Drawable", "DrawableMove", "Recorded"]


@runtime_checkable
class _Rules(Protocol):
    @property
    def edge(self) -> int:
        """The number of spaces on an edge of the sky, its missing corners included."""


@runtime_checkable
class Drawable(Protocol):
    """A position, of the core or of the reference."""

    @property
    def rules(self) -> _Rules:
        """The rule set, which has the edge of the sky."""

    @property
    def turn(self) -> Color:
        """The player to move."""

    def regions(self, color: Color, /) -> tuple[Region, ...]:
        """The regions that have birds of this player."""

    def birds(self, color: Color, /) -> tuple[str, ...]:
        """The spaces with birds of this player."""

    def board(self, unicode: bool = False) -> str:
        """The board as text, followed by a line with the player to move."""


def drawable(position: Drawable | Rules | str, name: str = "position") -> Drawable:
    """Return a position to draw. A rule set means its start, and a text is that of a position or a rule set."""
    if isinstance(position, Rules | str):
        return Position(position)
    if not hasattr(position, "birds"):
        raise TypeError(f"{name} must be a position, a rule set, or the text of either, not {type(position).__name__}")
    return position


@runtime_checkable
class DrawableMove(Protocol):
    """A move, of the core or of the reference."""

    @property
    def spaces(self) -> tuple[str, ...]:
        """The space of an add, or the spaces of the line that flies. Empty for a pass."""

    @property
    def direction(self) -> str | None:
        """The direction of a flight. None for an add or a pass."""

    @property
    def distance(self) -> int:
        """The number of steps of a flight. 0 for an add or a pass."""


@runtime_checkable
class Recorded(Protocol):
    """A game that was played, such as a :class:`volo.Game`."""

    @property
    def positions(self) -> Sequence[Drawable]:
        """The positions from the start to the last: one more than there are moves."""

    @property
    def moves(self) -> Sequence[DrawableMove]:
        """The moves. The text of each is its notation."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags by name. A value of question marks means unknown."""

    @property
    def comments(self) -> Mapping[int, str]:
        """The comments, by the number of moves before each."""

    @property
    def result(self) -> str:
        """The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""

    @property
    def termination(self) -> str:
        """How the game ended, as one word."""
