"""The two players, and the regions of a player."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias
from warnings import warn

from volo.errors import VoloError

if TYPE_CHECKING:
    from numpy.typing import NDArray
else:
    NDArray = Any


class Color(Enum):
    """A player, and the color of that player's birds. Orange moves first [R5].

    Where a function takes a player, the name or the number of the player means the same, such as ``"blue"`` or 1. Only
    the number of an orientation means degrees. A color equals its number, has the hash of it, and can be an index.
    NumPy converts it to the number. It is not an ``int``, because ``json`` and other libraries would write it as one.
    In JSON it is its name, which is also its ``value``; see :func:`volo.to_json`.

    It never equals its name, because it has the hash of its number: ``color == "blue"`` is false and gives a
    ``RuntimeWarning``. Write ``color is volo.BLUE`` or ``str(color) == "blue"``.

    >>> Color.BLUE == 1, ["o", "b"][Color.BLUE], str(Color.BLUE) == "blue"
    (True, 'b', True)
    """

    ORANGE = "orange"
    """The player who moves first."""

    BLUE = "blue"
    """The player who moves second."""

    @property
    def other(self) -> Color:
        """The opponent."""
        return Color.BLUE if self is Color.ORANGE else Color.ORANGE

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Color):
            return self is other
        if isinstance(other, int):
            return self.__index__() == other
        # A set or a dictionary compares only what has the same hash, so this costs it nothing.
        if isinstance(other, str) and other in _NAMES:
            warn("a Color never equals a text: compare str(color), or volo.ORANGE", RuntimeWarning, stacklevel=2)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __index__(self) -> int:
        return int(self._value_ == "blue")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        return np.array(self.__index__(), np.int8 if dtype is None else dtype)

    def __repr__(self) -> str:
        return f"Color.{self.name}"

    def __str__(self) -> str:
        return str(self._value_)

    @classmethod
    def _missing_(cls, value: object) -> Color | None:
        # So `Color(1)` is `Color.BLUE`.
        return next((each for each in cls if each == value), None)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        from pydantic_core import core_schema as schema

        names = schema.literal_schema([*_NAMES])
        return value_schema(cls, schema.no_info_after_validator_function(as_color, names), names, str)


def value_schema(kind: type, read: Any, written: Any, write: Callable[[Any], Any]) -> Any:
    """Return the schema by which pydantic reads and writes a class of volo. Python code may give an instance."""
    from pydantic_core import core_schema as schema

    return schema.json_or_python_schema(
        json_schema=read,
        python_schema=schema.no_info_wrap_validator_function(
            lambda value, handler: value if isinstance(value, kind) else handler(value),
            read,
            serialization=schema.simple_ser_schema("any"),
        ),
        serialization=schema.plain_serializer_function_ser_schema(write, return_schema=written, when_used="json"),
    )


ORANGE = Color.ORANGE
"""``Color.ORANGE``, the player who moves first."""

BLUE = Color.BLUE
"""``Color.BLUE``, the player who moves second."""


ColorLike: TypeAlias = Color | int | Literal["orange", "blue"]
"""A player as an argument: a :class:`Color`, its number or its name. So an argument can be read from JSON."""


def as_color(player: object) -> Color:
    """Return the player that an argument means."""
    if isinstance(player, Color):
        return player
    if isinstance(player, str):
        if player not in _NAMES:
            raise VoloError(f"unknown player {player[:40]!r}; expected orange or blue")
        return _NAMES[player]
    if isinstance(player, bool) or not isinstance(player, SupportsIndex):
        raise TypeError(f"a player must be a Color, orange, blue, 0 or 1, not {type(player).__name__}")
    number = index(player)
    if number not in (0, 1):
        raise VoloError("the number of a player must be 0 (Orange) or 1 (Blue)")
    return Color.BLUE if number else Color.ORANGE


_NAMES = {str(color): color for color in Color}


class Region(NamedTuple):
    """Spaces that are connected by open paths of one player, with at least one bird of that player [R15].

    Attributes:
        birds: the spaces with birds of the player, in board order (lowest row first, left to right).
        vacant: the vacant spaces, in board order.
    """

    birds: tuple[str, ...]
    vacant: tuple[str, ...]
