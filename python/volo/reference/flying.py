"""Flying a line of birds.

- [R9] A single bird, or any unbroken straight line of two or more friendly birds, moves one or more steps in one of the
  six directions. The line is a whole flock or a part of one.
- [R10] At every step, each space that the line covers is in the sky. It is vacant, or it was one of the line's own
  spaces before the flight. So no bird is ever jumped.
- [R11] After the flight, all birds of the flock that had the line are in one flock.
- [R12] That flock is larger than the flock before the flight.

So a flight always joins another friendly flock and never splits its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from volo.reference.scene import Refusal, Scene
from volo.reference.sky import AXES, DIRECTIONS, Space, Spaces

__all__ = ["Flight", "possible_flights", "why_no_flight"]


class Flight(NamedTuple):
    """A flight of one bird or of a straight line of birds, in one direction.

    Attributes:
        line: the spaces of the birds before the flight, in board order.
        direction: one of the six directions.
        distance: the number of steps, at least 1.
        landing: the spaces of the same birds after the flight.
    """

    line: tuple[Space, ...]
    direction: str
    distance: int
    landing: tuple[Space, ...]


def possible_flights(scene: Scene) -> Iterator[Flight]:
    """Yield every legal flight of the mover [R9] [R10] [R11] [R12]."""
    for flock in scene.flocks:
        # A flight that does not end beside another flock cannot enlarge its own [R12]. Skipping it saves time.
        near_others = {near for bird in scene.mine - flock for near in scene.sky.neighbours[bird]}
        for line in _lines(scene, flock):
            for direction in DIRECTIONS:
                for distance, landing in enumerate(_steps(scene, line, direction), start=1):
                    if near_others.isdisjoint(landing):
                        continue
                    if _why_no_landing(scene, flock, line, landing) is None:
                        yield Flight(line, direction, distance, landing)


def why_no_flight(scene: Scene, names: Sequence[str], direction: str, distance: int) -> Flight | Refusal:
    """Return the flight of a line, or the first ruling that forbids it.

    Args:
        scene: the sky as the mover sees it.
        names: the names of the line's spaces, in board order, including missing spaces between the ends.
        direction: one of the six directions.
        distance: the number of steps, at least 1.
    """
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
