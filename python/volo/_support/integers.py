"""The check of an integer that a caller passes."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from volo.errors import VoloError

__all__ = ["checked_integer"]


def checked_integer(name: str, number: object, least: int, most: int) -> int:
    """Return an integer of any type, such as a NumPy integer, as an ``int``.

    Args:
        name: the name of the number, for the error message.
        number: the number.
        least: the smallest number that is allowed.
        most: the largest number that is allowed.

    Raises:
        VoloError: if the number is out of range.
        TypeError: if the number is not an integer, or is a ``bool``.

    Examples:
        >>> checked_integer("games", 5, 1, 3)
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: games must be 1 to 3
    """
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise TypeError(f"{name} must be an int, not {type(number).__name__}")
    value = index(number)
    if not least <= value <= most:
        raise VoloError(f"{name} must be {least} to {most}")
    return value
