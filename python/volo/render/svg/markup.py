"""XML text, and the colors of a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

from volo.color import Color
from volo.errors import VoloError

# XML 1.0 has no way to write these characters.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """At most one decimal, without a trailing zero or a negative zero: the same digits on every machine.

    >>> number(1.25), number(-0.04), number(3)
    ('1.2', '0', '3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def content(text: str) -> str:
    return escape(_checked(text))


def element(name: str, /, inside: str | None = None, **attributes: str | float) -> str:
    """An element. ``inside`` is XML already; the values of the attributes are escaped here.

    An underscore in the name of an attribute becomes a hyphen, and one at its end is removed.

    >>> element("g", "", class_="a", stroke_width=2.0)
    '<g class="a" stroke-width="2"></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f"{key.removesuffix('_').replace('_', '-')}={quoteattr(_checked(text))}")
    head = " ".join(parts)
    return f"<{head}/>" if inside is None else f"<{head}>{inside}</{name}>"


def _checked(text: str) -> str:
    if (bad := _FORBIDDEN.search(text)) is not None:
        raise VoloError(f"an SVG file cannot contain the character {bad.group()!r}")
    return text


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
"""The colors by the names of the parts, as :func:`volo.render.svg.board` draws them by default.

The background is opaque, so that the labels have the same contrast on light and dark pages.
"""


def palette(colors: Mapping[str, str] | None) -> dict[str, str]:
    """The default colors, with some of them replaced."""
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
    return colors[str(player)], colors[f"{player} rim"]
