"""How a game ended, as a value and as a number in arrays of results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from volo.color import Color

__all__ = ["DRAW", "ONGOING", "TRUNCATED", "Outcome", "Reason"]

Reason = Literal["flock", "passes", "stuck"]

# In arrays of results, a winner is the number of a color or one of these.
DRAW: Final = -1
TRUNCATED: Final = -2
ONGOING: Final = -3


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game that is over.

    Attributes:
        winner: the winner, or None for a draw.
        reason: ``"flock"``: all birds of the winner form one flock [R17] [R18];
            ``"passes"``: two passes in a row, a draw [R14];
            ``"stuck"``: neither player can go on, and the last to add or fly wins [R14b].
    """

    winner: Color | None
    reason: Reason
