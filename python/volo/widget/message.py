"""Messages from the script of a board."""

from __future__ import annotations

from typing import NamedTuple

from volo.errors import VoloError

__all__ = ["Request", "request_from"]

# The longest move has 16 characters. People may type others.
_LONGEST = 200


class Request(NamedTuple):
    """A request of a person for a move.

    Attributes:
        move: the move as text.
        ply: the number of moves in the game when the person saw it.
    """

    move: str
    ply: int


def request_from(content: object) -> Request:
    """Read a message. It may come from any script of the page, so it may be anything.

    Raises:
        VoloError: it does not ask for a move.

    >>> request_from({"type": "move", "move": "c5", "ply": 0})
    Request(move='c5', ply=0)
    """
    if not isinstance(content, dict) or content.get("type") != "move":
        raise VoloError("unknown message; expected one of the type 'move'")
    move, ply = content.get("move"), content.get("ply")
    if not isinstance(move, str) or not isinstance(ply, int) or isinstance(ply, bool):
        raise VoloError("malformed message; expected a move as text and a ply as an integer")
    if len(move) > _LONGEST:
        raise VoloError(f"a move has at most {_LONGEST} characters, not {len(move):,}")
    return Request(move, ply)
