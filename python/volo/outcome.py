"""How a game ended: the class ``Outcome``, and the numbers that arrays of results use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from volo.color import Color

Reason: TypeAlias = Literal["flock", "passes", "stuck"]
"""What ended a game by the rules; see :class:`Outcome`."""

# In arrays of results, the winner is the number of a color (0 Orange, 1 Blue) or one of these numbers.
DRAW: Final = -1
TRUNCATED: Final = -2


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game that is over.

    Attributes:
        winner: the winner, or None for a draw.
        reason: ``"flock"``: all birds of the winner form one flock [R17] [R18];
            ``"passes"``: two passes in a row, a draw [R14];
            ``"stuck"``: both players passed or are stuck, and the last player to add or fly wins [R14b].
    """

    winner: Color | None
    reason: Reason

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)
