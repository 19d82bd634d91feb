"""How a game ends [R14] [R14b] [R17] [R18]."""

from __future__ import annotations

from volo.color import Color
from volo.outcome import Outcome
from volo.reference.passing import is_stuck
from volo.reference.rules import Stuck
from volo.reference.turn import Turn

__all__ = ["form_one_flock", "outcome"]


def form_one_flock(turn: Turn) -> bool:
    """Whether all birds of the mover form one flock, of any size, even of one bird [R17]."""
    return len(turn.flocks) == 1


def outcome(color: Color, turn: Turn, before: Turn, passes: int, stuck: Stuck) -> Outcome | None:
    """How the game has ended, or None while it goes on.

    Args:
        color: the player to move.
        turn: what the player to move finds.
        before: what the player who just moved would find with another turn.
        passes: how many passes were just made in a row.
        stuck: what it means that neither player can go on.
    """
    # The player who just moved comes first: a winning flight wins, whatever it does to the opponent [R17].
    if form_one_flock(before):
        return Outcome(color.other, "flock")
    if form_one_flock(turn):  # [R18]
        return Outcome(color, "flock")
    if stuck == "draw":
        return Outcome(None, "passes") if passes == 2 else None  # [R14]
    # The first to pass is to move again: the other one added or flew last [R14b].
    if passes == 2:
        return Outcome(color.other, "stuck")
    # A forced pass leaves the player stuck who added or flew last [R14b].
    if passes == 1 and is_stuck(before) and is_stuck(turn):
        return Outcome(color, "stuck")
    return None
