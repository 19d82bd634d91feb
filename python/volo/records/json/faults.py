"""The faults that a check of a game found."""

from __future__ import annotations

from dataclasses import dataclass

from volo.records.json.spans import Path

__all__ = ["Fault", "Faults"]

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
