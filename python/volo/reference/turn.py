"""What the player to move finds in the sky and in the hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from volo.reference.sky import Sky, Space

__all__ = ["Birds", "Refusal", "Turn", "flocks"]

Birds = frozenset[Space]


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
    mine: Birds
    theirs: Birds
    in_hand: int | None

    @cached_property
    def occupied(self) -> Birds:
        """The spaces with a bird of either colour."""
        return self.mine | self.theirs

    @cached_property
    def flocks(self) -> list[Birds]:
        """The mover's flocks, ordered by their first space."""
        return flocks(self.sky, self.mine)

    def touches_friend(self, space: Space) -> bool:
        """Whether a bird of the mover is on a neighbouring space."""
        return any(neighbour in self.mine for neighbour in self.sky.neighbours[space])


def flocks(sky: Sky, birds: Birds) -> list[Birds]:
    """The flocks of these birds, by first space: birds of one colour that touch belong together."""
    found: list[Birds] = []
    rest = set(birds)
    while rest:
        flock = sky.connected(min(rest), birds)
        rest -= flock
        found.append(frozenset(flock))
    return found
