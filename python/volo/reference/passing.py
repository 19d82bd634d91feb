"""When one may pass [R13]."""

from __future__ import annotations

from volo.reference.adding import possible_adds
from volo.reference.flying import possible_flights
from volo.reference.region import open_paths
from volo.reference.rules import Passing
from volo.reference.turn import Refusal, Turn

__all__ = ["is_stuck", "why_no_pass"]


def why_no_pass(turn: Turn, passing: Passing) -> Refusal | None:
    """Why the mover must not pass; None where a pass is legal.

    With nothing to add and nowhere to fly, a pass is legal under every pass rule, and it is the only move.
    """
    adds = possible_adds(turn)
    if passing == "forced" and adds:
        return Refusal("R13", "a bird can be added")
    if passing != "own-regions" and _can_fly(turn):
        return Refusal("R13", "a flight is possible")
    theirs_too = open_paths(turn.sky, turn.theirs, turn.mine)
    for space in adds:
        if space in theirs_too:
            return Refusal("R13", f"a bird can be added at {turn.sky.names[space]}, within the opponent's reach")
    return None


def is_stuck(turn: Turn) -> bool:
    """Whether the mover can neither add nor fly."""
    return not possible_adds(turn) and not _can_fly(turn)


def _can_fly(turn: Turn) -> bool:
    return any(True for _ in possible_flights(turn))
