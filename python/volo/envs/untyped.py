"""A base class for type checkers, in place of classes of libraries that have no types."""

from __future__ import annotations

from typing import Any

__all__ = ["Untyped"]


class Untyped:
    """A class whose members can have any type. It is only used while types are checked."""

    def __init__(self, *arguments: Any) -> None:
        """Accept all arguments."""

    def __getattr__(self, name: str) -> Any:
        """Declare that all members exist."""
        raise AttributeError(name)
