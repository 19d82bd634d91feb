"""The results of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from volo._volo import Move, Score

__all__ = ["Info", "InfoFields", "PlayResult"]

InfoFields: TypeAlias = tuple[Score, tuple[Move, ...], int, int, float, int]
"""The fields of an :class:`Info`."""


@dataclass(frozen=True, slots=True)
class Info:
    """The result of a search for one of the best moves.

    Attributes:
        score: the score for the player to move.
        pv: the expected moves (the principal variation), beginning with the move. It is empty if the game is over.
        depth: the number of plies that the search looked ahead.
        nodes: the number of positions searched so far.
        time: the seconds since the search began.
        multipv: the rank of the move: 1 for the best.
    """

    score: Score
    pv: tuple[Move, ...]
    depth: int
    nodes: int
    time: float
    multipv: int = 1

    @property
    def nps(self) -> int:
        """The number of positions searched in a second; 0 if the search took no time.

        >>> from volo.engine import Score
        >>> Info(Score(0), (), depth=3, nodes=500, time=0.5).nps
        1000
        """
        return round(self.nodes / self.time) if self.time > 0 else 0


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move that an engine plays.

    Attributes:
        move: the move.
        ponder: the reply that the engine expects. None if it expects none.
        info: the result of the search for the move. None if another program did not report one.
    """

    move: Move
    ponder: Move | None
    info: Info | None
