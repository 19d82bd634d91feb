"""XML text: numbers, escaped values and elements."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from volo.errors import VoloError

__all__ = ["content", "element", "number"]

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
    """A text with its special characters escaped.

    Raises:
        VoloError: the text has a character that XML cannot represent.
    """
    return escape(_checked(text))


def element(name: str, /, inside: str | None = None, **attributes: str | float) -> str:
    """An element. ``inside`` is XML already; the values of the attributes are escaped here.

    An underscore in the name of an attribute becomes a hyphen, and one at its end is removed.

    Raises:
        VoloError: a value has a character that XML cannot represent.

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
