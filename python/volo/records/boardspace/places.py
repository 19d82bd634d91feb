"""The names of spaces and directions on Boardspace.

Boardspace's name of a space is volo's, with a capital letter. Its directions are named as in its picture, which is
volo's picture mirrored at a diagonal. Boardspace's player P0 begins with the birds that are Orange's in volo, and
usually moves first. If P1 moves first, P1 is Orange, and the board is turned by half a turn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["DIRECTIONS", "Place", "half_turn", "place_of", "space_of", "way_between"]

DIRECTIONS: Final = {"N": "E", "NE": "NE", "SE": "NW", "S": "W", "SW": "SW", "NW": "SE"}
"""The directions of Boardspace, and their names in volo."""

_WAYS: Final = {(1, 0): "E", (0, -1): "SE", (-1, -1): "SW", (-1, 0): "W", (0, 1): "NW", (1, 1): "NE"}
_STEPS: Final = {name: way for way, name in _WAYS.items()}


class Place(NamedTuple):
    """A place in axial coordinates. It may be outside of the sky.

    Attributes:
        x: the column.
        row: the row, 1 at the bottom.
    """

    x: int
    row: int

    def step(self, direction: str, distance: int = 1) -> Place:
        """The place some steps away, in a direction of volo."""
        x, row = _STEPS[direction]
        return Place(self.x + distance * x, self.row + distance * row)


def place_of(space: str, edge: int) -> Place:
    """The place of a space, of which the name begins with a letter of one of the rows.

    >>> place_of("b2", 7), place_of("l2", 7)
    (Place(x=2, row=2), Place(x=7, row=12))
    """
    row = ord(space[0]) - ord("a") + 1
    return Place(int(space[1:]) + max(0, row - edge), row)


def space_of(place: Place, edge: int) -> str:
    """The name that a space has at a place.

    >>> space_of(Place(7, 12), 7)
    'l2'
    """
    return f"{chr(ord('a') + place.row - 1)}{place.x - max(0, place.row - edge)}"


def half_turn(place: Place, edge: int) -> Place:
    """The image of a place under half a turn.

    >>> space_of(half_turn(place_of("b7", 7), 7), 7)
    'l2'
    """
    return Place(2 * edge - place.x, 2 * edge - place.row)


def way_between(start: Place, end: Place) -> tuple[str, int] | None:
    """The direction in volo and the number of steps from one place to another; None if no straight line joins them."""
    x, row = end.x - start.x, end.row - start.row
    distance = max(abs(x), abs(row))
    if distance == 0 or x % distance or row % distance:
        return None
    direction = _WAYS.get((x // distance, row // distance))
    return None if direction is None else (direction, distance)
