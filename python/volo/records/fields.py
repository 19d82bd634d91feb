"""The members of a JSON object, each asked for by its name and its type."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from volo.records.document import Fault, Faults
from volo.records.json_text import Path

__all__ = ["Fields"]

Value = TypeVar("Value")


class Fields:
    """The members of an object. One that is missing, or of a wrong type, becomes a fault and reads as None.

    Args:
        value: the object; anything else is a fault, and has no members.
        path: where it stands.
        faults: where the faults go.
        name: what the object is, for the faults.
        known: the names that may stand in it; any may unless given.

    Attributes:
        values: the members.

    >>> faults = Faults()
    >>> fields = Fields({"winner": "blue", "moves": 5}, (), faults, "a game")
    >>> fields.text("winner"), fields.array("moves"), [fault.problem for fault in faults]
    ('blue', None, ['moves must be an array'])
    """

    def __init__(
        self, value: object, path: Path, faults: Faults, name: str, known: Collection[str] | None = None
    ) -> None:
        self.values: dict[str, Any] = value if isinstance(value, dict) else {}
        self._path = path
        self._faults = faults
        self._name = name
        self._is_object = isinstance(value, dict)
        if not self._is_object:
            faults.add(Fault(f"{name} must be an object", path))
        for key in self.values:
            if known is not None and key not in known:
                faults.add(Fault(f"{name} has nothing but {', '.join(known)}", (*path, key), key=True))

    def fault(self, key: str, problem: str, *, cause: Exception | None = None) -> None:
        """Something else is wrong with a member that is there."""
        self._faults.add(Fault(problem, (*self._path, key), cause=cause))

    def member(self, key: str, *, required: bool = False) -> Any:
        """A member of any type."""
        if required and self._is_object and key not in self.values:
            self._faults.add(Fault(f"{self._name} needs {key}", self._path, missing=True))
        return self.values.get(key)

    def text(self, key: str, *, required: bool = False) -> str | None:
        """A text."""
        return self._of_type(key, required, "a text", str)

    def array(self, key: str, *, required: bool = False) -> list[Any] | None:
        """An array."""
        return self._of_type(key, required, "an array", list)

    def whole_number(self, key: str, *, required: bool = False) -> int | None:
        """A whole number."""
        return self._of_type(key, required, "a whole number", int)

    def number(self, key: str) -> float | None:
        """A number."""
        return self._of_type(key, False, "a number", int, float)

    def boolean(self, key: str) -> bool | None:
        """True or false."""
        return self._of_type(key, False, "true or false", bool)

    def _of_type(self, key: str, required: bool, what: str, *types: type[Value]) -> Value | None:
        value: Value | None = self.member(key, required=required)
        # A bool is no number here, though Python has it for one.
        if key in self.values and type(value) not in types:
            self.fault(key, f"{key} must be {what}")
            return None
        return value
