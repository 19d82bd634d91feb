"""Typed access to the members of a JSON object."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from volo.records.json.faults import Fault, Faults
from volo.records.json.spans import Path

__all__ = ["Members"]

Value = TypeVar("Value")


class Members:
    """The members of a JSON object. A missing or mistyped member is reported as a fault and read as None.

    Args:
        value: the object. Any other value is a fault and has no members.
        path: the path of the object in the document.
        faults: the list to which faults are added.
        name: the name of the object in faults.
        known: the names of the permitted members; by default any name is permitted.

    Attributes:
        values: the members by name.

    >>> faults = Faults()
    >>> members = Members({"winner": "blue", "moves": 5}, (), faults, "a game")
    >>> members.text("winner"), members.array("moves"), [fault.problem for fault in faults]
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
                problem = f"unknown member of {name}; expected one of {', '.join(known)}"
                faults.add(Fault(problem, (*path, key), key=True))

    def fault(self, key: str, problem: str, *, cause: Exception | None = None) -> None:
        """Add a fault about an existing member."""
        self._faults.add(Fault(problem, (*self._path, key), cause=cause))

    def member(self, key: str, *, required: bool = False) -> Any:
        """Return a member of any type, or None. If it is required and missing, add a fault."""
        if required and self._is_object and key not in self.values:
            self._faults.add(Fault(f"{self._name} must have the member {key}", self._path, missing=True))
        return self.values.get(key)

    def text(self, key: str, *, required: bool = False) -> str | None:
        """Return a member that is a string, or None."""
        return self._of_type(key, required, "a string", str)

    def array(self, key: str, *, required: bool = False) -> list[Any] | None:
        """Return a member that is an array, or None."""
        return self._of_type(key, required, "an array", list)

    def integer(self, key: str, *, required: bool = False) -> int | None:
        """Return a member that is an integer, or None."""
        return self._of_type(key, required, "an integer", int)

    def number(self, key: str) -> float | None:
        """Return a member that is a number, or None."""
        return self._of_type(key, False, "a number", int, float)

    def boolean(self, key: str) -> bool | None:
        """Return a member that is a boolean, or None."""
        return self._of_type(key, False, "a boolean", bool)

    def _of_type(self, key: str, required: bool, what: str, *types: type[Value]) -> Value | None:
        value: Value | None = self.member(key, required=required)
        # Compare types exactly, because bool is a subclass of int.
        if key in self.values and type(value) not in types:
            self.fault(key, f"{key} must be {what}")
            return None
        return value
