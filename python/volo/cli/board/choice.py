"""How keys choose a move. A choice is a value: each function returns the next one, and draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from volo._volo import Move, Position
from volo.cli.board.grid import Grid

__all__ = [
    "START",
    "Choice",
    "Division",
    "Line",
    "Options",
    "Start",
    "Step",
    "back",
    "choose",
    "other_region",
    "targets",
]


@dataclass(frozen=True, slots=True)
class Start:
    """Nothing is chosen yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line is chosen.

    Attributes:
        first: the end that was chosen first.
        last: the end that was chosen last. It is the same for a single bird.
        spaces: the spaces of the line, in the order in which a move has them.
    """

    first: str
    last: str
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """A flight is chosen that divides the opponent, and the region to keep is still open [R15].

    Attributes:
        flights: the flights, one for each region that they keep.
        number: the index of the flight that the keys point at.
        before: the choice of the line that flies.
    """

    flights: tuple[Move, ...]
    number: int
    before: Line

    @property
    def flight(self) -> Move:
        """The flight that the keys point at."""
        return self.flights[self.number]


Choice: TypeAlias = Start | Line | Division

START = Start()


@dataclass(frozen=True, slots=True)
class Step:
    """The next choice.

    Attributes:
        choice: the choice.
        move: the text of the move that was chosen. It may be illegal.
        note: why the key chose nothing.
    """

    choice: Choice
    move: str | None = None
    note: str = ""


class Options:
    """The legal moves of a position, arranged for a choice among them."""

    def __init__(self, position: Position) -> None:
        self.grid: Grid = Grid(position.rules.edge)
        self.own: frozenset[str] = frozenset(position.birds(position.turn))
        self.adds: list[str] = []
        self.can_pass: bool = False
        self.flights: dict[tuple[str, ...], list[Move]] = {}
        for move in position.legal_moves():
            if move.kind == "fly":
                self.flights.setdefault(move.spaces, []).append(move)
            elif move.kind == "add":
                self.adds += move.spaces
            else:
                self.can_pass = True

    def ends(self, space: str) -> frozenset[str]:
        """The other ends of the lines that can fly and end at a space. A bird that flies alone is both ends."""
        lines = [(line[0], line[-1]) for line in self.flights]
        return frozenset(a if b == space else b for a, b in lines if space in (a, b))

    def landing(self, move: Move, space: str) -> str:
        """The space that a bird of the line reaches in a legal flight."""
        reached = self.grid.step(space, str(move.direction), move.distance)
        if reached is None:
            raise ValueError(f"the flight {move} leaves the sky")
        return reached

    def line(self, first: str, last: str) -> Line | None:
        """The unbroken line of friendly birds with these two ends. None if there is none."""
        way = self.grid.way(first, last)
        if way is None:
            return Line(first, last, (first,)) if first == last and first in self.own else None
        direction, distance = way
        spaces = [self.grid.step(first, direction, steps) for steps in range(distance + 1)]
        line = [space for space in spaces if space in self.own]
        if len(line) <= distance:
            return None
        # Moves name a line from its lower or left end.
        line.sort(key=lambda space: (self.grid.places[space].y, self.grid.places[space].x))
        return Line(first, last, tuple(line))


def choose(options: Options, choice: Choice, space: str) -> Step:
    """Take the space at the cursor, or the region that the keys point at."""
    if isinstance(choice, Division):
        return Step(START, str(choice.flight))
    if space in options.own:
        return _choose_bird(options, choice, space)
    if isinstance(choice, Start):
        return Step(START, space)
    flights = targets(options, choice).get(space, ())
    if len(flights) == 1:
        return Step(START, str(flights[0]))
    if flights:
        return Step(Division(flights, 0, choice))
    way = options.grid.way(choice.last, space)
    if way is None:
        return Step(choice, note=f"{space} is not on a straight line with {choice.last}")
    direction, _ = way
    end = options.grid.way(_anchor(options, choice, direction), space)
    line = choice.spaces[0] if len(choice.spaces) == 1 else f"{choice.spaces[0]}:{choice.spaces[-1]}"
    return Step(choice, f"{line}-{direction}{1 if end is None else end[1]}")


def back(choice: Choice) -> Choice:
    """Return to the choice before this one."""
    if isinstance(choice, Division):
        return choice.before
    if isinstance(choice, Line) and choice.first != choice.last:
        return Line(choice.first, choice.first, (choice.first,))
    return START


def other_region(choice: Division, steps: int) -> Division:
    """Point at the region that is some steps further."""
    return replace(choice, number=(choice.number + steps) % len(choice.flights))


def targets(options: Options, choice: Line) -> dict[str, tuple[Move, ...]]:
    """The spaces that choose a flight of the line, and the flights.

    In file, it is the space that the leading bird reaches. Side by side, it is the space that the bird reaches that was
    chosen last. So the flights of a space differ in nothing but the region that they keep.
    """
    found: dict[str, tuple[Move, ...]] = {}
    for move in options.flights.get(choice.spaces, ()):
        space = options.landing(move, _anchor(options, choice, str(move.direction)))
        found[space] = (*found.get(space, ()), move)
    return found


def _choose_bird(options: Options, choice: Start | Line, space: str) -> Step:
    """A friendly bird is the other end of a line with the bird chosen first, or else the first end of a new one."""
    line = None if isinstance(choice, Start) else options.line(choice.first, space)
    return Step(line or Line(space, space, (space,)))


def _anchor(options: Options, choice: Line, direction: str) -> str:
    """The bird of a line whose landing names a flight in a direction; see `targets`."""
    for first, last in ((choice.spaces[0], choice.spaces[-1]), (choice.spaces[-1], choice.spaces[0])):
        way = options.grid.way(first, last)
        if way is not None and way[0] == direction:
            return last
    return choice.last
