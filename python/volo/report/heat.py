"""Heat maps of the sky as inline SVG. The sky is that of the boards of :mod:`volo.render.svg`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt

from volo.layout import layout
from volo.render.svg import labels, sky
from volo.render.svg.canvas import PITCH, Canvas
from volo.render.svg.markup import content, element, number
from volo.render.svg.palette import COLORS
from volo.report.document import Places

__all__ = ["heat_map", "skies"]

# The sides of a space from its lowest corner, counterclockwise, in few letters: a page has thousands of spaces.
_SIDE = PITCH / sqrt(3)
_X, _Y = number(PITCH / 2), number(_SIDE / 2)
_CELL = f"l{_X}-{_Y}v-{number(_SIDE)}l-{_X}-{_Y}-{_X} {_Y}v{number(_SIDE)}z"


def skies(edges: Iterable[int]) -> str:
    """The lines and the labels of the skies, which all maps of a page share."""
    return "".join(
        element(
            "svg",
            element("g", sky.lines(canvas, COLORS) + labels.rim(canvas, COLORS), id=f"sky-{canvas.paper.edge}"),
            class_="volo shared",
            aria_hidden="true",
            font_family="sans-serif",
            text_anchor="middle",
        )
        for canvas in map(_canvas, sorted(set(edges)))
    )


def heat_map(
    title: str, edge: int, places: Iterable[Places], written: Callable[[float], str], *, of_players: bool = False
) -> str:
    """A sky whose spaces are coloured by the values of their classes. The page must have :func:`skies`.

    The opacity of a space is its value divided by the largest one.

    Args:
        title: what the map shows.
        edge: the edge of the sky.
        places: the classes.
        written: the function that writes a value, for the title of a class.
        of_players: whether positive values have the colour of Orange, and negative ones that of Blue.
    """
    canvas = _canvas(edge)
    places = list(places)
    most = max((abs(each.value) for each in places), default=0) or 1
    parts = [sky.sky(canvas, COLORS)]
    for each in places:
        points = (canvas.point(canvas.paper.spaces[space]) for space in each.spaces)
        path = "".join(f"M{number(x)} {number(y + _SIDE)}{_CELL}" for x, y in points)
        name = content(f"{each.spaces[0]}: {written(each.value)}")
        player = ("blue" if each.value < 0 else "orange") if of_players else "both"
        opacity = f"{abs(each.value) / most:.3f}"
        parts.append(element("path", f"<title>{name}</title>", class_=f"heat {player}", d=path, fill_opacity=opacity))
    parts.append(element("use", href=f"#sky-{edge}"))
    return element(
        "svg",
        f"<title>{content(title)}</title>" + "".join(parts),
        class_="volo map",
        viewBox=f"0 0 {number(canvas.width)} {number(canvas.height)}",
        role="img",
    )


def _canvas(edge: int) -> Canvas:
    return Canvas(layout(edge), turns=0, has_rim=True)
