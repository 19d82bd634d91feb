"""The faults that a check of a JSON record finds, and typed access to the members of its objects."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from volo._support.checks import object_of
from volo.errors import RecordError, VoloError
from volo.records.json.document import Document
from volo.records.json.parser import Path, spans

__all__ = ["Fault", "Faults", "Members"]

Value = TypeVar("Value")

_MAX_FAULTS = 100


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one value in a JSON document.

    Attributes:
        problem: what is wrong and what was expected.
        path: the path of the value.
        key: whether the key of the value is wrong, rather than the value.
        missing: whether a member of the value is missing, so that there is no text to quote.
        ply: the number of the move that is concerned, from 1; or None.
        fen: the position before that move, or None.
        cause: the exception that reported the fault, or None.
    """

    problem: str
    path: Path
    key: bool = False
    missing: bool = False
    ply: int | None = None
    fen: str | None = None
    cause: Exception | None = None


class Faults(list[Fault]):
    """The first 100 faults of one game."""

    def add(self, fault: Fault) -> None:
        """Append a fault. Faults after the hundredth are dropped."""
        if len(self) < _MAX_FAULTS:
            self.append(fault)

    def raise_in(self, document: Document) -> None:
        """Raise the faults as errors about the values of a document, if there are any.

        Raises:
            RecordError: the first fault; the others are in its attribute ``also``.
        """
        if not self:
            return
        text = document.data.decode()
        wanted = {(fault.path, fault.key) for fault in self}
        inside = {path[:length] for path, _ in wanted for length in range(len(path))}
        found = {(path, key): place for path, key, *place in spans(text, inside) if (path, key) in wanted}

        def error(fault: Fault, *also: RecordError) -> RecordError:
            start, end = found[fault.path, fault.key]
            quote = "" if fault.missing else text[start:end]
            error = document.error(fault.problem, quote, text[:start].encode(), fault.path, fault.ply, fault.fen, also)
            error.__cause__ = fault.cause
            return error

        first, *others = self
        raise error(first, *map(error, others)) from first.cause


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

    >>> from volo._support.checks import items_of, text_of
    >>> faults = Faults()
    >>> members = Members({"winner": "blue", "moves": 5}, (), faults, "a game")
    >>> members.read(text_of, "winner"), members.read(items_of, "moves"), [fault.problem for fault in faults]
    ('blue', None, ['moves must be an array'])
    """

    def __init__(
        self, value: object, path: Path, faults: Faults, name: str, known: Collection[str] | None = None
    ) -> None:
        self._path = path
        self._faults = faults
        self._name = name
        found = self.check(object_of, value, name)
        self._is_object = found is not None
        self.values: dict[str, Any] = found or {}
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

    def read(self, kind: Callable[[Any, str], Value], key: str, *, required: bool = False) -> Value | None:
        """Return a member of a type, or None. ``kind`` is one of the functions of ``volo._support.checks``."""
        value = self.member(key, required=required)
        return self.check(kind, value, key, key) if key in self.values else None

    def check(self, kind: Callable[[Any, str], Value], value: object, name: str, *steps: str | int) -> Value | None:
        """Return a value at a path within the object if it has a type, or add a fault and return None."""
        try:
            return kind(value, name)
        except VoloError as error:
            self._faults.add(Fault(str(error), (*self._path, *steps)))
            return None
