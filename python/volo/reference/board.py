"""Positions read from boards, typed by hand or pasted. :mod:`volo.reference.drawing` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeVar

from volo.color import BLUE, ORANGE, Color
from volo.errors import NotationError
from volo.outcome import Outcome, Reason
from volo.reference.notation import WrittenPosition
from volo.reference.rules import LARGEST_EDGE, SMALLEST_EDGE, Rules
from volo.reference.sky import Sky, Space, sky

__all__ = ["ENDS", "GLYPHS", "WrittenBoard", "read_board"]


class WrittenBoard(NamedTuple):
    """What a text says that is a board.

    Attributes:
        position: the position, perhaps an invalid one.
        line: where the line begins that tells whose turn it is; None if there is none.
        outcome: how the game ended, as that line tells it.
    """

    position: WrittenPosition
    line: int | None
    outcome: Outcome | None


class _Told(NamedTuple):
    """What the line below the board tells, or somebody beside it."""

    rules: Rules | None = None
    turn: Color | None = None
    passes: int | None = None
    outcome: Outcome | None = None


# The characters for a vacant space, a bird of Orange and a bird of Blue, in two styles.
GLYPHS: Final = (".ob", "\u00b7\u25cf\u25cb")

_DIGITS: Final = re.compile("[0-9]+")
_CAPITALS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

# Colours are as good as blanks. A line may end as on Windows.
_BLANKS: Final = re.compile("[ \t]*")
_COLOR_CODE: Final = re.compile("\x1b\\[[0-9;]*m|\r(?=\n)")
_NOT_BLANK: Final = re.compile("[^ \t\n][^\n]*")
_NUMBER: Final = re.compile("[1-9][0-9]*")

# The most characters of a board with its line.
_MAX_LENGTH: Final = 1 << 16
# Where a board has the numbers of its spaces. "own": in the missing spaces, and the number of the last space at the end
# of the rows that end with one. "outside": as old boards have them, above and below the rows, and at the end of all
# rows but the middle one the number after that of the last space, missing or not.
_Numbers = Literal["absent", "own", "outside"]

_MOST_ROWS: Final = 2 * LARGEST_EDGE - 1
ENDS: Final[dict[str, Reason]] = {
    "all birds in one flock": "flock",
    "two passes in a row": "passes",
    "nobody can go on": "stuck",
}
_PLAYER: Final = "Orange|Blue"
_TO_MOVE: Final = re.compile(f"(?P<turn>{_PLAYER}) to move(?:, (?P<passed>{_PLAYER}) has passed)?")
_OVER: Final = re.compile(
    f"(?:Draw|(?P<winner>{_PLAYER}) wins): (?P<end>{'|'.join(ENDS)}), after "
    f"(?:(?P<last>{_PLAYER})'s (?P<kind>turn|pass(?! and))|(?P<first>{_PLAYER})'s pass and (?P<second>{_PLAYER})'s)"
)
_RULES: Final = re.compile(", rules ([!-~]*)")


def read_board(text: str, rules: Rules | None, turn: Color | None, passes: int | None) -> WrittenBoard:
    """The position that a board says, and what is told beside it.

    Raises:
        NotationError: the text is not a board, does not say whose turn it is, or contradicts what is told.
        InvalidRulesError: its rule set does not exist.
    """
    if len(text) > _MAX_LENGTH:
        raise NotationError(f"a board has no more than {_MAX_LENGTH} characters", text, _MAX_LENGTH)
    above, rows, below, line = _sorted(text)
    space = sky((len(rows) + 1) // 2)
    lettered = text[rows[-1]] == "a"  # no bird is written with this letter
    numbers: _Numbers = "own" if _shows_missing_spaces(text, rows[0], lettered=lettered) else "absent"
    if above is not None:
        numbers = "outside"
        _read_numbers(text, above, space)
    birds = _read_rows(text, rows, space, lettered=lettered, numbers=numbers)
    if below is not None:
        if above is None:
            raise NotationError("expected no numbers here, as there are none above the board", text, below)
        _read_numbers(text, below, space)
    elif above is not None:
        raise NotationError("expected the numbers below the board", text, len(text) if line is None else line)
    told = _Told() if line is None else _read_line(text, line)

    where = rows[0] if line is None else line
    rules = _one_of(text, where, "rule set", told.rules, rules) or Rules.standard(space.edge)
    turn = _one_of(text, where, "turn", told.turn, turn)
    passes = _one_of(text, where, "number of passes", told.passes, passes)
    if rules.edge != space.edge:
        raise NotationError(f"this board is of edge {space.edge}, its rules are for edge {rules.edge}", text, where)
    if turn is None:
        raise NotationError("expected a line that says whose turn it is, such as: Orange to move", text, len(text))
    orange, blue = (frozenset(birds[color]) for color in Color)
    return WrittenBoard(WrittenPosition(rules, (orange, blue), turn, passes or 0), line, told.outcome)


def _sorted(text: str) -> tuple[int | None, list[int], int | None, int | None]:
    """Where the lines begin: the numbers above, the rows, the numbers below, whose turn it is."""
    lines = list(islice(_lines(text), _MOST_ROWS + 4))
    rest = iter([*lines, len(text)])
    at = next(rest)
    above = below = line = None
    if _is_numbers(text, at):
        above, at = at, next(rest)
    rows: list[int] = []
    while at < len(text) and not _is_numbers(text, at) and text[at] not in _CAPITALS:
        if len(rows) == _MOST_ROWS:
            raise NotationError(f"a board has at most {_MOST_ROWS} rows", text, at)
        rows.append(at)
        at = next(rest)
    if len(rows) not in range(2 * SMALLEST_EDGE - 1, _MOST_ROWS + 1, 2):
        raise NotationError(f"expected a board of 7, 9, 11, 13 or 15 rows, and not of {len(rows)}", text, at)
    if _is_numbers(text, at):
        below, at = at, next(rest)
    if text[at : at + 1] in _CAPITALS:
        line, at = at, next(rest)
    if at < len(text):
        raise NotationError("expected the end of the board", text, at)
    return above, rows, below, line


def _is_numbers(text: str, at: int) -> bool:
    """Whether a line begins with two numbers. A row begins with one at most."""
    digits = _DIGITS.match(text, at)
    return digits is not None and _DIGITS.match(text, _behind_blanks(text, digits.end())) is not None


def _shows_missing_spaces(text: str, at: int, *, lettered: bool) -> bool:
    """Whether the first row, in which a corner is missing, begins with a number."""
    return _DIGITS.match(text, _behind_blanks(text, at + lettered)) is not None


def _lines(text: str) -> Iterator[int]:
    """Where the lines begin that have anything in them, blanks left out."""
    for line in _NOT_BLANK.finditer(text):
        at = _behind_blanks(text, line.start())
        if at < line.end():
            yield at


def _behind_blanks(text: str, at: int) -> int:
    while True:
        blanks = _BLANKS.match(text, at)
        assert blanks is not None  # noqa: S101 - none at all match too
        code = _COLOR_CODE.match(text, blanks.end())
        if code is None:
            return blanks.end()
        at = code.end()


def _is_line_end(text: str, at: int) -> bool:
    return at == len(text) or text[at] == "\n"


def _read_numbers(text: str, at: int, space: Sky) -> None:
    """Read the line of numbers above or below the rows of an old board."""
    for number in range(1, space.edge + 1):
        at = _behind_blanks(text, _behind_number(text, at, number))
    if not _is_line_end(text, at):
        raise NotationError(f"expected the end of the line after the numbers 1 to {space.edge}", text, at)


def _behind_number(text: str, at: int, number: int) -> int:
    digits = _NUMBER.match(text, at)
    if digits is None or digits[0] != str(number):
        raise NotationError(f"expected the number {number}", text, at)
    return digits.end()


def _read_rows(
    text: str, starts: list[int], space: Sky, *, lettered: bool, numbers: _Numbers
) -> dict[Color, set[Space]]:
    """The birds of both players."""
    birds: dict[Color, set[Space]] = {ORANGE: set(), BLUE: set()}
    glyphs = ""
    for row, start in zip(reversed(space.rows()), starts, strict=True):
        at = start
        letter = space.name(row[0])[0]
        present = [each for each in row if each in space.names]
        if lettered:
            if text[at] != letter:
                raise NotationError(f"expected the letter {letter} before this row", text, at)
            at += 1
        for number, each in enumerate(row, start=1):
            at = _behind_blanks(text, at)
            if each not in space.names:
                at = _behind_number(text, at, number) if numbers == "own" else at
                continue
            glyph = text[at : at + 1]
            known = next((known for known in GLYPHS if glyph and glyph in known), None)
            if known is None:
                raise NotationError(f"expected {len(present)} spaces in row {letter}, each o, b or .", text, at)
            glyphs = glyphs or known
            if known != glyphs:
                raise NotationError(f"expected one of {' '.join(glyphs)} as before", text, at)
            if glyph != glyphs[0]:
                birds[ORANGE if glyph == glyphs[1] else BLUE].add(each)
            at += 1
        at = _behind_blanks(text, at)
        if numbers == "own" and row[-1] in space.names:
            at = _behind_blanks(text, _behind_number(text, at, len(row)))
        elif numbers == "outside" and row[0][0] != 0:
            at = _behind_blanks(text, _behind_number(text, at, len(row) + 1))
        at = _behind_blanks(text, at)
        if not _is_line_end(text, at):
            raise NotationError(f"expected the end of row {letter}, which has {len(present)} spaces", text, at)
    return birds


def _read_line(text: str, start: int) -> _Told:
    """What the line below the board tells."""
    outcome = None
    if (found := _TO_MOVE.match(text, start)) is not None:
        turn, passes = _color(found["turn"]), int(found["passed"] is not None)
        if found["passed"] is not None and _color(found["passed"]) is turn:
            raise NotationError("expected that the other player has passed", text, found.start("passed"))
    elif (found := _OVER.match(text, start)) is not None:
        winner = None if found["winner"] is None else _color(found["winner"])
        outcome = Outcome(winner, ENDS[found["end"]])
        if found["last"] is not None:
            turn, passes = _color(found["last"]).other, int(found["kind"] == "pass")
        else:
            turn, passes = _color(found["first"]), 2
            if _color(found["second"]) is turn:
                raise NotationError("expected that the other player has passed too", text, found.start("second"))
    else:
        raise NotationError("expected a line such as: Orange to move", text, start)
    at = found.end()
    named = _RULES.match(text, at)
    if named is not None:
        at = named.end()
    at = _behind_blanks(text, at)
    if not _is_line_end(text, at):
        raise NotationError("expected the end of the line", text, at)
    return _Told(None if named is None else Rules.parse(named[1]), turn, passes, outcome)


def _color(name: str) -> Color:
    return Color[name.upper()]


Value = TypeVar("Value")


def _one_of(text: str, at: int, what: str, told: Value | None, given: Value | None) -> Value | None:
    """What the board tells or what is given with it, which must not be two things."""
    if told is not None and given is not None and told != given:
        raise NotationError(f"another {what} is given than the board tells", text, at)
    return given if told is None else told
