"""Checks of values from outside: integers of callers, numbers as text, and JSON.

Python's ``int`` and ``float`` also read ``1_0``, digits of other scripts, white space, ``inf`` and ``nan``.
:func:`whole_in` and :func:`decimal_in` read only the digits 0 to 9, a minus sign and a decimal point, and their time is
bounded. The functions for JSON return a value that has the type and the size of their name and arguments. Otherwise
they raise a VoloError with the name of the value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import is_dataclass
from operator import index
from typing import Any, Final, SupportsIndex, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from volo.errors import VoloError


def checked_integer(name: str, number: object, least: int, most: int) -> int:
    """Return an integer of any type, such as a NumPy integer, as an ``int``."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        raise TypeError(f"{name} must be an int, not {type(number).__name__}")
    value = index(number)
    if not least <= value <= most:
        raise VoloError(f"{name} must be {least} to {most}")
    return value


_WHOLE: Final = re.compile("-?[0-9]{1,30}")
_DECIMAL: Final = re.compile(r"-?(?:[0-9]{1,30}(?:\.[0-9]{1,30})?|\.[0-9]{1,30})")


def whole_in(text: str) -> int | None:
    """Return the whole number with at most 30 digits that a text is; None if it is not one.

    >>> whole_in("-10"), whole_in("1_0"), whole_in("\\u0661")
    (-10, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def decimal_in(text: str) -> float | None:
    """Return the number that a text is, without an exponent and with at most 30 digits on each side of the point.

    >>> decimal_in("0.5"), decimal_in(".5"), decimal_in("1e3"), decimal_in("nan")
    (0.5, 0.5, None, None)
    """
    return float(text) if _DECIMAL.fullmatch(text) else None


JSONObject: TypeAlias = Mapping[str, object]
"""An object in JSON: its members by name."""

Value = TypeVar("Value")


def object_of(value: object, name: str) -> dict[str, Any]:
    return _of_type(value, name, "an object", dict)


def members_of(value: object, name: str, names: Collection[str]) -> dict[str, Any]:
    """Return an object that has all members of these names, and none that is unknown."""
    members = object_of(value, name)
    for key in names:
        if key not in members:
            raise VoloError(f"{name} must have the member {key!r}")
    for key in members:
        if key not in names:
            raise VoloError(f"{name} has the unknown member {key[:40]!a}")
    return members


def text_of(value: object, name: str, most: int | None = None) -> str:
    text = _of_type(value, name, "a string", str)
    if most is not None and len(text) > most:
        raise VoloError(f"{name} has more than {most:,} characters")
    return text


def integer_of(value: object, name: str, low: int | None = None, high: int | None = None) -> int:
    integer = _of_type(value, name, "an integer", int)
    if low is not None and high is not None and not low <= integer <= high:
        raise VoloError(f"{name} must be an integer from {low:,} to {high:,}")
    return integer


def items_of(value: object, name: str) -> list[Any]:
    return _of_type(value, name, "an array", list)


def texts_of(value: object, name: str) -> dict[str, str]:
    return {key: text_of(each, f"{name}: the value of {key[:40]!a}") for key, each in object_of(value, name).items()}


def value_of(kind: Any, value: object, name: str) -> Any:
    """Return a value of an annotated type: a dataclass, a list, a dict by strings, or one of some simple types."""
    inner = get_args(kind)
    if is_dataclass(kind):
        types = get_type_hints(kind)
        members = members_of(value, name, types)
        return kind(**{key: value_of(each, members[key], f"{name}: {key}") for key, each in types.items()})  # type: ignore[operator]
    if get_origin(kind) is list:
        return [value_of(inner[0], each, name) for each in items_of(value, name)]
    if get_origin(kind) is dict:
        return {key: value_of(inner[1], each, f"{name}: {key[:40]}") for key, each in object_of(value, name).items()}
    kinds = inner or (kind,)
    # A number with decimals may be written without them.
    return _of_type(
        value, name, f"of type {kind if inner else kind.__name__}", *kinds, *([int] if float in kinds else [])
    )


def _of_type(value: Any, name: str, what: str, *types: type[Value]) -> Value:
    # Compare types exactly, because bool is a subclass of int.
    if type(value) not in types:
        raise VoloError(f"{name} must be {what}")
    return value  # type: ignore[no-any-return]
