"""Reading the members of a JSON object from outside: each has the expected type and size, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from volo.errors import VoloError

__all__ = ["Members", "items_of", "members_of", "number_of", "text_of", "texts_of", "whole_of"]

Members: TypeAlias = Mapping[str, object]


def members_of(value: object, where: str, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> Members:
    """Return the members of an object that has all required members, and none that is unknown.

    Raises:
        VoloError: the value is not an object, or a member is missing or unknown.

    >>> members_of({"fen": "standard"}, "the request", ("fen",))
    {'fen': 'standard'}
    >>> members_of({"fin": "standard"}, "the request", ("fen",))
    Traceback (most recent call last):
        ...
    volo.errors.VoloError: the request has no member 'fen'
    """
    if not isinstance(value, dict):
        raise VoloError(f"{where} is not an object")
    for name in required:
        if name not in value:
            raise VoloError(f"{where} has no member {name!r}")
    for name in value:
        if name not in required and name not in optional:
            raise VoloError(f"{where} has an unknown member {name[:40]!a}")
    return value


def text_of(value: object, where: str, most: int | None = None) -> str:
    """Return a text with at most this many characters.

    Raises:
        VoloError: the value is not a text, or is too long.
    """
    if not isinstance(value, str):
        raise VoloError(f"{where} is not a text")
    if most is not None and len(value) > most:
        raise VoloError(f"{where} has more than {most:,} characters")
    return value


def whole_of(value: object, where: str, low: int, high: int) -> int:
    """Return a whole number in a range.

    Raises:
        VoloError: the value is not a whole number, or is out of range.
    """
    if type(value) is not int or not low <= value <= high:
        raise VoloError(f"{where} is not a whole number from {low:,} to {high:,}")
    return value


def number_of(value: object, where: str) -> float:
    """Return a number.

    Raises:
        VoloError: the value is not a number, or is a whole number of 2**53 or more.
    """
    # A bool is an int in Python. JSON permits whole numbers that a float cannot hold.
    if type(value) is int and abs(value) < 1 << 53:
        return float(value)
    if type(value) is not float:
        raise VoloError(f"{where} is not a number")
    return value


def items_of(value: object, where: str, most: int) -> list[object]:
    """Return the items of an array with at most this many.

    Raises:
        VoloError: the value is not an array, or has too many items.
    """
    if not isinstance(value, list):
        raise VoloError(f"{where} is not an array")
    if len(value) > most:
        raise VoloError(f"{where} has more than {most:,} items")
    return value


def texts_of(value: object, where: str) -> dict[str, str]:
    """Return the members of an object whose values are all texts.

    Raises:
        VoloError: the value is not an object, or one of its values is not a text.
    """
    if not isinstance(value, dict):
        raise VoloError(f"{where} is not an object")
    return {name: text_of(each, f"{where}: the value of {name[:40]!a}") for name, each in value.items()}
