"""The texts of a picture: coordinates around the sky or in its spaces, and the caption."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from volo.layout import Place
from volo.render.svg.canvas import PITCH, Canvas
from volo.render.svg.markup import content, element

__all__ = ["Caption", "gaps", "names", "rim"]

_SIZE = 0.36 * PITCH
_SMALL = 0.27 * PITCH
_CAPTION = 0.46 * PITCH
_LINE = 1.3 * _CAPTION
_WIDTH = 0.6
"""The mean width of a character, in sizes of the font: as much as in the widest of the usual fonts."""


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
    for place, number in numbered.items():
        if place.step("W") not in numbered:
            texts.append(_text(canvas.point(place, "W", 0.92), chr(ord("a") + place.y), _SIZE))
        beyond = _beyond(canvas, place)
        if place not in canvas.paper.spaces.values():
            texts.append(_text(canvas.point(place), str(number), _SIZE))
        elif place.step("E") not in numbered:
            texts.append(_text(canvas.point(place, "E", 0.95), str(number), _SIZE))
        elif beyond is not None:
            ticks.append(f"M{canvas.pair(place)}L{canvas.pair(place, beyond, 0.66)}")
            texts.append(_text(canvas.point(place, beyond, 0.92), str(number), _SIZE))
    marks = element("path", class_="volo-ticks", d="".join(ticks), stroke=colors["lines"], stroke_width=1.5)
    return marks + "\n" + _group(texts, colors)


def names(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """The names of these spaces, each in its space."""
    texts = [_text(canvas.point(canvas.paper.spaces[name]), name, _SMALL) for name in spaces]
    return _group(texts, colors)


def gaps(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """Gaps in the lines of the sky, in which the names of these spaces can be read."""
    points = (canvas.point(canvas.paper.spaces[name]) for name in spaces)
    discs = "".join(element("circle", cx=x, cy=y, r=0.3 * PITCH) for x, y in points)
    return element("g", discs, class_="volo-gaps", fill=colors["sky"])


class Caption:
    """A line below the board, wrapped to its width.

    Attributes:
        lines: the text in lines.
        height: the height of all lines, with the space below them.
    """

    def __init__(self, text: str, width: float) -> None:
        self.lines: list[str] = list(_wrapped(text, int((width - 0.5 * PITCH) / (_WIDTH * _CAPTION))))
        self.height: float = (len(self.lines) + 0.4) * _LINE

    def draw(self, x: float, top: float, colors: Mapping[str, str]) -> str:
        """The lines, centred at ``x``."""
        texts = (_text((x, top + (index + 0.4) * _LINE), line, _CAPTION) for index, line in enumerate(self.lines))
        return element("g", "".join(texts), class_="volo-caption", fill=colors["labels"])


def _numbers(canvas: Canvas) -> dict[Place, int]:
    """The numbers of all spaces and missing spaces, in board order [R3]."""
    places = sorted(
        {*canvas.paper.spaces.values(), *canvas.corners, canvas.centre}, key=lambda place: (place.y, place.x)
    )
    numbers: dict[Place, int] = {}
    for place in places:
        numbers[place] = numbers.get(place.step("W"), 0) + 1
    return numbers


def _beyond(canvas: Canvas, place: Place) -> str | None:
    """The direction in which the line of a number leaves the sky at a space of the lowest or the highest row."""
    return {0: "SE", 2 * (canvas.paper.edge - 1): "NE"}.get(place.y)


def _wrapped(text: str, most: int) -> Iterator[str]:
    """The text in lines of at most ``most`` characters, broken at spaces and after commas, if there are any."""
    line = ""
    for piece in re.split(r"(?<= )(?<!rules )|(?<=,)(?! )", text):
        if line and len((line + piece).rstrip()) > most:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _text(point: tuple[float, float], text: str, size: float) -> str:
    """A text whose middle is at a point."""
    x, y = point
    return element("text", content(text), x=x, y=y + 0.36 * size, font_size=size)


def _group(texts: list[str], colors: Mapping[str, str]) -> str:
    return element("g", "".join(texts), class_="volo-labels", fill=colors["labels"])
