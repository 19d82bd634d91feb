"""The results of many random games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volo.tally import Tally

__all__ = ["Playouts"]


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """The results of :func:`volo.play_random`, column by column: a game is a row of the arrays.

    The arrays cannot be written to.

    Attributes:
        winner: 0 Orange, 1 Blue, -1 a draw, -2 truncated [R19].
        plies: the number of turns.
        orange_birds: Orange's birds in the end.
        blue_birds: Blue's birds in the end.
        adds: how many turns were adds,
        flights: flights,
        passes: and passes.
        clearings: how many flights made the opponent lose birds [R15].
        handed_over: whether the winner is the player who had not moved last [R18].
        reason: what ended the game: 0 one flock [R17] [R18], 1 two passes [R14], 2 nobody goes on [R14b], -1 the limit
            of plies [R19].
        legal_moves: the sum, over the plies, of the number of legal moves; None unless counted.
        moves: the codes of all moves of all games, one game after the other; None unless recorded.
        offsets: where each game begins in ``moves``, and where the last one ends; None unless recorded.
        tally: what all the games come to; None unless asked for.
    """

    winner: NDArray[np.int8]
    plies: NDArray[np.int32]
    orange_birds: NDArray[np.int16]
    blue_birds: NDArray[np.int16]
    adds: NDArray[np.int32]
    flights: NDArray[np.int32]
    passes: NDArray[np.int32]
    clearings: NDArray[np.int32]
    handed_over: NDArray[np.bool_]
    reason: NDArray[np.int8]
    legal_moves: NDArray[np.int64] | None = None
    moves: NDArray[np.uint32] | None = None
    offsets: NDArray[np.int64] | None = None
    tally: Tally | None = None

    def __len__(self) -> int:
        """The number of games."""
        return len(self.winner)
