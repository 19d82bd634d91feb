"""Reading and writing moves and positions as text, and checking positions that come from outside.

The text of a move is `c5`, `b2-NE3`, `f3-SE2/a2` or `pass`, for example. The text of a position is
`2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4`, for example. White space at the ends of a text is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from volo.color import BLUE, ORANGE, Color
from volo.errors import IllegalMoveError, NotationError
from volo.reference.rules import WHITE_SPACE, Rules
from volo.reference.rulings import flocks, regions
from volo.reference.sky import AXES, DIRECTIONS, Sky, Space, Spaces, sky

Kind = Literal["add", "fly", "pass"]

# The longest flight on the largest sky.
_LONGEST_FLIGHT: Final = 14


class WrittenMove(NamedTuple):
    """The parts of a move. `Move` describes them."""

    kind: Kind
    spaces: tuple[str, ...]
    direction: str | None
    distance: int
    keep: str | None


class WrittenPosition(NamedTuple):
    """The parts of a position, which may be invalid."""

    rules: Rules
    birds: tuple[Spaces, Spaces]
    turn: Color
    passes: int


def read_move(text: str, edge: int) -> WrittenMove:
    """Read a move. The result need not be legal in any position."""
    reader = _Reader(text, sky(edge))
    if reader.takes("pass"):
        if not reader.is_at_end():
            raise reader.error("expected nothing after pass")
        return WrittenMove("pass", (), None, 0, None)
    first = reader.space("a move: a space, a flight, or pass")
    if reader.is_at_end():
        return WrittenMove("add", (first,), None, 0, None)
    last = first
    if reader.takes(":"):
        second_end = reader.at
        last = reader.space("the other end of the line")
        if first == last:
            raise reader.error(f"a single bird has only one end: write {first}-", second_end)
        if reader.sky.named[last] < reader.sky.named[first]:
            raise reader.error(f"the lower or left end comes first: write {last}:{first}", second_end)
    if not reader.takes("-"):
        raise reader.error("expected - and a direction" if last != first else "expected : or - or the end")
    direction = reader.direction()
    distance = reader.number(1, _LONGEST_FLIGHT)
    keep = reader.space("a space of the kept region") if reader.takes("/") else None
    if not reader.is_at_end():
        raise reader.error("expected the end of the move" if keep else "expected / or the end of the move")
    line = _line(reader.sky, first, last)
    if not line:
        raise IllegalMoveError(text, "R9", f"{first} and {last} are not on one straight line")
    return WrittenMove("fly", line, direction, distance, keep)


def write_flight(line: tuple[str, ...], direction: str, distance: int, keep: str | None) -> str:
    """Write a flight."""
    ends = line[0] if len(line) == 1 else f"{line[0]}:{line[-1]}"
    return f"{ends}-{direction}{distance}" + (f"/{keep}" if keep else "")


def read_position(text: str) -> WrittenPosition:
    """Read a position: the rows from the top, the player to move, the number of passes just made, and the rule set."""
    end = len(text.rstrip(WHITE_SPACE))
    start = at = _start(text, end)
    read = []
    for part, expected in _PARTS:
        found = part.match(text, at, end)
        if found is None:
            raise NotationError(f"expected {expected}", text, at)
        if part is _ROWS and len(found[0]) > _MAX_ROWS_LENGTH:
            problem = f"expected rows of no more than {_MAX_ROWS_LENGTH} characters"
            raise NotationError(problem, text, at + _MAX_ROWS_LENGTH)
        read.append(found[0])
        at = found.end()
    # If the last field is too long for a rule set, Rules.parse raises an error, even if there are more fields.
    if at < end and len(read[-1]) <= _MAX_RULES_LENGTH:
        raise NotationError("expected the end after four fields", text, at)
    _, _, turn, _, passes, _, named = read
    # The rows come first, but their widths depend on the rule set.
    rules = Rules.parse(named)
    return WrittenPosition(rules, _read_rows(text, start, sky(rules.edge)), _COLORS[turn], int(passes))


def write_position(position: WrittenPosition) -> str:
    """Write a position."""
    letters = {space: letter for letter, color in _COLORS.items() for space in position.birds[color]}
    rows = []
    for row in _rows(sky(position.rules.edge)):
        written, vacant = "", 0
        for space in row:
            if space in letters:
                written += (str(vacant) if vacant else "") + letters[space]
                vacant = 0
            else:
                vacant += 1
        rows.append(written + (str(vacant) if vacant else ""))
    turn = "o" if position.turn is ORANGE else "b"
    return f"{'/'.join(rows)} {turn} {position.passes} {position.rules}"


_COLORS: Final = {"o": ORANGE, "b": BLUE}
_DIGITS: Final = frozenset("0123456789")

# The rows of the largest sky with a bird on each of its 162 spaces, and the 14 slashes between them.
_MAX_ROWS_LENGTH: Final = 176
_ROWS: Final = re.compile("[ob/0-9]+")

# No rule set has a longer text.
_MAX_RULES_LENGTH: Final = 80

# The parts of the text of a position, from left to right, and what an error says was expected.
_PARTS: Final = (
    (_ROWS, "the rows from the top: o, b, numbers of vacant spaces, / between the rows"),
    (re.compile(" "), "o, b, a number or / in the rows, or a blank after them"),
    (re.compile("[ob]"), "o or b, the turn"),
    (re.compile(" "), "a blank after the turn"),
    (re.compile("[012]"), "0, 1 or 2, the passes just made"),
    (re.compile(" "), "a blank after the passes"),
    (re.compile(rf"[^{WHITE_SPACE}]+|\Z"), "the rule set after one blank"),
)


class _Reader:
    """Reads a move from left to right."""

    def __init__(self, text: str, sky: Sky) -> None:
        self.text = text
        self.sky = sky
        self.end = len(text.rstrip(WHITE_SPACE))
        self.at = _start(text, self.end)

    def error(self, problem: str, at: int | None = None) -> NotationError:
        return NotationError(problem, self.text, self.at if at is None else at)

    def is_at_end(self) -> bool:
        return self.at == self.end

    def takes(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def digits(self, problem: str) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in _DIGITS:
            self.at += 1
        digits = self.text[start : self.at]
        if not digits:
            raise self.error(problem)
        if digits[0] == "0":
            raise self.error(f"{problem}, without a zero before it", start)
        return digits

    def space(self, what: str) -> str:
        start = self.at
        letter = self.text[start : start + 1]
        if not letter or letter not in "abcdefghijklmno":
            raise self.error(f"expected {what}")
        self.at += 1
        name = letter + self.digits("expected the number of a space")
        if name not in self.sky.named:
            raise self.error(f"no space of the sky of edge {self.sky.edge} has this name", start)
        return name

    def direction(self) -> str:
        for direction in sorted(DIRECTIONS, key=len, reverse=True):
            if self.takes(direction):
                return direction
        raise self.error(f"expected a direction, one of {', '.join(DIRECTIONS)}")

    def number(self, least: int, most: int) -> int:
        start = self.at
        digits = self.digits(f"expected a number of steps from {least} to {most}")
        if len(digits) > len(str(most)) or not least <= int(digits) <= most:
            raise self.error(f"expected a number of steps from {least} to {most}", start)
        return int(digits)


def _start(text: str, end: int) -> int:
    """Return the offset after the white space at the beginning of the text before `end`."""
    return end - len(text[:end].lstrip(WHITE_SPACE))


def _line(sky: Sky, first: str, last: str) -> tuple[str, ...]:
    """Return the names of all spaces of a straight line, including missing ones, or () if the line is not straight."""
    for axis in AXES:
        up, right = DIRECTIONS[axis]
        line = [sky.named[first]]
        for _ in range(2 * sky.edge):
            if line[-1] == sky.named[last]:
                return tuple(sky.name(space) for space in line)
            line.append((line[-1][0] + up, line[-1][1] + right))
    return ()


def _rows(sky: Sky) -> list[list[Space]]:
    """Return the spaces row by row, from the top, each row from the left."""
    heights = sorted({row for row, _ in sky.spaces}, reverse=True)
    return [[space for space in sky.spaces if space[0] == height] for height in heights]


def _read_rows(text: str, at: int, sky: Sky) -> tuple[Spaces, Spaces]:
    """Read the birds of Orange and of Blue from the first field of a position, which begins at an offset."""
    birds: tuple[set[Space], set[Space]] = (set(), set())
    rows = _rows(sky)
    for index, row in enumerate(rows):
        column = 0
        while text[at] not in "/ ":
            start = at
            letter = text[at]
            at += 1
            run = 1
            if letter in _DIGITS:
                while text[at] in _DIGITS:
                    at += 1
                if letter == "0":
                    raise NotationError("expected a number without a zero before it", text, start)
                # A number of three or more digits is too large for every row.
                run = int(text[start:at]) if at - start <= 2 else len(row) + 1
            if column + run > len(row):
                raise NotationError(f"expected no more than the {len(row)} spaces of this row", text, start)
            if letter in _COLORS:
                birds[_COLORS[letter]].add(row[column])
            column += run
        if column < len(row):
            raise NotationError(f"expected {len(row)} spaces in this row, not {column}", text, at)
        if index < len(rows) - 1:
            if text[at] != "/":
                raise NotationError(f"expected / and another row, of {len(rows)} rows", text, at)
            at += 1
    if text[at] != " ":
        raise NotationError(f"expected a blank after {len(rows)} rows", text, at)
    return frozenset(birds[ORANGE]), frozenset(birds[BLUE])


@dataclass(frozen=True)
class Move:
    """An add, a flight or a pass. Two moves are equal if they have the same text and the same edge.

    It raises the same errors as :class:`volo.Move`.

    Attributes:
        text: the move as text, such as ``"c5"``, ``"b2-NE3"`` or ``"pass"``. White space at its ends is removed.
        edge: the edge of the sky, 4 to 8, to which the names of the spaces belong. `Position.parse_move` takes it from
            the position.
        kind: ``"add"``, ``"fly"`` or ``"pass"``.
        spaces: the space of an add, or all spaces of the line that flies, from its first end. Empty for a pass.
        direction: the direction of a flight. None for an add or a pass.
        distance: the number of steps of a flight. 0 for an add or a pass.
        keep: a space of the opponent's region to keep [R15]. None if the text names no region.
    """

    text: str
    edge: int
    kind: Kind = field(init=False, compare=False)
    spaces: tuple[str, ...] = field(init=False, compare=False)
    direction: str | None = field(init=False, compare=False)
    distance: int = field(init=False, compare=False)
    keep: str | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"a move is read from a str, not from {type(self.text).__name__}")
        Rules(edge=self.edge)  # raises if the edge is wrong
        for name, value in read_move(self.text, self.edge)._asdict().items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "text", self.text.strip(WHITE_SPACE))

    @property
    def landing(self) -> str | None:
        """The space where the first of the spaces lands. None for an add, a pass or a flight out of the sky."""
        if self.direction is None:
            return None
        board = sky(self.edge)
        (row, column), (up, along) = board.named[self.spaces[0]], DIRECTIONS[self.direction]
        return board.names.get((row + up * self.distance, column + along * self.distance))

    def __str__(self) -> str:
        return self.text

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __repr__(self) -> str:
        return f"Move({self.text!r}, edge={self.edge})"


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
