"""What is drawn in the sky: birds, ghosts of those that were driven away, outlines of flocks, moves and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, sqrt
from typing import NamedTuple

from volo.color import Color
from volo.errors import VoloError
from volo.layout import Layout, Place
from volo.render.drawable import DrawableMove
from volo.render.svg.markup import bird_colors, element, number
from volo.render.svg.sky import PITCH, RADIUS, Canvas

_WINGS = {Color.ORANGE: "m-9 .5q4.5-6.5 9 1q4.5-7.5 9-1", Color.BLUE: "m-9-3q6 0 9 6q3-6 9-6"}
"""A bird far away, from the tip of the left wing to that of the right one.

The wings of Orange's birds are two arcs, and Blue's birds glide, so that the players differ not only in color.
`js/board/birds.js` has the same shapes.
"""

_FLOCK = 0.92 * PITCH
"""The width of the outline of a flock: wider than a bird, but so narrow that it covers no bird beside it."""

_SHAFT = 0.13 * PITCH
_HEAD = 0.42 * PITCH
_SHORT = 0.22 * PITCH


def birds(canvas: Canvas, player: Color, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    fill, rim = bird_colors(colors, player)
    places = _places(canvas, spaces)
    discs = "".join(
        element("circle", class_=f"volo-{name}", cx=x, cy=y, r=RADIUS)
        for name, (x, y) in ((name, canvas.point(place)) for name, place in places.items())
    )
    group = element("g", discs, class_=f"volo-birds volo-{player}", fill=fill, stroke=rim, stroke_width=2)
    return f"{group}\n{_wings(canvas, player, places.values(), colors['wings'])}"


def ghosts(canvas: Canvas, player: Color, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """The birds of one player that have left: pale discs with a broken rim."""
    fill, rim = bird_colors(colors, player)
    places = _places(canvas, spaces)
    discs = "".join(
        element("circle", cx=x, cy=y, r=0.9 * RADIUS) for x, y in (canvas.point(place) for place in places.values())
    )
    return element(
        "g",
        element("g", discs, fill=colors["sky"])
        + element("g", discs, fill=fill, fill_opacity="0.18", stroke=rim, stroke_width=1.5, stroke_dasharray="4 3")
        + _wings(canvas, player, places.values(), rim, opacity="0.5"),
        class_=f"volo-ghosts volo-{player}",
    )


def flocks(canvas: Canvas, player: Color, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    fill, rim = bird_colors(colors, player)
    places = set(_places(canvas, spaces).values())
    # A stroke from each bird to its neighbors makes the shape of the flock. A narrower one on top leaves its outline.
    strokes: list[str] = []
    for place in sorted(places):
        strokes.append(f"M{canvas.pair(place)}h0")
        strokes += [
            f"M{canvas.pair(place)}L{canvas.pair(place.step(direction))}"
            for direction in ("E", "NE", "SE")
            if place.step(direction) in places
        ]
    d = "".join(strokes)
    return element(
        "g",
        element("path", d=d, stroke=rim, stroke_width=_FLOCK)
        + element("path", d=d, stroke=colors["sky"], stroke_width=_FLOCK - 3)
        + element("path", d=d, stroke=fill, stroke_opacity="0.4", stroke_width=_FLOCK - 3),
        class_=f"volo-flocks volo-{player}",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _places(canvas: Canvas, spaces: Iterable[str]) -> dict[str, Place]:
    return {name: canvas.paper.spaces[name] for name in spaces}


def _wings(canvas: Canvas, player: Color, places: Iterable[Place], color: str, opacity: str = "1") -> str:
    return element(
        "path",
        class_="volo-wings",
        d="".join(f"M{canvas.pair(place)}{_WINGS[player]}" for place in places),
        fill="none",
        stroke=color,
        stroke_opacity=opacity,
        stroke_width=2.5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


class Arrow(NamedTuple):
    """An arrow from one space to another. From a space to itself it is a ring around the space.

    Attributes:
        tail: the space where it begins.
        head: the space that it points to.
        color: its color, as CSS writes it; None for the color of arrows in the palette.
    """

    tail: str
    head: str
    color: str | None = None


def place_of(paper: Layout, name: object) -> Place:
    if not isinstance(name, str):
        raise TypeError(f"a space must be a str, not {type(name).__name__}")
    if name not in paper.spaces:
        raise VoloError(f"{name[:20]!r} is not a space of the sky of edge {paper.edge}")
    return paper.spaces[name]


def _ends(paper: Layout, move: DrawableMove) -> tuple[list[Place], list[Place]]:
    starts = [place_of(paper, name) for name in move.spaces]
    if move.direction is None:
        return starts, starts
    landings = [place.step(move.direction, move.distance) for place in starts]
    if not set(landings) <= set(paper.spaces.values()):
        raise VoloError(f"the move {move} leaves the sky of edge {paper.edge}")
    return starts, landings


def trail(canvas: Canvas, move: DrawableMove, colors: Mapping[str, str]) -> Iterable[str]:
    """Under the birds: a broad band from each space that a flight leaves to the one that it reaches."""
    for start, end in zip(*_ends(canvas.paper, move), strict=True):
        if start != end:
            yield element(
                "path",
                class_="volo-trail",
                d=f"M{canvas.pair(start)}L{canvas.pair(end)}",
                stroke=colors["move"],
                stroke_width=0.3 * PITCH,
                stroke_linecap="round",
            )


def rings(canvas: Canvas, move: DrawableMove, colors: Mapping[str, str]) -> Iterable[str]:
    """Over the birds: a ring around each space that a move reaches."""
    for end in _ends(canvas.paper, move)[1]:
        yield _ring(canvas, end, "volo-move", colors["move"])


def _ring(canvas: Canvas, place: Place, name: str, color: str) -> str:
    x, y = canvas.point(place)
    return element("circle", class_=name, cx=x, cy=y, r=1.12 * RADIUS, fill="none", stroke=color, stroke_width=4)


def highlighted(
    canvas: Canvas, highlights: Iterable[str] | Mapping[str, str], colors: Mapping[str, str]
) -> Iterable[str]:
    if isinstance(highlights, str):
        raise TypeError("highlights must be several spaces, not a str")
    given = highlights if isinstance(highlights, Mapping) else dict.fromkeys(highlights, colors["highlight"])
    chosen = {place_of(canvas.paper, name): _color(color, "a highlight") for name, color in given.items()}
    for place in sorted(chosen, key=lambda place: (place.y, place.x)):
        points = canvas.hexagon(place, PITCH / sqrt(3), is_pointed=True)
        yield element("polygon", class_="volo-highlights", points=points, fill=chosen[place], fill_opacity="0.7")


def arrows_on(canvas: Canvas, arrows: Iterable[object], colors: Mapping[str, str]) -> Iterable[str]:
    """Arrows over everything else, in the order in which they are given."""
    for each in arrows:
        if not isinstance(each, tuple) or not 2 <= len(each) <= 3:
            raise TypeError("an arrow must be a tuple of two spaces, and a color if it has one")
        arrow = Arrow(*each)
        tail, head = place_of(canvas.paper, arrow.tail), place_of(canvas.paper, arrow.head)
        color = colors["arrow"] if arrow.color is None else _color(arrow.color, "an arrow")
        if tail == head:
            yield _ring(canvas, tail, "volo-arrow", color)
        else:
            yield element("path", class_="volo-arrow", d=_outline(canvas, tail, head), fill=color, fill_opacity="0.85")


def _color(color: object, what: str) -> str:
    if not isinstance(color, str):
        raise TypeError(f"the color of {what} must be a str, not {type(color).__name__}")
    return color


def _outline(canvas: Canvas, tail: Place, head: Place) -> str:
    """The outline of an arrow, which ends a little before the middle of its last space."""
    (x0, y0), (x1, y1) = canvas.point(tail), canvas.point(head)
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    tip = length - _SHORT
    neck = tip - _HEAD
    corners = [
        (0.0, _SHAFT / 2),
        (neck, _SHAFT / 2),
        (neck, _HEAD / 2),
        (tip, 0.0),
        (neck, -_HEAD / 2),
        (neck, -_SHAFT / 2),
        (0.0, -_SHAFT / 2),
    ]
    points = (
        f"{number(x0 + ux * along - uy * aside)} {number(y0 + uy * along + ux * aside)}" for along, aside in corners
    )
    return f"M{'L'.join(points)}Z"
