"""The sky: its spaces, their names and their neighbors.

The sky is a hexagon of spaces without its six corners and without the center [R1]. Each space has up to six neighbors,
in the directions E, SE, SW, W, NW and NE [R2]. The missing spaces are walls: they are never occupied, passed over, or
part of an open path [R2]. Rows are lettered from the bottom, and the spaces of a row are numbered from the left [R3].

In the code, a space is a pair ``(row, column)``. The center is ``(0, 0)``. Row numbers increase upwards. Columns run
from SE to NW. So the pairs sort in board order: the lowest row first, and each row from the left.

This is the smallest sky, of edge 4. The dots are the missing spaces. ``O`` and ``B`` are the nests of Orange and Blue,
where the birds start [R4]::

      g       . 2 3 .
     f       1 O 3 B 5
    e       1 2 3 4 5 6
   d       . B 3 . 5 O .
    c       1 2 3 4 5 6
     b       1 O 3 B 5
      a       . 2 3 .
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from volo.color import BLUE, ORANGE, Color
from volo.errors import NotationError

Space = tuple[int, int]
Spaces = frozenset[Space]

# One step in each of the six directions [R2], as (rows, columns).
DIRECTIONS: Final = {"E": (0, 1), "SE": (-1, 0), "SW": (-1, -1), "W": (0, -1), "NW": (1, 0), "NE": (1, 1)}

# The three axes of straight lines. Each direction leads from the first end of a line to the last, in board order.
AXES: Final = ("E", "NW", "NE")


class Sky(NamedTuple):
    """The sky of one edge.

    Attributes:
        edge: the number of spaces along an edge, including the two missing corners.
        spaces: all spaces, in board order.
        step: for each direction, a map from a space to its neighbor. A space without a neighbor there is left out.
        neighbors: the neighbors of each space, up to six.
        names: the name of each space.
        named: the space of each name.
    """

    edge: int
    spaces: tuple[Space, ...]
    step: dict[str, dict[Space, Space]]
    neighbors: dict[Space, Spaces]
    names: dict[Space, str]
    named: dict[str, Space]

    def nests(self) -> dict[Space, Color]:
        """Return the nests, with the color of the bird that starts in each [R4].

        A nest is the space next to a missing corner, on the line from that corner to the center. The colors alternate
        round the sky. The nest at the bottom left is Orange's.
        """
        away = self.edge - 2
        orange = [DIRECTIONS[direction] for direction in ("SW", "E", "NW")]
        blue = [DIRECTIONS[direction] for direction in ("W", "NE", "SE")]
        nests = {(away * row, away * column): ORANGE for row, column in orange}
        return nests | {(away * row, away * column): BLUE for row, column in blue}

    def rows(self) -> list[list[Space]]:
        """Return all rows from the bottom, each from the left, including the missing spaces [R3]."""
        far = self.edge - 1
        heights = range(-far, far + 1)
        return [[(row, column) for column in range(max(-far, row - far), min(far, row + far) + 1)] for row in heights]

    def connected(self, start: Space, within: Spaces) -> Spaces:
        """Return all spaces that can be reached from ``start``, step by step, without leaving ``within``."""
        not_reached = set(within)
        not_reached.discard(start)
        to_visit = [start]
        while to_visit:
            found = self.neighbors[to_visit.pop()] & not_reached
            not_reached -= found
            to_visit += found
        return within - not_reached

    def place(self, name: str) -> Space:
        """Return the space of a name."""
        if not isinstance(name, str):
            raise TypeError(f"a space is named by a str, not by {type(name).__name__}")
        if name not in self.named:
            raise NotationError(f"a sky of edge {self.edge} has no such space", name, 0)
        return self.named[name]

    def name(self, space: Space) -> str:
        """Return the name of a space, missing or not [R3].

        Rows are lettered from the bottom row up. The spaces in a row are numbered from the left, starting at 1. A
        missing space still takes its number.
        """
        row, column = space
        leftmost = max(1 - self.edge, row + 1 - self.edge)
        return f"{'abcdefghijklmno'[row + self.edge - 1]}{column - leftmost + 1}"


@functools.cache
def sky(edge: int) -> Sky:
    """Return the sky of this edge, 4 to 8 [R1] [R2]."""
    reach = range(1 - edge, edge)
    hexagon = [(row, column) for row in reach for column in reach if abs(row - column) < edge]
    spaces = tuple(space for space in hexagon if not _is_missing(space, edge))
    there = frozenset(spaces)
    step = {
        direction: {
            (row, column): (row + up, column + right) for row, column in spaces if (row + up, column + right) in there
        }
        for direction, (up, right) in DIRECTIONS.items()
    }
    neighbors = {
        space: frozenset(step[direction][space] for direction in DIRECTIONS if space in step[direction])
        for space in spaces
    }
    bare = Sky(edge, spaces, step, neighbors, {}, {})
    names = {space: bare.name(space) for space in spaces}
    return bare._replace(names=names, named={name: space for space, name in names.items()})


def _is_missing(space: Space, edge: int) -> bool:
    """Return whether this space of the hexagon is the center or one of the six corners [R1]."""
    row, column = space
    distances = sorted((abs(row), abs(column), abs(row - column)))
    return distances in ([0, 0, 0], [0, edge - 1, edge - 1])
