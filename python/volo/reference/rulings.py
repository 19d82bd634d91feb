"""The rulings on moves and ends, R6 to R18, in their order.

The mover is the player to move. All functions see the sky as the mover does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from volo.color import Color
from volo.outcome import Outcome
from volo.reference.rules import Passing, Stuck
from volo.reference.sky import AXES, DIRECTIONS, Sky, Space, Spaces


class Refusal(NamedTuple):
    """Why a move is illegal: the first ruling that it breaks, such as ``"R6"``, and the reason in words."""

    ruling: str
    reason: str


@dataclass(frozen=True)
class Scene:
    """The birds of both players, and the number in the hand of one (the mover), None for an unlimited supply."""

    sky: Sky
    mine: Spaces
    theirs: Spaces
    in_hand: int | None

    @cached_property
    def occupied(self) -> Spaces:
        """The spaces with a bird of either player."""
        return self.mine | self.theirs

    @cached_property
    def flocks(self) -> list[Spaces]:
        """The mover's flocks, in the board order of their first spaces."""
        return flocks(self.sky, self.mine)

    def touches_friend(self, space: Space) -> bool:
        """Return whether a bird of the mover is on a neighboring space."""
        return not self.mine.isdisjoint(self.sky.neighbors[space])


def flocks(sky: Sky, birds: Spaces) -> list[Spaces]:
    """Return the flocks of one player's birds, in the board order of their first spaces.

    Two birds of the same player on neighboring spaces touch. Birds that touch are in the same flock.
    """
    return _joined(sky, birds, birds)


# Open paths [R7] and regions [R15].
#
# An open path for a player runs over neighboring spaces that are vacant or have that player's birds. The opponent's
# birds and the missing spaces block it. A region of a player is a set of spaces that are joined by open paths and have
# at least one of the player's birds.
#
# After a flight that does not win, the opponent's birds may be in two or more regions. Then the mover chooses one
# region to keep, and the opponent's birds in all other regions return to the opponent's hand [R15].


def open_paths(sky: Sky, birds: Spaces, others: Spaces) -> set[Space]:
    """Return the spaces from which an open path leads to one of a player's birds [R7], including those of the birds."""
    reached: set[Space] = set()
    for region in regions(sky, birds, others):
        reached |= region
    return reached


def regions(sky: Sky, birds: Spaces, others: Spaces) -> list[Spaces]:
    """Return a player's regions [R15], vacant spaces and birds together, in the board order of their first spaces."""
    return sorted(_joined(sky, birds, frozenset(sky.spaces) - others), key=min)


def _joined(sky: Sky, birds: Spaces, within: Spaces) -> list[Spaces]:
    """Return the sets of spaces that are joined with a bird by steps that do not leave ``within``."""
    found: list[Spaces] = []
    rest = set(birds)
    while rest:
        joined = sky.connected(min(rest), within)
        rest -= joined
        found.append(joined)
    return found


def region_of(space: Space, among: list[Spaces]) -> Spaces | None:
    """Return the region that contains a space, or None if no region does."""
    for region in among:
        if space in region:
            return region
    return None


# Adding a bird.
#
# The player puts one bird from the hand on a vacant space that touches no friendly bird [R6]. An open path must lead
# from this space to some friendly bird [R7]. A player whose birds are all in the sky cannot add [R8].


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
        friend = min(scene.mine & scene.sky.neighbors[space])
        return Refusal("R6", f"touches the friendly bird at {scene.sky.names[friend]}")
    if space not in open_paths(scene.sky, scene.mine, scene.theirs):
        return Refusal("R7", "no open path leads to a friendly bird")
    if scene.in_hand == 0:
        return Refusal("R8", "no bird is left in the hand")
    return None


# Flying a line of birds.
#
# - [R9] A single bird, or any unbroken straight line of two or more friendly birds, moves one or more steps in one of
#   the six directions. The line is a whole flock or a part of one.
# - [R10] At every step, each space that the line covers is in the sky. It is vacant, or it was one of the line's own
#   spaces before the flight. So no bird is ever jumped.
# - [R11] After the flight, all birds of the flock that had the line are in one flock.
# - [R12] That flock is larger than the flock before the flight.
#
# So a flight always joins another friendly flock and never splits its own.


class Flight(NamedTuple):
    """A flight of one bird or of a straight line of birds, in one direction, in the order of the board."""

    line: tuple[Space, ...]
    direction: str
    distance: int
    landing: tuple[Space, ...]


def possible_flights(scene: Scene) -> Iterator[Flight]:
    """Yield every legal flight of the mover [R9] [R10] [R11] [R12]."""
    for flock in scene.flocks:
        for line in _lines(scene, flock):
            for direction in DIRECTIONS:
                for distance, landing in enumerate(_steps(scene, line, direction), start=1):
                    if _why_no_landing(scene, flock, line, landing) is None:
                        yield Flight(line, direction, distance, landing)


def why_no_flight(scene: Scene, names: Sequence[str], direction: str, distance: int) -> Flight | Refusal:
    """Return the flight of a line, or the first ruling that forbids it. Missing spaces in the line are named too."""
    line = []
    for name in names:
        space = scene.sky.named.get(name)  # None for a missing space
        if space is None or space not in scene.mine:
            return Refusal("R9", f"no bird of the player to move is at {name}")
        line.append(space)
    landings = list(islice(_steps(scene, tuple(line), direction), distance))
    if len(landings) < distance:
        return Refusal("R10", f"the way is blocked at step {len(landings) + 1}")
    flight = Flight(tuple(line), direction, distance, landings[-1])
    flock = next(flock for flock in scene.flocks if line[0] in flock)
    return _why_no_landing(scene, flock, flight.line, flight.landing) or flight


def _lines(scene: Scene, flock: Spaces) -> Iterator[tuple[Space, ...]]:
    """Yield every unbroken straight line of birds of the flock [R9]. A single bird is yielded once."""
    for bird in sorted(flock):
        yield (bird,)
        for axis in AXES:
            line = [bird]
            following = scene.sky.step[axis].get(bird)
            while following is not None and following in flock:
                line.append(following)
                yield tuple(line)
                following = scene.sky.step[axis].get(following)


def _steps(scene: Scene, line: tuple[Space, ...], direction: str) -> Iterator[tuple[Space, ...]]:
    """Yield the spaces of the line after one step, two steps and so on, until a step is blocked [R10].

    A space blocks the line if it is missing, or if it is occupied and was not one of the line's own spaces before the
    flight.
    """
    step = scene.sky.step[direction]
    places = line
    while True:
        reached = []
        for place in places:
            following = step.get(place)
            if following is None or (following in scene.occupied and following not in line):
                return
            reached.append(following)
        places = tuple(reached)
        yield places


def _why_no_landing(scene: Scene, flock: Spaces, line: tuple[Space, ...], landing: tuple[Space, ...]) -> Refusal | None:
    """Return why the line of the flock may not end its flight on these spaces, or None if it may [R11] [R12]."""
    afterwards = scene.mine.difference(line).union(landing)
    members = flock.difference(line).union(landing)
    joined = scene.sky.connected(landing[0], afterwards)
    if not members <= joined:
        return Refusal("R11", "the flight splits its flock")
    if len(joined) <= len(flock):
        return Refusal("R12", "the flight does not enlarge its flock")
    return None


# Passing [R13].
#
# Each pass rule has conditions that all must hold. A player who can neither add nor fly may pass under every pass rule.
# The pass is then the only move (a forced pass).


def _why_adds(scene: Scene) -> Refusal | None:
    return Refusal("R13", "a bird can be added") if possible_adds(scene) else None


def _why_flights(scene: Scene) -> Refusal | None:
    return Refusal("R13", "a flight is possible") if _can_fly(scene) else None


def _why_reachable_adds(scene: Scene) -> Refusal | None:
    # An add is in a region of the mover's own if no open path of the opponent leads from it to an opponent's bird.
    reachable_by_opponent = open_paths(scene.sky, scene.theirs, scene.mine)
    for space in possible_adds(scene):
        if space in reachable_by_opponent:
            return Refusal("R13", f"a bird can be added at {scene.sky.names[space]}, within the opponent's reach")
    return None


_CONDITIONS: Final[dict[Passing, tuple[Callable[[Scene], Refusal | None], ...]]] = {
    "standard": (_why_flights, _why_reachable_adds),
    "forced": (_why_adds, _why_flights),
    "own-regions": (_why_reachable_adds,),
    "no-flight": (_why_flights,),
}


def why_no_pass(scene: Scene, passing: Passing) -> Refusal | None:
    """Return why the mover may not pass, or None if a pass is legal [R13]."""
    refusals = (condition(scene) for condition in _CONDITIONS[passing])
    return next(filter(None, refusals), None)


def is_stuck(scene: Scene) -> bool:
    """Return whether the mover can neither add nor fly."""
    return not possible_adds(scene) and not _can_fly(scene)


def _can_fly(scene: Scene) -> bool:
    return any(True for _ in possible_flights(scene))


# How a game ends.
#
# - [R17] The mover wins if all of the mover's birds now form one flock, of any size, even of one bird.
# - [R18] Otherwise, the opponent wins if the opponent's birds form one flock.
# - [R14] Two passes in a row end the game as a draw.
# - [R14b] If the rule set has ``last-mover-wins``, this holds instead of [R14]: the game ends if a pass is answered by
#   a pass, or if a forced pass leaves the other player without any add or flight. The player who added or flew last
#   wins.


def form_one_flock(scene: Scene) -> bool:
    """Return whether all birds of the mover form one flock, of any size, even of one bird [R17]."""
    return len(scene.flocks) == 1


def outcome(color: Color, scene: Scene, before: Scene, passes: int, stuck: Stuck) -> Outcome | None:
    """Return how the game has ended, or None if it has not.

    ``scene`` is the sky as the player to move sees it, and ``before`` as the player who just moved does.
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
