"""The figure of a summary, as a file: charts in the upper half, heat maps of the sky in the lower half."""

from __future__ import annotations

import os
from numbers import Real
from pathlib import Path
from textwrap import wrap
from typing import Final

from volo._support.confidence import Estimate
from volo._support.disk import rewriting
from volo._support.paths import local_path
from volo.color import Color
from volo.errors import VoloError
from volo.render.png import check_fonts, rasterized
from volo.render.svg.charts import Line, Places, heat_map, lines, skies, whiskers
from volo.render.svg.markup import content, element, number
from volo.simulate.summary import Summary

_NARROWEST = 6
_WIDEST = 60
LONGEST_TITLE = 1000
"""The largest number of characters in a title."""

# A pixel of CSS, and one of a PNG file.
_PIXELS_PER_INCH = 96
_DOTS_PER_INCH = 150

# The figure in units of its view box: three charts above four maps. The charts have texts of 12 units.
_WIDTH = 1080
_MARGIN = 20
_GAP = 30
_CHART = (_WIDTH - 2 * _MARGIN - 2 * _GAP) / 3
_CHART_HEIGHT = 316
_MAP = (_WIDTH - 2 * _MARGIN - 3 * _GAP) / 4
_MAP_HEIGHT = 0.93 * _MAP
_HEADING = 28
# The title, with as many characters in a line as fit in bold in the widest of the usual fonts.
_TITLE_LINE = 23
_TITLE_CHARACTERS = 88

_MOST_BINS = 48
_FEWEST_GAMES = 10

_STYLE: Final = """
text { font-family: sans-serif; fill: #26323d; }
.title { font-size: 17px; font-weight: bold; text-anchor: middle; }
.heading { font-size: 14px; font-weight: bold; }
.scale text, .chart text { font-size: 12px; }
.chart text { stroke: #ffffff; stroke-width: 3; paint-order: stroke; }
.grid { fill: none; stroke: #dde4ea; }
.axis { fill: none; stroke: #7b8b9a; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.line.s0 { stroke: #1b5aa8; }
.line.s1 { stroke: #26323d; stroke-width: 1.5; stroke-dasharray: 6 3; }
.band { fill: #1b5aa8; fill-opacity: 0.3; }
.results .line { stroke: #26323d; stroke-width: 2; stroke-dasharray: none; }
.results .s0 { fill: #f58a1f; }
.results .s1 { fill: #2f6fc4; }
.results .s2, .results .s3 { fill: #7b8b9a; }
.results .s4 { fill: #26323d; }
.results .band { fill-opacity: 0.5; }
.volo-sky { fill: #f3f6f9; stroke: #dde4ea; }
.volo-lines, .volo-ticks { stroke: #7b8b9a; stroke-opacity: 0.3; }
.heat.orange { fill: #f58a1f; }
.heat.blue { fill: #2f6fc4; }
stop.orange { stop-color: #f58a1f; }
stop.blue { stop-color: #2f6fc4; }
"""


def plot_summary(
    summary: Summary, path: str | os.PathLike[str], *, title: str | None = None, width: float = 12.0
) -> None:
    """Draw a summary as one figure and write it to a file.

    The figure has the results, the lengths of the games, the branching factor by ply, and heat maps of the sky. The
    same summary makes the same SVG file on every machine. The bytes of a PNG file also depend on the fonts and on the
    version of resvg.

    Args:
        summary: the summary of at least one game.
        path: the file to write. The suffix of its name, ``.svg`` or ``.png``, selects the format. PNG needs the extra
            ``volo[png]``.
        title: the text above the figure, at most 1,000 characters. The default is the number of games and the edge of
            the sky.
        width: the width in inches, 6 to 60. A PNG file has 150 pixels for each. The height follows from the width and
            the title.

    Raises:
        VoloError: the path is a URL, the suffix is unknown, the width is out of range, the title is too long or has
            unprintable characters, the summary has no games, or a PNG file is wanted and resvg_py is not installed or
            there is no font.
        OSError: the file cannot be written.

    >>> import tempfile
    >>> summary = Summary.of(volo.play_random(10, position=volo.Position("standard-4"), tally=True, seed=0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plot_summary(summary, f"{folder}/summary.svg", title="Ten games")
    """
    path = local_path(path)
    check_file(path)
    width = _checked_width(width)
    _check_title(title)
    if not summary.games:
        raise VoloError("cannot plot the summary: there are no games")
    drawn = _figure(summary, title, width)
    written = drawn.encode() if path.suffix.lower() == ".svg" else rasterized(drawn, round(width * _DOTS_PER_INCH))
    with rewriting(path) as file:
        file.write(written)


def check_file(path: Path) -> None:
    """Check that a plot can be written to a file of this name, and that what it needs is installed."""
    suffix = path.suffix.lower()
    if suffix not in {".svg", ".png"}:
        raise VoloError(f"a plot is written to a file whose name ends with .svg or .png, not to {path.name!r}")
    if suffix == ".png":
        check_fonts()


def _checked_width(width: float) -> float:
    if isinstance(width, bool) or not isinstance(width, Real):
        raise TypeError(f"width must be a number, not {type(width).__name__}")
    if not _NARROWEST <= width <= _WIDEST:
        raise VoloError(f"width must be {_NARROWEST} to {_WIDEST} inches")
    return float(width)


def _check_title(title: object) -> None:
    if title is None:
        return
    if not isinstance(title, str):
        raise TypeError(f"title must be a str, not {type(title).__name__}")
    if len(title) > LONGEST_TITLE:
        raise VoloError(f"the title must have at most {LONGEST_TITLE:,} characters, not {len(title):,}")
    bad = next((each for each in title if not each.isprintable() and not each.isspace()), None)
    if bad is not None:
        raise VoloError(f"the title has the unprintable character {bad!r}")


def _figure(summary: Summary, title: str | None, width: float) -> str:
    games = f"{summary.games:,} game{'s' * (summary.games != 1)}"
    title = title or f"{games} of Volo on a sky of edge {summary.tally.edge}"
    parts = [
        element("text", content(line), x=_WIDTH / 2, y=_MARGIN + 14 + index * _TITLE_LINE, class_="title")
        for index, line in enumerate(wrap(title, _TITLE_CHARACTERS, break_on_hyphens=False))
    ]
    top = 2 * _MARGIN + len(parts) * _TITLE_LINE
    parts.append(element("defs", skies([summary.tally.edge or 0]) + "".join(map(_gradient, Color))))
    charts = {
        "Results, with 95% intervals": _results,
        "Length of a game": _lengths,
        "Branching factor": _branching,
    }
    for index, (heading, chart) in enumerate(charts.items()):
        left = _MARGIN + index * (_CHART + _GAP)
        parts.append(_heading(heading, left, top))
        parts.append(_within(chart(summary), left, top + _HEADING, _CHART, _CHART_HEIGHT))
    top += _HEADING + _CHART_HEIGHT + _GAP
    for index, (kind, color) in enumerate((kind, color) for kind in ("adds", "winning flocks") for color in Color):
        left = _MARGIN + index * (_MAP + _GAP)
        parts.append(_heading(f"{color.name.title()}'s {kind}", left, top))
        parts.append(_map(summary, color, kind == "adds", left, top + _HEADING))
    height = top + _HEADING + _MAP_HEIGHT + 74
    sheet = element("rect", width=_WIDTH, height=height, fill="#ffffff")
    document = element(
        "svg",
        f"<style>{_STYLE}</style>\n{sheet}\n" + "\n".join(parts) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {number(height)}",
        width=width * _PIXELS_PER_INCH,
        height=width * _PIXELS_PER_INCH * height / _WIDTH,
        role="img",
        text_anchor="middle",
    )
    return document + "\n"


def _heading(text: str, left: float, top: float) -> str:
    return element("text", text, x=left, y=top + 14, text_anchor="start", class_="heading")


def _within(picture: str, left: float, top: float, width: float, height: float) -> str:
    return element("svg", picture, x=left, y=top, width=width, height=height)


def _results(summary: Summary) -> str:
    names = {"orange": "Orange wins", "blue": "Blue wins", "draw": "Draw", "truncated": "Truncated"}
    shares = [
        (names[result], index, share)
        for index, (result, share) in enumerate(summary.results.items())
        if share.number or result != "truncated"
    ]
    if (first := summary.first_mover).of:
        shares.append(("First mover's wins", len(names), first))
    rows = [
        (f"{name}: {share}", index, Estimate(share.share, *share.interval, share.of)) for name, index, share in shares
    ]
    label = "share of games, of the decided ones for the first mover"
    return whiskers("Results", rows, label, lambda x: f"{x:.0%}", 0, name="results", width=_CHART)


def _lengths(summary: Summary) -> str:
    # A few games that are much longer than the others are left out.
    first, last = summary.length(0), min(summary.length(1), 2 * max(1, summary.length(0.99)))
    size = -(-(last + 1 - first) // _MOST_BINS)
    corners = []
    for start in range(first, last + 1, size):
        share = sum(summary.lengths[start : min(start + size, last + 1)]) / summary.games
        corners += [(max(0, start - 0.5), share), (start + size - 0.5, share)]
    corners = [(corners[0][0], 0.0), *corners, (corners[-1][0], 0.0)]
    median, highest = summary.length(0.5), max(share for _, share in corners)
    name = "share of games" if size == 1 else f"share of games per {size} plies"
    series = [
        Line(name, corners, [(0.0, share) for _, share in corners]),
        Line(f"median {median:,}", [(median, 0.0), (median, 1.05 * highest)]),
    ]
    beyond = sum(summary.lengths[last + 1 :])
    label = f"plies ({beyond:,} longer games, up to {summary.length(1):,}, not shown)" if beyond else "plies"
    return lines("Length of a game", series, label, "share of the games", is_share=True, width=_CHART)


def _branching(summary: Summary) -> str:
    """The mean number of legal moves by ply. Plies that too few games reached are left out."""
    enough = max(min(_FEWEST_GAMES, summary.games), summary.games // 1000)
    plies = sum(games >= enough for games in summary.positions)
    series = [Line("legal moves", [(ply + 1.0, moves) for ply, moves in enumerate(summary.branching[:plies])])]
    if plies:
        mean = summary.mean_legal_moves
        series.append(Line(f"mean {mean:.1f}", [(0.0, mean), (float(plies), mean)]))
    label = f"ply (reached by at least {enough:,} games)" if enough > 1 else "ply"
    return lines("Branching factor", series, label, "mean number of legal moves", width=_CHART)


def _map(summary: Summary, color: Color, is_of_adds: bool, left: float, top: float) -> str:
    """The heat map of one player, above its scale. It has the same range for both players."""
    maps = {each: _values(summary, each, is_of_adds) for each in Color}
    highest = max(value for values in maps.values() for value in values.values()) or 1
    sign = -1 if color is Color.BLUE else 1
    places = [Places([space], sign * value) for space, value in maps[color].items()]

    def written(value: float) -> str:
        return f"{abs(value):.2f}" if is_of_adds else f"{abs(value):.1%}"

    won = summary.tally.flock_wins[color]
    label = "adds per game" if is_of_adds else f"share of {won:,} winning flock{'s' * (won != 1)}"
    picture = heat_map(label, summary.tally.edge or 0, places, written, of_players=True, most=highest)
    right, bottom = left + _MAP, top + _MAP_HEIGHT
    scale = [
        element("rect", x=left, y=bottom + 10, width=_MAP, height=10, fill=f"url(#scale-{color})"),
        element("text", "0", x=left, y=bottom + 36, text_anchor="start"),
        element("text", content(label), x=left + _MAP / 2, y=bottom + 53),
        element("text", written(highest), x=right, y=bottom + 36, text_anchor="end"),
    ]
    return _within(picture, left, top, _MAP, _MAP_HEIGHT) + element("g", "".join(scale), class_="scale")


def _gradient(color: Color) -> str:
    stops = "".join(f'<stop class="{color}" offset="{opacity}" stop-opacity="{opacity}"/>' for opacity in (0, 1))
    return element("linearGradient", stops, id=f"scale-{color}")


def _values(summary: Summary, color: Color, is_of_adds: bool) -> dict[str, float]:
    """The value of each space, by its name: adds per game, or the share of the winning flocks."""
    if is_of_adds:
        return {space: adds / summary.games for space, adds in summary.adds_on(color).items()}
    won = summary.tally.flock_wins[color]
    return {space: flocks / won if won else 0.0 for space, flocks in summary.flocks_on(color).items()}
