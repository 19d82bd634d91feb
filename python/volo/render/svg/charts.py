"""Charts and maps of the sky as SVG: lines, stacked bars, points with intervals, and heat maps.

A picture has classes and no colors. The style sheet of the page or of the figure that it is part of has these. Each
series has a class with its number. A series of a line also has its own dashes, so that nobody needs to see the colors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt

from volo._support.confidence import Estimate
from volo.layout import layout
from volo.render.svg import sky
from volo.render.svg.markup import COLORS, content, element, number
from volo.render.svg.sky import PITCH, Canvas

# The usual width of a chart, in units of the view box. The text has 12 of them.
_WIDTH = 420
_PLOT = 230
_LEFT = 44
_RIGHT = 12
_TOP = 12
_ROW = 40
_LINE = 17

# The sides of a space from its lowest corner, counterclockwise, in few letters: a page has thousands of spaces.
_SIDE = PITCH / sqrt(3)
_X, _Y = number(PITCH / 2), number(_SIDE / 2)
_CELL = f"l{_X}-{_Y}v-{number(_SIDE)}l-{_X}-{_Y}-{_X} {_Y}v{number(_SIDE)}z"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: Sequence[Point]
    bounds: Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    parts: Sequence[float]


@dataclass(frozen=True, slots=True)
class Places:
    """A class of spaces that are images of each other.

    Attributes:
        spaces: the spaces, in board order.
        value: the mean value of one of them.
    """

    spaces: list[str]
    value: float


def lines(
    title: str,
    series: Sequence[Line],
    label_x: str,
    label_y: str,
    *,
    is_share: bool = False,
    top: float | None = None,
    width: float = _WIDTH,
) -> str:
    """A chart of lines over the same axes, which begin at 0. The vertical one ends at ``top``, or else at the largest
    number. With ``is_share``, it is in percent. What the lines show, ``label_y``, is a part of the title.
    """
    xs = [x for line in series for x, _ in line.points]
    ys = [y for line in series for _, y in (*line.points, *((0.0, high) for _, high in line.bounds))]
    right = max([1, *xs])
    end = top or max(ys, default=1) or 1

    def at(x: float, y: float) -> str:
        across = _LEFT + x / right * (width - _LEFT - _RIGHT)
        return f"{number(across)} {number(_TOP + _PLOT - min(y, end) / end * _PLOT)}"

    parts = []
    for y in _ticks(end):
        parts.append(element("path", class_="grid", d=f"M{at(0, y)}L{at(right, y)}"))
        height = float(at(0, y).split()[1])
        parts.append(_text(_LEFT - 6, height + 4, f"{100 * y:g}%" if is_share else f"{y:g}", "end"))
    for x in _ticks(right, is_whole=True):
        across = float(at(x, 0).split()[0])
        parts.append(_text(across, _TOP + _PLOT + 16, f"{x:g}", "end" if x == right else "middle"))
    parts.append(_text(width / 2, _TOP + _PLOT + 33, label_x))
    for index, line in enumerate(series):
        if line.bounds:
            low = [at(x, y) for (x, _), (y, _) in zip(line.points, line.bounds, strict=True)]
            high = [at(x, y) for (x, _), (_, y) in zip(line.points, line.bounds, strict=True)]
            parts.append(element("path", class_=f"band s{index}", d=f"M{'L'.join([*low, *high[::-1]])}Z"))
        parts.append(element("path", class_=f"line s{index}", d=f"M{'L'.join(at(x, y) for x, y in line.points)}"))
    below = _TOP + _PLOT + 40
    legend, height = _legend([line.name for line in series], below, "line", width) if len(series) > 1 else ([], 0)
    return _chart(f"{title}: {label_y}", [*parts, *legend], width, below + height)


def bars(title: str, rows: Sequence[Bar], names: Sequence[str], *, name: str = "") -> str:
    parts = []
    for row, bar in enumerate(rows):
        top = row * (_ROW + 8)
        parts.append(_text(0, top + 13, bar.name, "start"))
        across = 0.0
        for index, part in enumerate(bar.parts):
            width = part * _WIDTH
            if width > 0.05:
                parts.append(
                    element("rect", class_=f"part s{index}", x=across, y=top + 18, width=width, height=_ROW - 18)
                )
            if width > 38:
                parts.append(_text(across + width / 2, top + 33, f"{part:.0%}", "middle", f"on s{index}"))
            across += width
    below = len(rows) * (_ROW + 8) + 2
    legend, height = _legend(names, below, "part", _WIDTH)
    return _chart(title, [*parts, *legend], _WIDTH, below + height, name)


def whiskers(
    title: str,
    rows: Sequence[tuple[str, int, Estimate]],
    label: str,
    written: Callable[[float], str],
    middle: float,
    *,
    name: str = "",
    width: float = _WIDTH,
) -> str:
    """A bar in each row, from a middle to a point with its interval. A row has its text, the number of its series and
    the point. The style sheet may give the points of a chart with this name other colors.
    """
    known = [bound for *_, each in rows for bound in (each.low, each.high, each.value) if bound is not None]
    low, high = min([middle, *known]), max([middle, *known])
    step = _step(high - low or 1)
    low, high = floor(low / step) * step, ceil(high / step) * step
    high += step if high == low else 0

    def at(x: float) -> float:
        return 8 + (x - low) / (high - low) * (width - 16)

    bottom = len(rows) * _ROW + 6
    parts = [element("path", class_="axis", d=f"M{number(at(middle))} 0V{bottom}")]
    for index in range(round((high - low) / step) + 1):
        x = low + index * step
        anchor = "start" if index == 0 else "end" if x >= high - step / 2 else "middle"
        parts.append(_text(at(x), bottom + 16, written(x), anchor))
    for row, (text, series, each) in enumerate(rows):
        y = row * _ROW + 28
        parts.append(_text(12, y - 12, text, "start"))
        if each.value is not None:
            start, end = sorted([at(middle), at(each.value)])
            parts.append(element("rect", class_=f"band s{series}", x=start, y=y - 7, width=end - start, height=14))
        if each.of:
            start, end = at(low if each.low is None else each.low), at(high if each.high is None else each.high)
            line = f"M{number(start)} {y}H{number(end)}"
            parts.append(element("path", class_=f"line solid s{series}", d=line))
        if each.value is not None:
            parts.append(element("circle", class_=f"dot s{series}", cx=at(each.value), cy=y, r=4.5))
    parts.append(_text(width / 2, bottom + 33, label))
    return _chart(f"{title}: {label}", parts, width, bottom + 40, name)


def skies(edges: Iterable[int]) -> str:
    """The lines and the labels of the skies, which all maps of a document share."""
    return "".join(
        element(
            "svg",
            element("g", sky.lines(canvas, COLORS) + sky.rim(canvas, COLORS), id=f"sky-{canvas.paper.edge}"),
            class_="volo shared",
            aria_hidden="true",
            font_family="sans-serif",
            text_anchor="middle",
        )
        for canvas in map(_canvas, sorted(set(edges)))
    )


def heat_map(
    title: str,
    edge: int,
    places: Iterable[Places],
    written: Callable[[float], str],
    *,
    of_players: bool = False,
    most: float | None = None,
) -> str:
    """A sky whose spaces are colored by the values of their classes. The document must have :func:`skies`. The value
    ``most``, by default the largest one, has full opacity. ``of_players``: positive values are Orange's, others Blue's.

    The opacity of a space is its value divided by the largest one.
    """
    canvas = _canvas(edge)
    places = list(places)
    most = most or max((abs(each.value) for each in places), default=0) or 1
    parts = [sky.sky(canvas, COLORS)]
    for each in places:
        points = (canvas.point(canvas.paper.spaces[space]) for space in each.spaces)
        path = "".join(f"M{number(x)} {number(y + _SIDE)}{_CELL}" for x, y in points)
        name = content(f"{each.spaces[0]}: {written(each.value)}")
        player = ("blue" if each.value < 0 else "orange") if of_players else "both"
        opacity = f"{abs(each.value) / most:.3f}"
        parts.append(element("path", f"<title>{name}</title>", class_=f"heat {player}", d=path, fill_opacity=opacity))
    parts.append(element("use", href=f"#sky-{edge}"))
    return _picture(title, parts, canvas.width, canvas.height, "volo map")


def _canvas(edge: int) -> Canvas:
    return Canvas(layout(edge), turns=0, has_rim=True)


def _chart(title: str, parts: Sequence[str], width: float, height: float, name: str = "") -> str:
    return _picture(title, parts, width, height, f"chart {name}".strip())


def _picture(title: str, parts: Sequence[str], width: float, height: float, name: str) -> str:
    inside = f"<title>{content(title)}</title>" + "".join(parts)
    box = f"0 0 {number(width)} {number(height)}"
    return element("svg", inside, class_=name, viewBox=box, preserveAspectRatio="xMidYMin", role="img")


def _text(x: float, y: float, text: str, anchor: str = "middle", name: str = "") -> str:
    return element("text", content(text), x=x, y=y, text_anchor=anchor, **({"class_": name} if name else {}))


def _legend(names: Sequence[str], top: float, kind: str, most: float) -> tuple[list[str], float]:
    parts, across, row = [], 0.0, 0
    for index, name in enumerate(names):
        width = 34 + 6.6 * len(name)
        if across and across + width > most:
            across, row = 0.0, row + 1
        y = top + 12 + row * _LINE
        if kind == "line":
            parts.append(element("path", class_=f"line s{index}", d=f"M{number(across)} {number(y)}h20"))
        else:
            parts.append(element("rect", class_=f"part s{index}", x=across, y=y - 6, width=20, height=12))
        parts.append(_text(across + 25, y + 4, name, "start"))
        across += width
    return parts, 6 + (row + 1) * _LINE


def _ticks(most: float, *, is_whole: bool = False) -> list[float]:
    step = _step(most, is_whole=is_whole)
    return [round(index * step, 6) for index in range(floor(most / step + 1e-9) + 1)]


def _step(span: float, *, is_whole: bool = False) -> float:
    """A round number that fits into the span about four times, or a whole one."""
    power = 10.0 ** floor(log10(span / 4))
    steps = (factor * power for factor in (1, 2, 2.5, 5, 10))
    return next(step for step in steps if step >= span / 5 and not (is_whole and step % 1))
