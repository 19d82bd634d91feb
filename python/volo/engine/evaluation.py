"""Scores without a search."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from volo._volo import Position, Rules, _evaluate

__all__ = ["evaluate"]


def evaluate(positions: Iterable[Position | Rules | str]) -> NDArray[np.float64]:
    """Return the expected result of each position for its player to move, as the engine judges it without a search.

    It is a number from -1 (a loss) to 1 (a win), as :attr:`Score.expected`. If the game is over, it is the result. It
    does not see that a player can win at once, so it says more about positions in which neither player can. Takes about
    a microsecond for each position. The interpreter is released, and Ctrl-C stops it.

    Args:
        positions: the positions, at most 10,000,000. Each is a position or a rule set, or the text of either. The rules
            may differ.

    Raises:
        VoloError: there are too many positions.
        InvalidRulesError: a text is neither a rule set nor a position.
        TypeError: an argument has the wrong type.
        MemoryError: the positions do not fit into memory.

    >>> import volo
    >>> start = volo.Position("standard-4")
    >>> moves = start.legal_moves()
    >>> values = -volo.engine.evaluate(map(start.play, moves))  # after a move, the opponent is to move
    >>> values.shape, str(moves[values.argmax()])
    ((9,), 'e4')
    """
    return _evaluate(positions)
