"""Words of captions and descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from volo.color import Color

__all__ = ["color", "enumeration", "groups", "player"]


def player(color: Color) -> str:
    """The name of a player, as a sentence begins with it.

    >>> player(Color.ORANGE)
    'Orange'
    """
    return str(color).capitalize()


def color(player: str) -> Color:
    """The color of a player.

    >>> color("Orange")
    Color.ORANGE
    """
    return Color[player.upper()]


def enumeration(names: Sequence[str]) -> str:
    """The names with commas between them, and with "and" before the last one.

    >>> enumeration(["a2", "b3", "c4"])
    'a2, b3 and c4'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def groups(names: Iterable[Sequence[str]]) -> str:
    """Several enumerations.

    >>> groups([["a2", "a3"], ["c4"]])
    'a2 and a3; c4'
    """
    return "; ".join(map(enumeration, names))
