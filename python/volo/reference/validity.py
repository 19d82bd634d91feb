"""Checking positions that come from outside, such as positions read from text."""

from __future__ import annotations

from volo.color import Color
from volo.reference.notation import WrittenPosition
from volo.reference.region import regions
from volo.reference.scene import flocks
from volo.reference.sky import sky

__all__ = ["why_invalid"]


def why_invalid(position: WrittenPosition) -> list[str]:
    """Return every reason why a position is invalid. The list is empty for a valid position.

    A position is valid if each player has at least one bird, no player has more birds than the supply, and each
    player's birds are in one region. The last condition does not apply if some player's birds form one flock, because
    the game is then over. Every turn keeps each player's birds in one region [R15] [R16].
    """
    reasons = []
    space = sky(position.rules.edge)
    supply = position.rules.supply
    for color in Color:
        birds = position.birds[color]
        name = str(color).capitalize()
        if not birds:
            reasons.append(f"{name} has no bird in the sky")
        if supply is not None and len(birds) > supply:
            reasons.append(f"{name} has {len(birds)} birds in the sky, and the supply is {supply}")
    if all(len(flocks(space, position.birds[color])) != 1 for color in Color):
        for color in Color:
            count = len(regions(space, position.birds[color], position.birds[color.other]))
            if count > 1:
                reasons.append(f"{str(color).capitalize()}'s birds lie in {count} regions")
    return reasons
