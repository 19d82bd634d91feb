"""Open paths and regions, and what a flight may divide [R7] [R15]."""

from __future__ import annotations

from volo.reference.sky import Sky, Space
from volo.reference.turn import Birds

__all__ = ["open_paths", "region_of", "regions"]


def open_paths(sky: Sky, birds: Birds, others: Birds) -> set[Space]:
    """The spaces from which an open path leads to one of the birds, and the birds' own.

    An open path runs over neighbouring spaces that are vacant or hold the player's own birds [R7].
    """
    reached: set[Space] = set()
    for region in regions(sky, birds, others):
        reached |= region
    return reached


def regions(sky: Sky, birds: Birds, others: Birds) -> list[Birds]:
    """The regions in which a player's birds lie: their spaces, vacant ones and the birds', by first space."""
    not_walled = frozenset(sky.spaces) - others
    found: list[Birds] = []
    rest = set(birds)
    while rest:
        region = sky.connected(min(rest), not_walled)
        rest -= region
        found.append(frozenset(region))
    return sorted(found, key=min)


def region_of(space: Space, among: list[Birds]) -> Birds | None:
    """The region that has this space, or None."""
    for region in among:
        if space in region:
            return region
    return None
