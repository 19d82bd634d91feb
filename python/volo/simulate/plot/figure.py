"""A summary as one figure: charts above, skies below."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Real
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from volo.color import Color
from volo.errors import VoloError

try:
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine
except ModuleNotFoundError as _missing:
    if _missing.name is None or _missing.name.partition(".")[0] != "matplotlib":
        raise
    raise VoloError("a plot needs matplotlib, which is not installed: pip install 'volo[plot]'") from _missing

from volo.simulate.plot.charts import draw_branching, draw_lengths, draw_results
from volo.simulate.plot.skymap import WHAT, What, draw_sky

if TYPE_CHECKING:
    from volo.simulate.summary import Summary

__all__ = ["check_file", "draw", "plot", "styled"]

_SUFFIXES = {".svg": {"Date": None}, ".png": {"Software": None}}
"""What can be written, and what is left out of the file so that it is the same every time."""

_NARROWEST = 6
_WIDEST = 60
_HEIGHT = 0.63
_DOTS_PER_INCH = 150
_SMALLEST_FONT = 5.5
_TITLE_WIDTH = 100
_LONGEST_TITLE = 1000


def plot(summary: Summary, file: str | os.PathLike[str], *, title: str | None = None, width: float = 12.0) -> None:
    """Draw the summary, as :meth:`volo.simulate.Summary.plot` says."""
    path = Path(file)
    suffix = check_file(path)
    width = _checked_width(width)
    _check_title(title)
    if not summary.games:
        raise VoloError("no games have no plot")
    with styled(width):
        draw(summary, title, width).savefig(path, format=suffix[1:], metadata=_SUFFIXES[suffix])


def _checked_width(width: float) -> float:
    if isinstance(width, bool) or not isinstance(width, Real):
        raise TypeError(f"width must be a number, not {type(width).__name__}")
    if not _NARROWEST <= width <= _WIDEST:
        raise VoloError(f"a plot is {_NARROWEST} to {_WIDEST} inches wide")
    return float(width)


def _check_title(title: object) -> None:
    if title is None:
        return
    if not isinstance(title, str):
        raise TypeError(f"title must be a str, not {type(title).__name__}")
    if len(title) > _LONGEST_TITLE:
        raise VoloError(f"a title has at most {_LONGEST_TITLE:,} characters")
    bad = next((each for each in title if not each.isprintable() and not each.isspace()), None)
    if bad is not None:
        raise VoloError(f"a title consists of characters that can be drawn, and {bad!r} cannot")


def check_file(path: Path) -> str:
    """The ending of the name of a file that a plot can be written to.

    Raises:
        VoloError: it is another one.
    """
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise VoloError(f"a plot is written to a file whose name ends with .svg or .png, not to {path.name!r}")
    return suffix


@contextmanager
def styled(width: float) -> Iterator[None]:
    """The settings of matplotlib for a figure of this width, as long as the context lasts."""
    font = max(_SMALLEST_FONT, 9.5 * width / 12)
    style = {
        "font.size": font,
        "axes.titlesize": 1.1 * font,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 0.7 * font,
        "axes.edgecolor": "#7a8794",
        "axes.labelcolor": "#4a5560",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.linewidth": 0.08 * font,
        "errorbar.capsize": 0.3 * font,
        "grid.color": "#e3e8ec",
        "grid.linewidth": 0.08 * font,
        "lines.linewidth": 0.13 * font,
        "patch.linewidth": 0.05 * font,
        "xtick.color": "#4a5560",
        "ytick.color": "#4a5560",
        "xtick.major.width": 0.08 * font,
        "ytick.major.width": 0.08 * font,
        "xtick.major.size": 0.35 * font,
        "ytick.major.size": 0.35 * font,
        "svg.hashsalt": "volo",
    }
    with mpl.rc_context():
        # Not the taste of whoever draws: the same file for everybody.
        mpl.rcdefaults()
        mpl.rcParams.update(style)
        yield


def draw(summary: Summary, title: str | None, width: float) -> Figure:
    """The figure of a summary of games, to be drawn and written while it is :func:`styled`."""
    engine = ConstrainedLayoutEngine(h_pad=0.01 * width, w_pad=0.01 * width)
    figure = Figure(figsize=(width, _HEIGHT * width), dpi=_DOTS_PER_INCH, layout=engine)
    title = title or f"{summary.games:,} games of Volo on a sky of edge {summary.tally.edge}"
    figure.suptitle(fill(" ".join(title.split()), _TITLE_WIDTH), fontweight="bold", parse_math=False)
    charts, skies = figure.subfigures(2, 1, height_ratios=(1, 1.05))
    if summary.first_mover.of:
        charts.suptitle(f"Who moves first wins {summary.first_mover} of the games that are won", fontsize="medium")
    results, lengths, branching = charts.subplots(1, 3, width_ratios=(1.15, 1, 1))
    draw_results(results, summary)
    draw_lengths(lengths, summary)
    draw_branching(branching, summary)
    maps: list[tuple[Color, What]] = [(color, what) for what in WHAT for color in Color]
    for axes, (color, what) in zip(skies.subplots(1, len(maps)), maps, strict=True):
        draw_sky(axes, summary, color, what)
    return figure
