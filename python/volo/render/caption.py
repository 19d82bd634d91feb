"""One line about a position: whose turn it is, or how the game ended."""

from __future__ import annotations

from volo.render.drawable import Drawable

__all__ = ["caption"]

_ENDS = {"flock": "all birds in one flock", "passes": "two passes in a row", "stuck": "nobody can go on"}


def caption(position: Drawable) -> str:
    """Whose turn it is, or how the game ended, and the rule set if it is not ``standard``: a line without a full stop.

    Together with the birds it says all that there is to say of a position.

    >>> import volo
    >>> caption(volo.Position("french-5"))
    'Orange to move, rules french-5'
    >>> caption(volo.Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4"))
    "Orange wins: all birds in one flock, after Orange's turn"
    """
    player, other = position.turn.name.title(), position.turn.other.name.title()
    outcome = position.outcome()
    if outcome is None:
        line = f"{player} to move" + (f", {other} has passed" if position.passes else "")
    else:
        end = "Draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
        last = (f"{other}'s turn", f"{other}'s pass", f"{player}'s pass and {other}'s")[position.passes]
        line = f"{end}: {_ENDS[outcome.reason]}, after {last}"
    rules = str(position.rules)
    return line if rules in {"standard", f"standard-{position.rules.edge}"} else f"{line}, rules {rules}"
