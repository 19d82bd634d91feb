"""The coordinates of the spaces of a sky in a picture. The core computes them.

The picture is oriented as in the rulebook: the bottom side of the hexagon is horizontal, and so are the rows. ``x``
counts half steps to the right: neighbors in a row are 2 apart, and the next row is shifted by 1. ``y`` counts rows
upwards. Both start at 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from volo._volo import _layout

_STEPS = {"E": (2, 0), "SE": (1, -1), "SW": (-1, -1), "W": (-2, 0), "NW": (-1, 1), "NE": (1, 1)}


class Place(NamedTuple):
    """A point in the picture."""

    x: int
    y: int

    def step(self, direction: str, distance: int = 1) -> Place:
        """Return the point that is ``distance`` steps away. It need not be in the sky."""
        dx, dy = _STEPS[direction]
        return Place(self.x + dx * distance, self.y + dy * distance)


@dataclass(frozen=True, slots=True)
class Layout:
    """The coordinates of all spaces of a sky.

    Attributes:
        edge: the number of spaces along an edge, including the corners.
        spaces: the place of each space, by name, in board order. Missing spaces [R1] are not included.
        missing: the places of the six corners and the center, by name, in board order.
    """

    edge: int
    spaces: dict[str, Place]
    missing: dict[str, Place]


# typed=True, because 4.0 == 4: without it, layout(4.0) would find layout(4) in the cache and not raise an error.
@lru_cache(maxsize=None, typed=True)
def layout(edge: int) -> Layout:
    """Return the layout of the sky of this edge, 4 to 8."""
    spaces, missing = ({name: Place(*place) for name, place in places.items()} for places in _layout(edge))
    return Layout(edge, spaces, missing)
