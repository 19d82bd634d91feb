"""Messages from the script of a board."""

from __future__ import annotations

from typing import NamedTuple

from volo._support.members import integer_of, object_of, text_of
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
    message = object_of(content, "the message")
    if message.get("type") != "move":
        raise VoloError("unknown message; expected one of the type 'move'")
    return Request(text_of(message.get("move"), "move", _LONGEST), integer_of(message.get("ply"), "ply"))
