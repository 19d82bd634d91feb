"""Open paths and regions, and what a flight may divide [R7] [R15]."""

from __future__ import annotations

from collections.abc import Iterable

from volo.reference.sky import Sky, Space, Spaces

__all__ = ["may_divide", "open_paths", "region_of", "regions"]


def open_paths(sky: Sky, birds: Spaces, others: Spaces) -> set[Space]:
    """The spaces from which an open path leads to one of the birds, and the birds' own.

    An open path runs over neighbouring spaces that are vacant or hold the player's own birds [R7].
    """
    reached: set[Space] = set()
    for region in regions(sky, birds, others):
        reached |= region
    return reached


def regions(sky: Sky, birds: Spaces, others: Spaces) -> list[Spaces]:
    """The regions in which a player's birds lie: their spaces, vacant ones and the birds', by first space."""
    not_walled = frozenset(sky.spaces) - others
    found: list[Spaces] = []
    rest = set(birds)
    while rest:
        region = sky.connected(min(rest), not_walled)
        rest -= region
        found.append(region)
    return sorted(found, key=min)


def may_divide(sky: Sky, landing: Iterable[Space], others: Spaces) -> bool:
    """Whether birds that come to rest here, among these birds of their colour, may divide the others.

    A path of the opponent's that led over the landing came in and went out by spaces around it. Where those hang
    together by themselves, the path can go round instead. So most flights need no look at the whole sky.
    """
    around = frozenset(near for space in landing for near in sky.neighbours[space]) - others
    return bool(around) and sky.connected(min(around), around) != around


def region_of(space: Space, among: list[Spaces]) -> Spaces | None:
    """The region that has this space, or None."""
    for region in among:
        if space in region:
            return region
    return None
