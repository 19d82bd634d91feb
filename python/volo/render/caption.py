"""One line about a position: whose turn it is, or how the game ended."""

from __future__ import annotations

from volo.render.drawable import Drawable

__all__ = ["caption"]

_ENDS = {"flock": "all birds in one flock", "passes": "two passes in a row", "stuck": "nobody can go on"}


def caption(position: Drawable) -> str:
    """Whose turn it is, or how the game ended, as a line without a full stop.

    >>> import volo
    >>> caption(volo.Position())
    'Orange to move'
    >>> caption(volo.Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4"))
    'Orange wins: all birds in one flock'
    """
    outcome = position.outcome()
    if outcome is not None:
        end = "Draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
        return f"{end}: {_ENDS[outcome.reason]}"
    turn = f"{position.turn.name.title()} to move"
    return f"{turn}, {position.turn.other.name.title()} has passed" if position.passes else turn
