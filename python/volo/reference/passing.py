"""Passing [R13].

Under the standard pass rule, a pass is legal only if no flight is possible and every possible add is in a region of the
mover's own. This means: for the opponent, no open path leads from that vacant space to any opponent's bird. The other
pass rules differ:

- ``forced``: a pass is legal only if neither a flight nor an add is possible.
- ``own-regions``: as the standard rule, but a pass is legal even if a flight is possible.
- ``no-flight``: a pass is legal if no flight is possible, wherever a bird can be added.

A player who can neither add nor fly may pass under every pass rule. The pass is then the only move (a forced pass).
"""

from __future__ import annotations

from volo.reference.adding import possible_adds
from volo.reference.flying import possible_flights
from volo.reference.region import open_paths
from volo.reference.rules import Passing
from volo.reference.scene import Refusal, Scene

__all__ = ["is_stuck", "why_no_pass"]


def why_no_pass(scene: Scene, passing: Passing) -> Refusal | None:
    """Return why the mover may not pass, or None if a pass is legal [R13]."""
    adds = possible_adds(scene)
    if passing == "forced" and adds:
        return Refusal("R13", "a bird can be added")
    if passing != "own-regions" and _can_fly(scene):
        return Refusal("R13", "a flight is possible")
    if passing == "no-flight":
        return None
    reachable_by_opponent = open_paths(scene.sky, scene.theirs, scene.mine)
    for space in adds:
        if space in reachable_by_opponent:
            return Refusal("R13", f"a bird can be added at {scene.sky.names[space]}, within the opponent's reach")
    return None


def is_stuck(scene: Scene) -> bool:
    """Return whether the mover can neither add nor fly."""
    return not possible_adds(scene) and not _can_fly(scene)


def _can_fly(scene: Scene) -> bool:
    return any(True for _ in possible_flights(scene))
