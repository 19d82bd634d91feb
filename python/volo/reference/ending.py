"""How a game ends.

- [R17] The mover wins if all of the mover's birds now form one flock, of any size, even of one bird.
- [R18] Otherwise, the opponent wins if the opponent's birds form one flock.
- [R14] Two passes in a row end the game as a draw.
- [R14b] If the rule set has ``last-mover-wins``, this holds instead of [R14]: the game ends if a pass is answered by a
  pass, or if a forced pass leaves the other player without any add or flight. The player who added or flew last wins.
"""

from __future__ import annotations

from volo.color import Color
from volo.outcome import Outcome
from volo.reference.passing import is_stuck
from volo.reference.rules import Stuck
from volo.reference.scene import Scene

__all__ = ["form_one_flock", "outcome"]


def form_one_flock(scene: Scene) -> bool:
    """Return whether all birds of the mover form one flock, of any size, even of one bird [R17]."""
    return len(scene.flocks) == 1


def outcome(color: Color, scene: Scene, before: Scene, passes: int, stuck: Stuck) -> Outcome | None:
    """Return how the game has ended, or None if it has not.

    Args:
        color: the player to move.
        scene: the sky as the player to move sees it.
        before: the sky as the player who just moved sees it.
        passes: the number of passes just made in a row.
        stuck: the end rule of the rule set.
    """
    # The player who just moved is checked first. If both players have one flock, that player wins [R17].
    if form_one_flock(before):
        return Outcome(color.other, "flock")
    if form_one_flock(scene):  # [R18]
        return Outcome(color, "flock")
    if stuck == "draw":
        return Outcome(None, "passes") if passes == 2 else None  # [R14]
    # The player to move passed first, so the other player added or flew last [R14b].
    if passes == 2:
        return Outcome(color.other, "stuck")
    # A forced pass has left the player to move stuck. That player added or flew last [R14b].
    if passes == 1 and is_stuck(before) and is_stuck(scene):
        return Outcome(color, "stuck")
    return None
