"""What the player to move finds in the sky and in the hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from volo.reference.sky import Sky, Space, Spaces

__all__ = ["Refusal", "Turn", "flocks"]


class Refusal(NamedTuple):
    """Why a move is not allowed: the ruling that it breaks, and what is wrong in words."""

    ruling: str
    reason: str


@dataclass(frozen=True)
class Turn:
    """The sky as the player to move sees it.

    Attributes:
        sky: the spaces.
        mine: the mover's birds.
        theirs: the opponent's birds.
        in_hand: how many birds the mover has in hand; None where there is no limit.
    """

    sky: Sky
    mine: Spaces
    theirs: Spaces
    in_hand: int | None

    @cached_property
    def occupied(self) -> Spaces:
        """The spaces with a bird of either colour."""
        return self.mine | self.theirs

    @cached_property
    def flocks(self) -> list[Spaces]:
        """The mover's flocks, ordered by their first space."""
        return flocks(self.sky, self.mine)

    def touches_friend(self, space: Space) -> bool:
        """Whether a bird of the mover is on a neighbouring space."""
        return not self.mine.isdisjoint(self.sky.neighbours[space])


def flocks(sky: Sky, birds: Spaces) -> list[Spaces]:
    """The flocks of these birds, by first space: birds of one colour that touch belong together."""
    found: list[Spaces] = []
    rest = set(birds)
    while rest:
        flock = sky.connected(min(rest), birds)
        rest -= flock
        found.append(flock)
    return found
