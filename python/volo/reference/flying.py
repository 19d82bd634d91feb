"""Letting birds fly [R9] [R10] [R11] [R12]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from volo.reference.sky import AXES, DIRECTIONS, Space, Spaces
from volo.reference.turn import Refusal, Turn

__all__ = ["Flight", "possible_flights", "why_no_flight"]


class Flight(NamedTuple):
    """A straight line of birds, perhaps only one, that flies some steps in one direction.

    Attributes:
        line: the spaces of the birds, in board order.
        direction: one of the six directions.
        distance: how many steps, at least one.
        landing: the spaces where the birds of the line come to rest.
    """

    line: tuple[Space, ...]
    direction: str
    distance: int
    landing: tuple[Space, ...]


def possible_flights(turn: Turn) -> Iterator[Flight]:
    """Every flight of the mover."""
    for flock in turn.flocks:
        # A flight that ends beside no other flock makes none larger [R12]: there is no need to look closer.
        near_others = {near for bird in turn.mine - flock for near in turn.sky.neighbours[bird]}
        for line in _lines(turn, flock):
            for direction in DIRECTIONS:
                for distance, landing in enumerate(_steps(turn, line, direction), start=1):
                    if near_others.isdisjoint(landing):
                        continue
                    if _why_no_landing(turn, flock, line, landing) is None:
                        yield Flight(line, direction, distance, landing)


def why_no_flight(turn: Turn, names: Sequence[str], direction: str, distance: int) -> Flight | Refusal:
    """The flight of the line with these names, or else the first ruling that forbids it."""
    line = []
    for name in names:
        space = turn.sky.named.get(name)  # None for a missing space, which may well lie between two others
        if space is None or space not in turn.mine:
            return Refusal("R9", f"no bird of the player to move is at {name}")
        line.append(space)
    landings = list(islice(_steps(turn, tuple(line), direction), distance))
    if len(landings) < distance:
        return Refusal("R10", f"the way is blocked at step {len(landings) + 1}")
    flight = Flight(tuple(line), direction, distance, landings[-1])
    flock = next(flock for flock in turn.flocks if line[0] in flock)
    return _why_no_landing(turn, flock, flight.line, flight.landing) or flight


def _lines(turn: Turn, flock: Spaces) -> Iterator[tuple[Space, ...]]:
    """Every unbroken straight line of birds of the flock; each single bird once [R9]."""
    for bird in sorted(flock):
        yield (bird,)
        for axis in AXES:
            line = [bird]
            following = turn.sky.step[axis].get(bird)
            while following is not None and following in flock:
                line.append(following)
                yield tuple(line)
                following = turn.sky.step[axis].get(following)


def _steps(turn: Turn, line: tuple[Space, ...], direction: str) -> Iterator[tuple[Space, ...]]:
    """Where the line is after one step, two steps and so on, as long as its way is free [R10].

    A space is free for the line if it is vacant, or was one of the line's own before the flight.
    """
    step = turn.sky.step[direction]
    places = line
    while True:
        reached = []
        for place in places:
            following = step.get(place)
            if following is None or (following in turn.occupied and following not in line):
                return
            reached.append(following)
        places = tuple(reached)
        yield places


def _why_no_landing(turn: Turn, flock: Spaces, line: tuple[Space, ...], landing: tuple[Space, ...]) -> Refusal | None:
    """Why this line of the flock must not come to rest here; None where it may."""
    afterwards = turn.mine.difference(line).union(landing)
    members = flock.difference(line).union(landing)
    joined = turn.sky.connected(landing[0], afterwards)
    if not members <= joined:
        return Refusal("R11", "the flight splits its flock")
    if len(joined) <= len(flock):
        return Refusal("R12", "the flight does not enlarge its flock")
    return None
