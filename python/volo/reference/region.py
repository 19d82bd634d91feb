"""Open paths [R7] and regions [R15].

An open path for a player runs over neighbouring spaces that are vacant or have that player's birds. The opponent's
birds and the missing spaces block it. A region of a player is a set of spaces that are joined by open paths and have at
least one of the player's birds.

After a flight that does not win, the opponent's birds may be in two or more regions. Then the mover chooses one region
to keep, and the opponent's birds in all other regions return to the opponent's hand [R15].
"""

from __future__ import annotations

from collections.abc import Iterable

from volo.reference.sky import Sky, Space, Spaces

__all__ = ["may_divide", "open_paths", "region_of", "regions"]


def open_paths(sky: Sky, birds: Spaces, others: Spaces) -> set[Space]:
    """Return the spaces from which an open path leads to one of a player's birds [R7].

    Args:
        sky: the sky.
        birds: the player's birds. Their spaces are part of the result.
        others: the opponent's birds.
    """
    reached: set[Space] = set()
    for region in regions(sky, birds, others):
        reached |= region
    return reached


def regions(sky: Sky, birds: Spaces, others: Spaces) -> list[Spaces]:
    """Return a player's regions, in the board order of their first spaces [R15].

    Args:
        sky: the sky.
        birds: the player's birds.
        others: the opponent's birds.

    Returns:
        The spaces of each region, both the vacant ones and those with birds.
    """
    not_walled = frozenset(sky.spaces) - others
    found: list[Spaces] = []
    rest = set(birds)
    while rest:
        region = sky.connected(min(rest), not_walled)
        rest -= region
        found.append(region)
    return sorted(found, key=min)


def may_divide(sky: Sky, landing: Iterable[Space], others: Spaces) -> bool:
    """Return False if a flight certainly does not divide the opponent.

    An open path of the opponent that led over the landing also used spaces around the landing. If the spaces around it
    that the opponent can use are connected with each other, the path can go round the landing instead. So most flights
    need no search of the whole sky for regions [R15].

    Args:
        sky: the sky.
        landing: the spaces of the flown birds after the flight.
        others: all the mover's birds after the flight.
    """
    around = frozenset(near for space in landing for near in sky.neighbours[space]) - others
    return bool(around) and sky.connected(min(around), around) != around


def region_of(space: Space, among: list[Spaces]) -> Spaces | None:
    """Return the region that contains a space, or None if no region does."""
    for region in among:
        if space in region:
            return region
    return None
