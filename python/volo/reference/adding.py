"""Adding a bird.

The player puts one bird from the hand on a vacant space that touches no friendly bird [R6]. An open path must lead from
this space to some friendly bird [R7]. A player whose birds are all in the sky cannot add [R8].
"""

from __future__ import annotations

from volo.reference.region import open_paths
from volo.reference.scene import Refusal, Scene
from volo.reference.sky import Space

__all__ = ["possible_adds", "why_no_add"]


def possible_adds(scene: Scene) -> list[Space]:
    """Return every space where the mover may add a bird, in board order [R6] [R7] [R8]."""
    if scene.in_hand == 0:  # [R8]
        return []
    reachable = open_paths(scene.sky, scene.mine, scene.theirs)  # [R7]
    return [
        space
        for space in scene.sky.spaces
        if space in reachable and space not in scene.mine and not scene.touches_friend(space)  # [R6]
    ]


def why_no_add(scene: Scene, space: Space) -> Refusal | None:
    """Return the first ruling that forbids the mover to add a bird on a space, or None if the add is legal."""
    if space in scene.occupied:
        return Refusal("R6", "the space is occupied")
    if scene.touches_friend(space):
        friend = min(scene.mine & scene.sky.neighbours[space])
        return Refusal("R6", f"touches the friendly bird at {scene.sky.names[friend]}")
    if space not in open_paths(scene.sky, scene.mine, scene.theirs):
        return Refusal("R7", "no open path leads to a friendly bird")
    if scene.in_hand == 0:
        return Refusal("R8", "no bird is left in the hand")
    return None
