"""The figure of a summary: charts in the upper half, heat maps of the sky in the lower half."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import fill

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from volo.color import Color
from volo.simulate.plot.charts import draw_branching, draw_lengths, draw_results
from volo.simulate.plot.skymap import MAPS, Map, draw_sky
from volo.simulate.summary import Summary

__all__ = ["draw", "styled"]

# Height divided by width.
_ASPECT = 0.63
_DOTS_PER_INCH = 150
_SMALLEST_FONT = 5.5
# Characters in a line of the title.
_TITLE_WIDTH = 100


@contextmanager
def styled(width: float) -> Iterator[None]:
    """Use the matplotlib settings for a figure of this width until the end of the ``with`` block.

    Args:
        width: the width of the figure in inches.
    """
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
        # Ignore the settings of the user, so that every user gets the same file.
        mpl.rcdefaults()
        mpl.rcParams.update(style)
        yield


def draw(summary: Summary, title: str | None, width: float) -> Figure:
    """Draw a summary of at least one game. Call this, and save the figure, inside :func:`styled`.

    Args:
        summary: the summary.
        title: the text above the figure. The default is the number of games and the edge of the sky.
        width: the width of the figure in inches.

    Returns:
        the figure, which is not registered with pyplot.
    """
    engine = ConstrainedLayoutEngine(h_pad=0.01 * width, w_pad=0.01 * width)
    figure = Figure(figsize=(width, _ASPECT * width), dpi=_DOTS_PER_INCH, layout=engine)
    title = title or f"{summary.games:,} games of Volo on a sky of edge {summary.tally.edge}"
    figure.suptitle(fill(" ".join(title.split()), _TITLE_WIDTH), fontweight="bold", parse_math=False)
    charts, skies = figure.subfigures(2, 1, height_ratios=(1, 1.05))
    if summary.first_mover.of:
        charts.suptitle(f"First mover's share of decided games: {summary.first_mover}", fontsize="medium")
    results, lengths, branching = charts.subplots(1, 3, width_ratios=(1.15, 1, 1))
    draw_results(results, summary)
    draw_lengths(lengths, summary)
    draw_branching(branching, summary)
    panels: list[tuple[Color, Map]] = [(color, kind) for kind in MAPS for color in Color]
    for axes, (color, kind) in zip(skies.subplots(1, len(panels)), panels, strict=True):
        draw_sky(axes, summary, color, kind)
    return figure
