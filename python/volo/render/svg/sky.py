"""The empty sky on its view box: where each place is, the hexagon with its lines, and the texts around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from volo._support.checks import checked_integer
from volo.color import Color, as_color
from volo.errors import VoloError
from volo.layout import Layout, Place
from volo.render.svg.markup import content, element, number

PITCH = 40.0
"""The distance of neighboring spaces, in units of the view box."""

RADIUS = 0.4 * PITCH
"""The radius of a bird."""

_ROW = PITCH * sqrt(3) / 2
_DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")

# The sizes of the fonts.
_SIZE = 0.36 * PITCH
_SMALL = 0.27 * PITCH
_CAPTION = 0.46 * PITCH
_LINE = 1.3 * _CAPTION
_WIDTH = 0.6
"""The mean width of a character, in sizes of the font: as much as in the widest of the usual fonts."""


def turns_of(orientation: object) -> int:
    """The number of sixths of a full turn, counterclockwise, that an orientation means.

    A player may be given by name, but not by number, because a number means degrees.

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
    """A sky on its view box, turned counterclockwise by sixths of a full turn, with a rim for labels if wanted."""

    paper: Layout
    turns: int
    has_rim: bool

    @property
    def sky_radius(self) -> float:
        """The distance of the corners of the hexagon from its center. It contains the cells of all spaces."""
        return (self.paper.edge - 1 / 3) * PITCH

    @property
    def width(self) -> float:
        return 2 * ((self.paper.edge + 0.45) * PITCH if self.has_rim else self.sky_radius + 0.2 * PITCH)

    @property
    def height(self) -> float:
        half = self.paper.edge * _ROW + 0.45 * PITCH if self.has_rim else self.sky_radius * sqrt(3) / 2 + 0.2 * PITCH
        return 2 * half

    @property
    def corners(self) -> tuple[Place, ...]:
        return tuple(self.center.step(direction, self.paper.edge - 1) for direction in _DIRECTIONS)

    @property
    def center(self) -> Place:
        return Place(2 * (self.paper.edge - 1), self.paper.edge - 1)

    def point(self, place: Place, direction: str = "E", steps: float = 0.0) -> tuple[float, float]:
        """The point that is some steps, or a part of a step, away from a place. ``y`` grows downwards."""
        angle = _DIRECTIONS.index(direction) * pi / 3
        x = (place.x - self.center.x) * PITCH / 2 + steps * PITCH * cos(angle)
        y = (place.y - self.center.y) * _ROW + steps * PITCH * sin(angle)
        turn = self.turns * pi / 3
        return (
            self.width / 2 + x * cos(turn) - y * sin(turn),
            self.height / 2 - x * sin(turn) - y * cos(turn),
        )

    def pair(self, place: Place, direction: str = "E", steps: float = 0.0) -> str:
        x, y = self.point(place, direction, steps)
        return f"{number(x)} {number(y)}"

    def hexagon(self, place: Place, radius: float, *, is_pointed: bool) -> str:
        """The corners of a regular hexagon as text. It has a corner at the top, as the cells have, or else a side."""
        x, y = self.point(place)
        start = pi / 6 if is_pointed else 0.0
        angles = (start + side * pi / 3 for side in range(6))
        return " ".join(f"{number(x + radius * cos(angle))},{number(y + radius * sin(angle))}" for angle in angles)


def background(width: float, height: float, colors: Mapping[str, str]) -> str:
    return element(
        "rect", class_="volo-background", width=width, height=height, rx=0.3 * PITCH, fill=colors["background"]
    )


def sky(canvas: Canvas, colors: Mapping[str, str]) -> str:
    return element(
        "polygon",
        class_="volo-sky",
        points=canvas.hexagon(canvas.center, canvas.sky_radius, is_pointed=False),
        fill=colors["sky"],
        stroke=colors["border"],
        stroke_width=3,
        stroke_linejoin="round",
    )


def tint(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    names = set(spaces)
    cells = (
        f"M{canvas.hexagon(place, PITCH / sqrt(3), is_pointed=True)}Z"
        for name, place in canvas.paper.spaces.items()
        if name in names
    )
    return element("path", class_="volo-region", d="".join(cells), fill=colors["region"])


def lines(canvas: Canvas, colors: Mapping[str, str]) -> str:
    places = set(canvas.paper.spaces.values())
    strokes: list[str] = []
    for direction in ("E", "NE", "SE"):
        for start in canvas.paper.spaces.values():
            if start.step(direction, -1) in places:
                continue
            end = start
            while end.step(direction) in places:
                end = end.step(direction)
            if end != start:
                strokes.append(f"M{canvas.pair(start)}L{canvas.pair(end)}")
    return element(
        "path",
        class_="volo-lines",
        d="".join(strokes),
        fill="none",
        stroke=colors["lines"],
        stroke_width=1.5,
        stroke_linecap="round",
    )


def rim(canvas: Canvas, colors: Mapping[str, str]) -> str:
    """The letters of the rows and the numbers of the spaces.

    A letter is before the first space of its row. A row is numbered from its first space, and the spaces with the same
    number form a line that bends at the middle row. Each number is at both ends of its line: in the missing corner
    where the line ends in one, after the last space of a row, and beyond the lowest and the highest row, where a tick
    continues the line to its number.
    """
    numbered = _numbers(canvas)
    texts: list[str] = []
    ticks: list[str] = []
    for place, index in numbered.items():
        if place.step("W") not in numbered:
            texts.append(_text(canvas.point(place, "W", 0.92), chr(ord("a") + place.y), _SIZE))
        # The direction in which the line of a number leaves the sky, in the lowest and the highest row.
        beyond = {0: "SE", 2 * (canvas.paper.edge - 1): "NE"}.get(place.y)
        if place not in canvas.paper.spaces.values():
            texts.append(_text(canvas.point(place), str(index), _SIZE))
        elif place.step("E") not in numbered:
            texts.append(_text(canvas.point(place, "E", 0.95), str(index), _SIZE))
        elif beyond is not None:
            ticks.append(f"M{canvas.pair(place)}L{canvas.pair(place, beyond, 0.66)}")
            texts.append(_text(canvas.point(place, beyond, 0.92), str(index), _SIZE))
    marks = element("path", class_="volo-ticks", d="".join(ticks), stroke=colors["lines"], stroke_width=1.5)
    return marks + "\n" + _group(texts, colors)


def names(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    texts = [_text(canvas.point(canvas.paper.spaces[name]), name, _SMALL) for name in spaces]
    return _group(texts, colors)


def gaps(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """Gaps in the lines of the sky, in which the names of these spaces can be read."""
    points = (canvas.point(canvas.paper.spaces[name]) for name in spaces)
    discs = "".join(element("circle", cx=x, cy=y, r=0.3 * PITCH) for x, y in points)
    return element("g", discs, class_="volo-gaps", fill=colors["sky"])


class Caption:
    """A line below the board, wrapped to its width, and the height of all its lines with the space below them."""

    def __init__(self, text: str, width: float) -> None:
        self.lines: list[str] = list(_wrapped(text, int((width - 0.5 * PITCH) / (_WIDTH * _CAPTION))))
        self.height: float = (len(self.lines) + 0.4) * _LINE

    def draw(self, x: float, top: float, colors: Mapping[str, str]) -> str:
        texts = (_text((x, top + (index + 0.4) * _LINE), line, _CAPTION) for index, line in enumerate(self.lines))
        return element("g", "".join(texts), class_="volo-caption", fill=colors["labels"])


def _numbers(canvas: Canvas) -> dict[Place, int]:
    places = sorted(
        {*canvas.paper.spaces.values(), *canvas.corners, canvas.center}, key=lambda place: (place.y, place.x)
    )
    numbers: dict[Place, int] = {}
    for place in places:
        numbers[place] = numbers.get(place.step("W"), 0) + 1
    return numbers


def _wrapped(text: str, most: int) -> Iterator[str]:
    line = ""
    for piece in re.split(r"(?<= )(?<!rules )|(?<=,)(?! )", text):
        if line and len((line + piece).rstrip()) > most:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _text(point: tuple[float, float], text: str, size: float) -> str:
    x, y = point
    return element("text", content(text), x=x, y=y + 0.36 * size, font_size=size)


def _group(texts: list[str], colors: Mapping[str, str]) -> str:
    return element("g", "".join(texts), class_="volo-labels", fill=colors["labels"])
