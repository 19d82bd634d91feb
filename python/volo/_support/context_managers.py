"""A base class of objects that are closed at the end of a ``with`` statement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import TypeVar

__all__ = ["Closable"]

_Closable = TypeVar("_Closable", bound="Closable")


class Closable(ABC):
    """A context manager that calls its method ``close`` at the end."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Release the resources."""

    def __enter__(self: _Closable) -> _Closable:  # noqa: PYI019 - Self needs Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
