"""Heat maps of the sky. Each space is a hexagon."""

from __future__ import annotations

from math import sqrt
from typing import Literal, TypeAlias

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.ticker import MaxNLocator, PercentFormatter

from volo.color import Color
from volo.layout import Place, layout
from volo.simulate.summary import Summary

__all__ = ["MAPS", "Map", "draw_sky"]

Map: TypeAlias = Literal["adds", "flocks"]
"""The content of a heat map: the adds of a player, or the player's winning flocks."""

MAPS: tuple[Map, ...] = "adds", "flocks"

_RAMPS = {
    Color.ORANGE: LinearSegmentedColormap.from_list("orange", ["#fff7ec", "#fdc98a", "#f58a1f", "#8a3c00"]),
    Color.BLUE: LinearSegmentedColormap.from_list("blue", ["#f1f6fc", "#a5c6ec", "#2f6fc4", "#12305c"]),
}
_RIM = "#c9dcec"

# The distance from the centre of a hexagon to its corners. The centres of neighbours in a row are 2 apart.
_RADIUS = 2 / sqrt(3)
_CORNERS = [(0, 1), (sqrt(3) / 2, 0.5), (sqrt(3) / 2, -0.5), (0, -1), (-sqrt(3) / 2, -0.5), (-sqrt(3) / 2, 0.5)]


def draw_sky(axes: Axes, summary: Summary, color: Color, kind: Map) -> None:
    """Draw the heat map of one player. The colour scale has the same range for both players.

    Args:
        axes: the axes to draw on.
        summary: the summary of at least one game.
        color: the player.
        kind: ``"adds"`` shows the mean number of adds on each space in a game, ``"flocks"`` the share of the player's
            winning flocks that occupy the space.
    """
    maps = {each: _values(summary, each, kind) for each in Color}
    highest = max((value for values in maps.values() for value in values.values()), default=0) or 1
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
    axes.set_title(f"{player}'s adds" if kind == "adds" else f"{player}'s winning flocks", loc="center")
    bar = axes.figure.colorbar(spaces, ax=axes, orientation="horizontal", shrink=0.75, aspect=22, pad=0.02)
    # More labels of up to five characters would touch each other.
    bar.ax.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    bar.outline.set_visible(False)  # type: ignore[operator]
    if kind == "flocks":
        bar.ax.xaxis.set_major_formatter(PercentFormatter(1))
        bar.set_label(f"share of {summary.tally.flock_wins[color]:,} winning flocks")
    else:
        bar.set_label("adds per game")


def _values(summary: Summary, color: Color, kind: Map) -> dict[str, float]:
    """The value of each space, by its name: adds per game, or the share of the winning flocks."""
    if kind == "adds":
        return {name: number / summary.games for name, number in summary.adds_on(color).items()}
    won = summary.tally.flock_wins[color]
    return {name: number / won if won else 0.0 for name, number in summary.flocks_on(color).items()}


def _hexagon(place: Place) -> list[tuple[float, float]]:
    """The six corners of the hexagon of a space, as (x, y)."""
    return [(place.x + _RADIUS * x, sqrt(3) * place.y + _RADIUS * y) for x, y in _CORNERS]
