"""A turn as text."""

from __future__ import annotations

from volo._volo import Decision

__all__ = ["board"]


def board(turn: Decision) -> str:
    """Return the board of a turn, followed by a line with the player to move, and another line for a chosen flight.

    Examples:
        >>> import volo
        >>> print(board(volo.Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")))
           g 1 b . 4
          f . . . . . 5
         e . . . . . o 6
        d 1 . . 4 . . 7
         c . o . . . o 6
          b . . . o b 5
           a 1 . . 4
        Orange to move
        Orange has chosen c2-E3
    """
    text = str(turn.position)
    return text if turn.chosen is None else f"{text}\n{str(turn.position.turn).title()} has chosen {turn.chosen}"
