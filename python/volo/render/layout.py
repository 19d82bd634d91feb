"""Where the spaces of a sky lie on paper.

The picture is the rulebook's: a hexagon standing on a side, its rows level. ``x`` counts half steps to the right, so
that neighbours in a row are 2 apart and the next row is shifted by 1; ``y`` counts rows upwards. Both start at 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from volo.whole import whole

__all__ = ["STEPS", "Layout", "Place", "layout"]

STEPS = {"E": (2, 0), "SE": (1, -1), "SW": (-1, -1), "W": (-2, 0), "NW": (-1, 1), "NE": (1, 1)}
"""One step in each direction, as (x, y)."""


class Place(NamedTuple):
    """A point of the picture."""

    x: int
    y: int

    def step(self, direction: str, distance: int = 1) -> Place:
        """The point ``distance`` steps away, in the sky or not."""
        dx, dy = STEPS[direction]
        return Place(self.x + dx * distance, self.y + dy * distance)


@dataclass(frozen=True, slots=True)
class Layout:
    """A sky laid out.

    Attributes:
        edge: spaces on an edge, corners included.
        spaces: the place of each space, by name, in board order; missing spaces [R1] are not there.
        missing: the places of the six corners and the centre.
        letters: the letters of the rows, each at the place one step west of its row.
        numbers: the numbers of the spaces, each one step beyond the last space that has it. A space's number stands at
            the end of its line: the one that falls to the right in the lower half of the sky and rises to the right
            in the upper half; the middle row has both.
    """

    edge: int
    spaces: dict[str, Place]
    missing: tuple[Place, ...]
    letters: dict[Place, str]
    numbers: dict[Place, int]


# Typed, because 4.0 and True equal integers and would otherwise be found in the cache.
@lru_cache(maxsize=None, typed=True)
def layout(edge: int) -> Layout:
    """The layout of the sky of this edge, 4 to 8.

    Raises:
        VoloError: there is no sky of this edge.
        TypeError: the edge is not an integer.

    >>> paper = layout(4)
    >>> paper.spaces["b2"], paper.spaces["b2"].step("E") == paper.spaces["b3"], "d4" in paper.spaces
    (Place(x=4, y=1), True, False)
    """
    edge = whole("edge", edge, 4, 8)
    spaces: dict[str, Place] = {}
    missing: list[Place] = []
    letters: dict[Place, str] = {}
    numbers: dict[Place, int] = {}
    middle = edge - 1
    for y in range(2 * edge - 1):
        indent = abs(y - middle)
        width = 2 * edge - 1 - indent
        letter = chr(ord("a") + y)
        corners = {1, width} if y in (0, middle, 2 * middle) else set()
        centre = {edge} if y == middle else set()
        for number in range(1, width + 1):
            place = Place(indent + 2 * (number - 1), y)
            if number in corners | centre:
                missing.append(place)
            else:
                spaces[f"{letter}{number}"] = place
        first, last = Place(indent, y), Place(indent + 2 * (width - 1), y)
        letters[first.step("W")] = letter
        if y != middle:
            numbers[last.step("E")] = width + 1
    for number in range(1, edge + 1):
        along = 2 * (number - 1)
        numbers[Place(middle + along, 0).step("SE")] = number
        numbers[Place(middle + along, 2 * middle).step("NE")] = number
    return Layout(edge, spaces, tuple(missing), letters, numbers)
