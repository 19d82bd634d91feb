"""The area that is drawn on: where each place of the layout is in the view box."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from volo._support.checks import checked_integer
from volo.color import Color, as_color
from volo.errors import VoloError
from volo.layout import Layout, Place
from volo.render.svg.markup import number

__all__ = ["PITCH", "RADIUS", "Canvas", "turns_of"]

PITCH = 40.0
"""The distance of neighbouring spaces, in units of the view box."""

RADIUS = 0.4 * PITCH
"""The radius of a bird."""

_ROW = PITCH * sqrt(3) / 2
_DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")


def turns_of(orientation: object) -> int:
    """The number of sixths of a full turn, counterclockwise, that an orientation means.

    A player may be given by name, but not by number, because a number means degrees.

    Raises:
        VoloError: the number of degrees is not one of 0, 60, 120, 180, 240, 300; or the text is not a player.
        TypeError: it is neither a player nor an integer.

    >>> turns_of(Color.BLUE), turns_of(60)
    (3, 1)
    """
    if isinstance(orientation, (Color, str)):
        return 3 if as_color(orientation) is Color.BLUE else 0
    degrees = checked_integer("orientation", orientation, 0, 300)
    if degrees % 60:
        raise VoloError(f"orientation must be a player or a multiple of 60 degrees, not {degrees}")
    return degrees // 60


@dataclass(frozen=True, slots=True)
class Canvas:
    """A sky on its view box.

    Attributes:
        paper: the layout of the sky.
        turns: the sixths of a full turn by which the sky is turned counterclockwise.
        has_rim: whether there is room for labels around the sky.
    """

    paper: Layout
    turns: int
    has_rim: bool

    @property
    def sky_radius(self) -> float:
        """The distance of the corners of the hexagon from its centre. It contains the cells of all spaces."""
        return (self.paper.edge - 1 / 3) * PITCH

    @property
    def width(self) -> float:
        """The width of the view box."""
        return 2 * ((self.paper.edge + 0.45) * PITCH if self.has_rim else self.sky_radius + 0.2 * PITCH)

    @property
    def height(self) -> float:
        """The height of the board, without the caption."""
        half = self.paper.edge * _ROW + 0.45 * PITCH if self.has_rim else self.sky_radius * sqrt(3) / 2 + 0.2 * PITCH
        return 2 * half

    @property
    def corners(self) -> tuple[Place, ...]:
        """The places of the six missing corners."""
        return tuple(self.centre.step(direction, self.paper.edge - 1) for direction in _DIRECTIONS)

    @property
    def centre(self) -> Place:
        """The place of the missing centre."""
        return Place(2 * (self.paper.edge - 1), self.paper.edge - 1)

    def point(self, place: Place, direction: str = "E", steps: float = 0.0) -> tuple[float, float]:
        """The point that is some steps, or a part of a step, away from a place. ``y`` grows downwards."""
        angle = _DIRECTIONS.index(direction) * pi / 3
        x = (place.x - self.centre.x) * PITCH / 2 + steps * PITCH * cos(angle)
        y = (place.y - self.centre.y) * _ROW + steps * PITCH * sin(angle)
        turn = self.turns * pi / 3
        return (
            self.width / 2 + x * cos(turn) - y * sin(turn),
            self.height / 2 - x * sin(turn) - y * cos(turn),
        )

    def pair(self, place: Place, direction: str = "E", steps: float = 0.0) -> str:
        """The same point as text, for a path."""
        x, y = self.point(place, direction, steps)
        return f"{number(x)} {number(y)}"

    def hexagon(self, place: Place, radius: float, *, is_pointed: bool) -> str:
        """The corners of a regular hexagon as text, for a path or a polygon.

        Args:
            place: its centre.
            radius: the distance of its corners from the centre.
            is_pointed: whether it has a corner at the top, as the cells have, and not a side.
        """
        x, y = self.point(place)
        start = pi / 6 if is_pointed else 0.0
        angles = (start + side * pi / 3 for side in range(6))
        return " ".join(f"{number(x + radius * cos(angle))},{number(y + radius * sin(angle))}" for angle in angles)
