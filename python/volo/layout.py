"""The coordinates of the spaces of a sky in a picture, computed by the core.

As in the rulebook, the bottom side of the hexagon and the rows of spaces are horizontal. ``x`` counts half steps to the
right, so that neighbours in a row are 2 apart and adjacent rows are shifted by 1. ``y`` counts rows upwards. Both start
at 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from volo._volo import _layout

__all__ = ["Layout", "Place", "layout"]

_STEPS = {"E": (2, 0), "SE": (1, -1), "SW": (-1, -1), "W": (-2, 0), "NW": (-1, 1), "NE": (1, 1)}


class Place(NamedTuple):
    """A point of the picture."""

    x: int
    y: int

    def step(self, direction: str, distance: int = 1) -> Place:
        """The point ``distance`` steps away in a direction. The sky need not have a space there."""
        dx, dy = _STEPS[direction]
        return Place(self.x + dx * distance, self.y + dy * distance)


@dataclass(frozen=True, slots=True)
class Layout:
    """The coordinates of the spaces of a sky.

    Attributes:
        edge: the number of spaces on an edge, corners included.
        spaces: the place of each space, by name, in board order: the lowest row first, each row from left to right.
            Missing spaces [R1] are not included.
        missing: the places of the six corners and the centre, by name, in board order.
    """

    edge: int
    spaces: dict[str, Place]
    missing: dict[str, Place]


# The cache is typed. Otherwise, 4.0 would be found in it as 4 instead of being refused.
@lru_cache(maxsize=None, typed=True)
def layout(edge: int) -> Layout:
    """The layout of the sky of this edge.

    >>> small = layout(4)
    >>> small.spaces["b2"], small.spaces["b2"].step("E") == small.spaces["b3"], "d4" in small.spaces
    (Place(x=4, y=1), True, False)
    """
    spaces, missing = ({name: Place(*place) for name, place in places.items()} for places in _layout(edge))
    return Layout(edge, spaces, missing)
