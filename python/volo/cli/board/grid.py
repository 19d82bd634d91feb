"""The spaces of a sky as they lie on the screen, and the cursor that walks over them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from volo.layout import Place, layout

__all__ = ["DIRECTIONS", "Cursor", "Grid", "walk"]

DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")

_DIAGONALS = {"home": "NW", "pageup": "NE", "end": "SW", "pagedown": "SE"}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The space that a key chooses.

    Attributes:
        space: the space.
        column: the column that the cursor keeps to while it goes up and down.
    """

    space: str
    column: int


class Grid:
    """The spaces of a sky of one edge, turned by a number of sixths of a full turn to the left.

    >>> grid = Grid(4)
    >>> grid.step("b2", "NE", 2), grid.step("b2", "NE", 3), grid.way("b2", "b5")  # d4 is the missing centre
    (None, 'e4', ('E', 3))
    """

    def __init__(self, edge: int, turns: int = 0) -> None:
        centre = 2 * (edge - 1)
        self.edge = edge
        self.turns: int = turns % 6
        self.places: dict[str, Place] = {
            name: _turned(place, centre, self.turns) for name, place in layout(edge).spaces.items()
        }
        self._names = {place: name for name, place in self.places.items()}

    def step(self, space: str, direction: str, distance: int = 1) -> str | None:
        """The space that is some steps away in a direction of the screen. None if it is not in the sky."""
        return self._names.get(self.places[space].step(direction, distance))

    def way(self, start: str, end: str) -> tuple[str, int] | None:
        """The direction and the distance from a space to another. None if they are not on one straight line."""
        x, y = (b - a for a, b in zip(self.places[start], self.places[end], strict=True))
        distance = max(abs(y), (abs(x) + abs(y)) // 2)
        ways = (direction for direction in DIRECTIONS if Place(0, 0).step(direction, distance) == (x, y))
        direction = next(ways, None)
        return None if direction is None or distance == 0 else (direction, distance)

    def rows(self) -> list[list[str]]:
        """The spaces of each row, from the top, each from left to right."""
        rows: dict[int, list[str]] = {}
        for space in self.ordered(self.places):
            rows.setdefault(self.places[space].y, []).append(space)
        return list(rows.values())

    def ordered(self, spaces: Iterable[str]) -> list[str]:
        """Sort spaces: the top row first, each from left to right."""
        return sorted(spaces, key=lambda space: (-self.places[space].y, self.places[space].x))

    def cursor(self, space: str) -> Cursor:
        """The cursor on a space."""
        return Cursor(space, self.places[space].x)


def walk(grid: Grid, cursor: Cursor, key: str) -> Cursor:
    """Move the cursor by a key.

    Left and right stay in the row and skip missing spaces. Up and down go to the space of the next row that is nearest
    to the column of the cursor, so that two steps lead straight up. Home, page up, end and page down go to the diagonal
    neighbour, as they lie on a numeric keypad. At the rim the cursor does not move.
    """
    place = grid.places[cursor.space]
    if key in _DIAGONALS:
        space = grid.step(cursor.space, _DIAGONALS[key])
        return cursor if space is None else grid.cursor(space)
    rise = {"up": 1, "down": -1}.get(key, 0)
    found = [space for space, other in grid.places.items() if other.y == place.y + rise]
    if rise:
        nearest = min(found, default=cursor.space, key=lambda space: _distance(grid, space, cursor, place))
        return Cursor(nearest, cursor.column)
    sign = 1 if key == "right" else -1
    ahead = [space for space in found if (grid.places[space].x - place.x) * sign > 0]
    return grid.cursor(min(ahead, key=lambda space: grid.places[space].x * sign)) if ahead else cursor


def _distance(grid: Grid, space: str, cursor: Cursor, place: Place) -> tuple[int, int, int]:
    """How far a space is from the column of the cursor, and then from the cursor. The right one comes first."""
    x = grid.places[space].x
    return abs(x - cursor.column), abs(x - place.x), -x


def _turned(place: Place, centre: int, turns: int) -> Place:
    x, y = place.x - centre, place.y - centre // 2
    for _ in range(turns):
        x, y = (x - 3 * y) // 2, (x + y) // 2
    return Place(x + centre, y + centre // 2)
