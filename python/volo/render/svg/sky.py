"""The sky without birds: the background, the hexagon, its lines, and the tint of a player's regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

from volo.render.svg.canvas import PITCH, Canvas
from volo.render.svg.markup import element

__all__ = ["background", "lines", "sky", "tint"]


def background(width: float, height: float, colors: Mapping[str, str]) -> str:
    """A sheet under everything."""
    return element(
        "rect", class_="volo-background", width=width, height=height, rx=0.3 * PITCH, fill=colors["background"]
    )


def sky(canvas: Canvas, colors: Mapping[str, str]) -> str:
    """The hexagon."""
    return element(
        "polygon",
        class_="volo-sky",
        points=canvas.hexagon(canvas.centre, canvas.sky_radius, is_pointed=False),
        fill=colors["sky"],
        stroke=colors["border"],
        stroke_width=3,
        stroke_linejoin="round",
    )


def tint(canvas: Canvas, spaces: Iterable[str], colors: Mapping[str, str]) -> str:
    """The cells of these spaces, tinted."""
    names = set(spaces)
    cells = (
        f"M{canvas.hexagon(place, PITCH / sqrt(3), is_pointed=True)}Z"
        for name, place in canvas.paper.spaces.items()
        if name in names
    )
    return element("path", class_="volo-region", d="".join(cells), fill=colors["region"])


def lines(canvas: Canvas, colors: Mapping[str, str]) -> str:
    """Every line of the sky, drawn from its first space to its last."""
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
