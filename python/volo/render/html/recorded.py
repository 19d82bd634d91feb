"""The members of games that the page uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from volo.render.drawable import Drawable, DrawableMove

__all__ = ["Recorded"]


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
