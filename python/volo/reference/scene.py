"""The sky and the hand, as the player to move sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from volo.reference.sky import Sky, Space, Spaces

__all__ = ["Refusal", "Scene", "flocks"]


class Refusal(NamedTuple):
    """Why a move is illegal: the first ruling that it breaks, such as ``"R6"``, and the reason in words."""

    ruling: str
    reason: str


@dataclass(frozen=True)
class Scene:
    """The birds of both players and the hand, as one player (the mover) sees them.

    Attributes:
        sky: the spaces.
        mine: the mover's birds.
        theirs: the opponent's birds.
        in_hand: the number of birds in the mover's hand, or None if the supply is unlimited.
    """

    sky: Sky
    mine: Spaces
    theirs: Spaces
    in_hand: int | None

    @cached_property
    def occupied(self) -> Spaces:
        """The spaces with a bird of either player."""
        return self.mine | self.theirs

    @cached_property
    def flocks(self) -> list[Spaces]:
        """The mover's flocks, in the board order of their first spaces."""
        return flocks(self.sky, self.mine)

    def touches_friend(self, space: Space) -> bool:
        """Return whether a bird of the mover is on a neighbouring space."""
        return not self.mine.isdisjoint(self.sky.neighbours[space])


def flocks(sky: Sky, birds: Spaces) -> list[Spaces]:
    """Return the flocks of one player's birds, in the board order of their first spaces.

    Two birds of the same player on neighbouring spaces touch. Birds that touch are in the same flock.
    """
    found: list[Spaces] = []
    rest = set(birds)
    while rest:
        flock = sky.connected(min(rest), birds)
        rest -= flock
        found.append(flock)
    return found
