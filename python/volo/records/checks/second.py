"""A check of the games of a file besides that of the core, such as a check by the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from volo.game import Game
from volo.records.checks.faults import Fault, Faults
from volo.records.json.document import Document
from volo.records.json.parser import Path

__all__ = ["Check", "Disagreement", "refuse"]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why a check refuses a game.

    Attributes:
        problem: what is wrong.
        ply: the number of the wrong move, from 1; None if no single move is wrong.
        fen: the position in which it is wrong.
    """

    problem: str
    ply: int | None
    fen: str


Check: TypeAlias = Callable[[Game], Disagreement | None]
"""Checks a game that follows the rules of the core. It returns None if it accepts the game."""


def refuse(document: Document, found: Disagreement, path: Path) -> None:
    """Refuse a JSON text because of its value at ``path``.

    Raises:
        RecordError: always; it has the place of the value.
    """
    faults = Faults()
    faults.add(Fault(found.problem, path, ply=found.ply, fen=found.fen))
    faults.raise_in(document)
