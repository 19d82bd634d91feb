"""The types in signatures that are not classes, for annotations in other programs.

>>> from volo.typing import ColorLike, PositionLike
>>> def birds_in_hand(position: PositionLike, player: ColorLike) -> int | None:
...     return volo.Position(position).in_hand(player)
>>> birds_in_hand("standard-4", "blue")
57
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from volo._volo import Symmetry
from volo.color import ColorLike
from volo.engine.match.players import MoveFunction
from volo.engine.search import Searchable
from volo.engine.solver import Value
from volo.game import PositionLike
from volo.outcome import Reason
from volo.player import GamePolicies, Policy
from volo.records.files.input import Source
from volo.records.files.output import Target
from volo.reference.rules import Passing, Stuck
from volo.tally import Counts

__all__ = [
    "ColorLike",
    "Counts",
    "Direction",
    "GamePolicies",
    "MoveFunction",
    "MoveKind",
    "Passing",
    "Policy",
    "PositionLike",
    "Reason",
    "Searchable",
    "Source",
    "Stuck",
    "SymmetryLike",
    "Target",
    "Value",
]

MoveKind: TypeAlias = Literal["add", "fly", "pass"]
"""The kind of a :class:`volo.Move`."""

Direction: TypeAlias = Literal["E", "SE", "SW", "W", "NW", "NE"]
"""The direction of a flight."""

SymmetryLike: TypeAlias = Symmetry | str
"""A symmetry as an argument: a :class:`volo.Symmetry` or its name."""
