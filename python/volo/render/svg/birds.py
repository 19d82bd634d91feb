"""The birds: those in the sky, the ghosts of those that were driven away, and the outlines of flocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from volo.color import Color
from volo.layout import Place
from volo.render.svg.canvas import PITCH, RADIUS, Canvas
from volo.render.svg.markup import element
from volo.render.svg.palette import bird_colors

__all__ = ["birds", "flocks", "ghosts"]

_WINGS = {Color.ORANGE: "m-9 .5q4.5-6.5 9 1q4.5-7.5 9-1", Color.BLUE: "m-9-3q6 0 9 6q3-6 9-6"}
"""A bird far away, from the tip of the left wing to that of the right one.

The wings of Orange's birds are two arcs, and Blue's birds glide, so that the players differ not only in colour.
`web/board/birds.js` has the same shapes.
"""

_FLOCK = 0.92 * PITCH
"""The width of the outline of a flock: wider than a bird, but so narrow that it covers no bird beside it."""


def birds(canvas: Canvas, player: Color, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """The birds of one player: a disc each, with wings."""
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
    """An outline around each flock of one player."""
    fill, rim = bird_colors(colors, player)
    places = set(_places(canvas, spaces).values())
    # A stroke from each bird to its neighbours makes the shape of the flock. A narrower one on top leaves its outline.
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
