"""The colours of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from volo.color import Color
from volo.errors import VoloError

__all__ = ["COLORS", "bird_colors", "palette"]

COLORS: Mapping[str, str] = MappingProxyType(
    {
        "background": "#ffffff",
        "sky": "#eaf3fb",
        "border": "#c9dcec",
        "lines": "#a9bfd3",
        "labels": "#4f5d6b",
        "orange": "#f58a1f",
        "orange rim": "#a85204",
        "blue": "#2f6fc4",
        "blue rim": "#1b4684",
        "wings": "#ffffff",
        "move": "#f2c230",
        "highlight": "#a3e4bb",
        "arrow": "#15803d",
        "region": "#bcdcf7",
    }
)
"""The colours by the names of the parts, as :func:`volo.render.svg.board` draws them by default.

The background is opaque, so that the labels have the same contrast on light and dark pages.
"""


def palette(colors: Mapping[str, str] | None) -> dict[str, str]:
    """The default colours, with some of them replaced.

    Raises:
        VoloError: a name is not that of a part.
        TypeError: `colors` is not a mapping, or a colour is not a str.

    >>> palette({"sky": "white"})["sky"]
    'white'
    """
    chosen = dict(COLORS)
    if colors is None:
        return chosen
    if not isinstance(colors, Mapping):
        raise TypeError(f"colors must be a mapping, not {type(colors).__name__}")
    for part, color in colors.items():
        if part not in COLORS:
            raise VoloError(f"unknown part {str(part)[:40]!r} in colors; expected one of {', '.join(COLORS)}")
        if not isinstance(color, str):
            raise TypeError(f"the color of {part} must be a str, not {type(color).__name__}")
        chosen[part] = color
    return chosen


def bird_colors(colors: Mapping[str, str], player: Color) -> tuple[str, str]:
    """The colours of a player's birds and of their rims."""
    return colors[str(player)], colors[f"{player} rim"]
