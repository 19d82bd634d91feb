"""Heat maps of the sky, a hexagon a space."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.ticker import MaxNLocator, PercentFormatter

from volo.color import Color
from volo.layout import Place, layout

if TYPE_CHECKING:
    from volo.simulate.summary import Summary

__all__ = ["WHAT", "What", "draw_sky"]

What: TypeAlias = Literal["adds", "flocks"]
WHAT: tuple[What, ...] = "adds", "flocks"
"""What there are maps of."""

_RAMPS = {
    Color.ORANGE: LinearSegmentedColormap.from_list("orange", ["#fff7ec", "#fdc98a", "#f58a1f", "#8a3c00"]),
    Color.BLUE: LinearSegmentedColormap.from_list("blue", ["#f1f6fc", "#a5c6ec", "#2f6fc4", "#12305c"]),
}
_RIM = "#c9dcec"

# Neighbours in a row are 2 apart, so this is how far the corners of a space's hexagon are from its middle.
_RADIUS = 2 / sqrt(3)
_CORNERS = [(0, 1), (sqrt(3) / 2, 0.5), (sqrt(3) / 2, -0.5), (0, -1), (-sqrt(3) / 2, -0.5), (-sqrt(3) / 2, 0.5)]


def draw_sky(axes: Axes, summary: Summary, color: Color, what: What) -> None:
    """One player's heat map, on a scale that is the same for both players.

    Of adds: how many games of a hundred had one on the space, counted as often as it had. Of flocks: how many of the
    winning flocks stood on it.
    """
    maps = {each: _shares(summary, each, what) for each in Color}
    highest = max((share for shares in maps.values() for share in shares.values()), default=0) or 1
    paper = layout(summary.tally.edge or 0)
    axes.add_collection(
        PolyCollection([_hexagon(place) for place in paper.missing.values()], facecolors="none", edgecolors=_RIM)
    )
    spaces = PolyCollection(
        [_hexagon(place) for place in paper.spaces.values()],
        array=[maps[color][name] for name in paper.spaces],
        cmap=_RAMPS[color],
        norm=Normalize(0, highest),
        edgecolors="white",
    )
    axes.add_collection(spaces)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set_axis_off()
    player = color.name.title()
    axes.set_title(f"{player}'s adds" if what == "adds" else f"{player}'s winning flocks", loc="center")
    bar = axes.figure.colorbar(spaces, ax=axes, orientation="horizontal", shrink=0.75, aspect=22, pad=0.02)
    bar.ax.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    bar.outline.set_visible(False)  # type: ignore[operator]
    if what == "flocks":
        bar.ax.xaxis.set_major_formatter(PercentFormatter(1))
        bar.set_label(f"of {summary.tally.flock_wins[color]:,} winning flocks")
    else:
        bar.set_label("adds in a game")


def _shares(summary: Summary, color: Color, what: What) -> dict[str, float]:
    """By space: adds in a game, or the share of the winning flocks."""
    if what == "adds":
        return {name: number / summary.games for name, number in summary.adds_on(color).items()}
    won = summary.tally.flock_wins[color]
    return {name: number / won if won else 0.0 for name, number in summary.flocks_on(color).items()}


def _hexagon(place: Place) -> list[tuple[float, float]]:
    """The corners of a space's hexagon."""
    return [(place.x + _RADIUS * x, sqrt(3) * place.y + _RADIUS * y) for x, y in _CORNERS]
