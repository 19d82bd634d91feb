"""A position as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from typing import SupportsIndex

from volo.color import Color
from volo.layout import Layout, Place, layout
from volo.render.drawable import Drawable, DrawableMove
from volo.whole import whole

__all__ = ["board"]

# Lengths are in pixels of the view box; the picture scales to any size.
_HALF = 20.0
_PITCH = 2 * _HALF
_ROW = _HALF * sqrt(3)
_BIRD = 0.40 * _PITCH
_MARGIN = 0.62 * _PITCH
_CAPTION = 0.9 * _PITCH

_LARGEST = 1_000_000

_SKY = "#eaf3fb"
_SKY_EDGE = "#c9dcec"
_LINES = "#a9bfd3"
_LABELS = "#7a8794"
_TRAIL = "#f2c230"
_FILL = {Color.ORANGE: "#f58a1f", Color.BLUE: "#2f6fc4"}
_RIM = {Color.ORANGE: "#b85c06", Color.BLUE: "#1b4684"}

_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_WINGS = "m-9 .5q4.5-6.5 9 1q4.5-7.5 9-1"
"""A bird far away: two arcs, from the left wing's tip to the right one's."""


def board(position: Drawable, *, move: DrawableMove | None = None, size: SupportsIndex = 480) -> str:
    """The sky with its birds as an SVG document, the same text for the same position.

    The picture stands alone: no style sheet, font file, script or identifier that could meet another one on a page.

    Args:
        position: a position of the core or of the reference.
        move: marks the spaces that this move leaves and reaches: the move that was just played, or one about to be.
        size: the width in pixels, 1 to 1,000,000; the height follows.

    Raises:
        VoloError: the size is out of range.
        TypeError: the size is not an integer.

    >>> import volo
    >>> picture = board(volo.Position("two-sizes-small"), size=300)
    >>> picture.startswith("<svg "), picture.count("<circle")
    (True, 6)
    """
    pixels = whole("size", size, 1, _LARGEST)
    paper = layout(position.rules.edge)
    width = 4 * _HALF * paper.edge + 2 * _MARGIN
    height = 2 * _ROW * paper.edge + 2 * _MARGIN + _CAPTION
    _, _, title = position.board().rpartition("\n")
    box = (
        f'viewBox="0 0 {_number(width)} {_number(height)}" width="{pixels}" height="{_number(pixels * height / width)}"'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} fill="{_LABELS}" font-family="sans-serif" role="img">',
        f"<title>{title}</title>",
        _sky(paper),
        *_labels(paper),
        *_trail(paper, move),
        *(line for color in Color for line in _flocks(paper, color, position.birds(color))),
        *_marks(paper, move),
        _text(width / 2, height - 0.6 * _MARGIN, title, 0.5 * _PITCH),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _sky(paper: Layout) -> str:
    """The hexagon, and every line of the sky drawn from its first space to its last."""
    x, y = _point(paper, Place(2 * (paper.edge - 1), paper.edge - 1))
    radius = (paper.edge - 1 + 1 / sqrt(3)) * _PITCH
    corners = " ".join(
        f"{_number(x + radius * cos(side * pi / 3))},{_number(y + radius * sin(side * pi / 3))}" for side in range(6)
    )
    sky = set(paper.spaces.values())
    strokes: list[str] = []
    for direction in ("E", "NE", "SE"):
        for start in paper.spaces.values():
            if start.step(direction, -1) in sky:
                continue
            end = start
            while end.step(direction) in sky:
                end = end.step(direction)
            if end != start:
                strokes.append(f"M{_pair(paper, start)}L{_pair(paper, end)}")
    return (
        f'<polygon points="{corners}" fill="{_SKY}" stroke="{_SKY_EDGE}" stroke-width="3" {_ROUND}/>\n'
        f'<path d="{"".join(strokes)}" fill="none" stroke="{_LINES}" stroke-width="1.5" {_ROUND}/>'
    )


def _labels(paper: Layout) -> Iterable[str]:
    """The letters before the rows; the numbers in missing spaces, and after the rows that end with a space."""
    places = {**paper.spaces, **paper.missing}
    taken = set(places.values())
    for name, place in places.items():
        before, after = place.step("W"), place.step("E")
        if before not in taken:
            yield _label(paper, before, name[0])
        if name in paper.missing:
            yield _label(paper, place, name[1:])
        elif after not in taken:
            yield _label(paper, after, name[1:])


def _label(paper: Layout, place: Place, label: str) -> str:
    x, y = _point(paper, place)
    return _text(x, y + 0.15 * _PITCH, label, 0.42 * _PITCH)


def _flocks(paper: Layout, color: Color, birds: Iterable[str]) -> Iterable[str]:
    """The birds of one colour: a disc each, with wings in white."""
    places = [paper.spaces[name] for name in birds]
    yield f'<g fill="{_FILL[color]}" stroke="{_RIM[color]}" stroke-width="2">'
    for place in places:
        x, y = _point(paper, place)
        yield f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(_BIRD)}"/>'
    yield "</g>"
    wings = "".join(f"M{_pair(paper, place)}{_WINGS}" for place in places)
    yield f'<path d="{wings}" fill="none" stroke="#fff" stroke-width="2.5" {_ROUND}/>'


def _trail(paper: Layout, move: DrawableMove | None) -> Iterable[str]:
    """Under the birds: a broad band from each space that a flight leaves to the one it reaches."""
    for start, end in zip(*_ends(paper, move), strict=True):
        if start != end:
            yield (
                f'<path d="M{_pair(paper, start)}L{_pair(paper, end)}" stroke="{_TRAIL}" '
                f'stroke-width="{_number(0.3 * _PITCH)}" {_ROUND}/>'
            )


def _marks(paper: Layout, move: DrawableMove | None) -> Iterable[str]:
    """Over the birds: a ring round each space that the move reaches."""
    _, ends = _ends(paper, move)
    for end in ends:
        x, y = _point(paper, end)
        yield (
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(1.12 * _BIRD)}" fill="none" '
            f'stroke="{_TRAIL}" stroke-width="4"/>'
        )


def _ends(paper: Layout, move: DrawableMove | None) -> tuple[list[Place], list[Place]]:
    """The spaces that the birds of the move leave, and those that they reach; of an add the same space twice."""
    starts = [paper.spaces[name] for name in move.spaces] if move is not None else []
    if move is None or move.direction is None:
        return starts, starts
    return starts, [place.step(move.direction, move.distance) for place in starts]


def _text(x: float, y: float, text: str, size: float) -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="middle">{text}</text>'


def _pair(paper: Layout, place: Place) -> str:
    x, y = _point(paper, place)
    return f"{_number(x)} {_number(y)}"


def _point(paper: Layout, place: Place) -> tuple[float, float]:
    """The place in the view box, whose y grows downwards."""
    return _MARGIN + _HALF * (place.x + 2), _MARGIN + _ROW * (2 * paper.edge - 1 - place.y)


def _number(value: float) -> str:
    """At most one decimal, without a trailing zero: the same digits on every machine."""
    return f"{value:.1f}".removesuffix(".0")
