"""Charts as inline SVG: lines, stacked bars, and points with intervals. The style sheet of the page colours them.

Each series has a class with its number. A series of a line also has its own dashes, so that nobody needs to see the
colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from volo.render.svg.markup import content, element, number
from volo.report.estimate import Estimate

__all__ = ["Bar", "Line", "bars", "lines", "whiskers"]

# The width of a chart, in units of the view box. The text has 12 of them.
_WIDTH = 420
_PLOT = 230
_LEFT = 44
_RIGHT = 12
_TOP = 12
_ROW = 40
_LINE = 17

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A series of a chart of lines.

    Attributes:
        name: its name in the legend.
        points: its points.
        bounds: the lower and the upper bound of each point. Empty if it has no intervals.
    """

    name: str
    points: Sequence[Point]
    bounds: Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart of stacked bars.

    Attributes:
        name: the text above it.
        parts: the shares of its parts.
    """

    name: str
    parts: Sequence[float]


def lines(
    title: str, series: Sequence[Line], label_x: str, label_y: str, *, is_share: bool = False, top: float | None = None
) -> str:
    """A chart of lines over the same axes, which begin at 0.

    Args:
        title: what the chart shows.
        series: the lines.
        label_x: the label of the horizontal axis.
        label_y: what the lines show, for the title.
        is_share: whether the lines show shares, which are written in percent.
        top: the end of the vertical axis. By default, it is the largest number.
    """
    xs = [x for line in series for x, _ in line.points]
    ys = [y for line in series for _, y in (*line.points, *((0.0, high) for _, high in line.bounds))]
    right = max(xs, default=1) or 1
    end = top or max(ys, default=1) or 1

    def at(x: float, y: float) -> str:
        across = _LEFT + x / right * (_WIDTH - _LEFT - _RIGHT)
        return f"{number(across)} {number(_TOP + _PLOT - min(y, end) / end * _PLOT)}"

    parts = []
    for y in _ticks(end):
        parts.append(element("path", class_="grid", d=f"M{at(0, y)}L{at(right, y)}"))
        height = float(at(0, y).split()[1])
        parts.append(_text(_LEFT - 6, height + 4, f"{100 * y:g}%" if is_share else f"{y:g}", "end"))
    for x in _ticks(right):
        across = float(at(x, 0).split()[0])
        parts.append(_text(across, _TOP + _PLOT + 16, f"{x:g}", "end" if x == right else "middle"))
    parts.append(_text(_WIDTH / 2, _TOP + _PLOT + 33, label_x))
    for index, line in enumerate(series):
        if line.bounds:
            low = [at(x, y) for (x, _), (y, _) in zip(line.points, line.bounds, strict=True)]
            high = [at(x, y) for (x, _), (_, y) in zip(line.points, line.bounds, strict=True)]
            parts.append(element("path", class_=f"band s{index}", d=f"M{'L'.join([*low, *high[::-1]])}Z"))
        parts.append(element("path", class_=f"line s{index}", d=f"M{'L'.join(at(x, y) for x, y in line.points)}"))
    below = _TOP + _PLOT + 40
    legend, height = _legend([line.name for line in series], below, "line") if len(series) > 1 else ([], 0)
    return _chart(f"{title}: {label_y}", [*parts, *legend], below + height)


def bars(title: str, rows: Sequence[Bar], names: Sequence[str], *, name: str = "") -> str:
    """Stacked bars of shares.

    Args:
        title: what the chart shows.
        rows: the bars.
        names: the names of the parts, for the legend.
        name: a class of the chart, with which the style sheet gives the parts other colours.
    """
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
    legend, height = _legend(names, below, "part")
    return _chart(title, [*parts, *legend], below + height, name)


def whiskers(
    title: str, rows: Sequence[tuple[str, int, Estimate]], label: str, written: Callable[[float], str], middle: float
) -> str:
    """A point with its interval in each row.

    Args:
        title: what the chart shows.
        rows: the text of each row, the series that it belongs to, and the number.
        label: the label of the axis.
        written: the function that writes a number of the axis.
        middle: the number at which a line is drawn.
    """
    known = [bound for _, _, each in rows for bound in (each.low, each.high, each.value) if bound is not None]
    low, high = min([middle, *known]), max([middle, *known])
    step = _step(high - low or 1)
    low, high = floor(low / step) * step, ceil(high / step) * step
    high += step if high == low else 0

    def at(x: float) -> float:
        return 8 + (x - low) / (high - low) * (_WIDTH - 16)

    bottom = len(rows) * _ROW + 6
    parts = [element("path", class_="axis", d=f"M{number(at(middle))} 0V{bottom}")]
    for index in range(round((high - low) / step) + 1):
        x = low + index * step
        anchor = "start" if index == 0 else "end" if x >= high - step / 2 else "middle"
        parts.append(_text(at(x), bottom + 16, written(x), anchor))
    for row, (name, series, each) in enumerate(rows):
        y = row * _ROW + 28
        parts.append(_text(0, y - 12, name, "start"))
        ends = [at(low if each.low is None else each.low), at(high if each.high is None else each.high)]
        if each.of:
            parts.append(element("path", class_=f"line solid s{series}", d=f"M{number(ends[0])} {y}H{number(ends[1])}"))
        if each.value is not None:
            parts.append(element("circle", class_=f"dot s{series}", cx=at(each.value), cy=y, r=4.5))
    parts.append(_text(_WIDTH / 2, bottom + 33, label))
    return _chart(f"{title}: {label}", parts, bottom + 40)


def _chart(title: str, parts: Sequence[str], height: float, name: str = "") -> str:
    inside = f"<title>{content(title)}</title>" + "".join(parts)
    return element("svg", inside, class_=f"chart {name}".strip(), viewBox=f"0 0 {_WIDTH} {number(height)}", role="img")


def _text(x: float, y: float, text: str, anchor: str = "middle", name: str = "") -> str:
    return element("text", content(text), x=x, y=y, text_anchor=anchor, **({"class_": name} if name else {}))


def _legend(names: Sequence[str], top: float, kind: str) -> tuple[list[str], float]:
    """The names of the series, in as many rows as they need, and the height of these."""
    parts, across, row = [], 0.0, 0
    for index, name in enumerate(names):
        width = 34 + 6.6 * len(name)
        if across and across + width > _WIDTH:
            across, row = 0.0, row + 1
        y = top + 12 + row * _LINE
        if kind == "line":
            parts.append(element("path", class_=f"line s{index}", d=f"M{number(across)} {number(y)}h20"))
        else:
            parts.append(element("rect", class_=f"part s{index}", x=across, y=y - 6, width=20, height=12))
        parts.append(_text(across + 25, y + 4, name, "start"))
        across += width
    return parts, 6 + (row + 1) * _LINE


def _ticks(most: float) -> list[float]:
    """Round numbers from 0 to at most this number."""
    step = _step(most)
    return [round(index * step, 6) for index in range(floor(most / step + 1e-9) + 1)]


def _step(span: float) -> float:
    """A round number that fits into the span about four times."""
    power = 10.0 ** floor(log10(span / 4))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= span / 5)
