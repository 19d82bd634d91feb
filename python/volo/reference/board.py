"""Reading positions from boards that are typed by hand or pasted, and drawing them as boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from volo.color import BLUE, ORANGE, Color
from volo.errors import NotationError
from volo.outcome import Outcome, Reason
from volo.reference.notation import WrittenPosition
from volo.reference.rules import LARGEST_EDGE, SMALLEST_EDGE, Rules
from volo.reference.sky import Sky, Space, sky


class WrittenBoard(NamedTuple):
    """The contents of a board.

    Attributes:
        position: the position, which may be invalid.
        line: the offset of the line that says whose turn it is, or None if there is no such line.
        outcome: how the game ended, according to that line.
    """

    position: WrittenPosition
    line: int | None
    outcome: Outcome | None


class _Caption(NamedTuple):
    """The contents of the line below the board."""

    rules: Rules | None = None
    turn: Color | None = None
    passes: int | None = None
    outcome: Outcome | None = None


# The characters for a vacant space, a bird of Orange and a bird of Blue, in two styles.
GLYPHS: Final = (".ob", "\u00b7\u25cf\u25cb")

_DIGIT: Final = re.compile("[0-9]")
_CAPITALS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

# Color codes of terminals count as blanks. A line may end with \r\n.
_BLANKS: Final = re.compile("[ \t]*")
_COLOR_CODE: Final = re.compile("\x1b\\[[0-9;]*m|\r(?=\n)")
_NOT_BLANK: Final = re.compile("[^ \t\n][^\n]*")
_NUMBER: Final = re.compile("[1-9][0-9]*")

# The maximal number of characters of a board with its line.
_MAX_LENGTH: Final = 1 << 16

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
    """Read a board. What is not given must be in its text."""
    if len(text) > _MAX_LENGTH:
        raise NotationError(f"a board has no more than {_MAX_LENGTH} characters", text, _MAX_LENGTH)
    rows, line = _sorted(text)
    space = sky((len(rows) + 1) // 2)
    lettered = text[rows[-1]] == "a"  # no bird is written with this letter
    numbered = _shows_missing_spaces(text, rows[0], lettered=lettered)
    birds = _read_rows(text, rows, space, lettered=lettered, numbered=numbered)
    caption = _Caption() if line is None else _read_line(text, line)

    where = rows[0] if line is None else line
    rules = _one_of(text, where, "rule sets", caption.rules, rules) or Rules(edge=space.edge)
    turn = _one_of(text, where, "turns", caption.turn, turn)
    passes = _one_of(text, where, "numbers of passes", caption.passes, passes)
    if rules.edge != space.edge:
        problem = f"the rules are for edge {rules.edge}, the board has {2 * space.edge - 1} rows"
        raise NotationError(problem, text, where)
    if turn is None:
        raise NotationError("expected whose turn it is, such as: Orange to move", text, len(text))
    orange, blue = (frozenset(birds[color]) for color in Color)
    return WrittenBoard(WrittenPosition(rules, (orange, blue), turn, passes or 0), line, caption.outcome)


def _sorted(text: str) -> tuple[list[int], int | None]:
    """Return the offsets of the rows, and of the line about the turn."""
    lines = list(islice(_lines(text), _MOST_ROWS + 2))
    rest = iter([*lines, len(text)])
    at = next(rest)
    line = None
    rows: list[int] = []
    while at < len(text) and text[at] not in _CAPITALS:
        if len(rows) == _MOST_ROWS:
            raise NotationError(f"a board has no more than {_MOST_ROWS} rows", text, at)
        rows.append(at)
        at = next(rest)
    if len(rows) not in range(2 * SMALLEST_EDGE - 1, _MOST_ROWS + 1, 2):
        raise NotationError(f"expected 7, 9, 11, 13 or 15 rows, not {len(rows)}", text, at)
    if text[at : at + 1] in _CAPITALS:
        line, at = at, next(rest)
    if at < len(text):
        raise NotationError("expected nothing more", text, at)
    return rows, line


def _shows_missing_spaces(text: str, at: int, *, lettered: bool) -> bool:
    """Return whether the first row begins with the number of its missing corner."""
    return _DIGIT.match(text, _after_blanks(text, at + lettered)) is not None


def _lines(text: str) -> Iterator[int]:
    """Yield the offset of the first character after the blanks, for each line that is not blank."""
    for line in _NOT_BLANK.finditer(text):
        at = _after_blanks(text, line.start())
        if at < line.end():
            yield at


def _after_blanks(text: str, at: int) -> int:
    """Return the offset after the blanks and the color codes."""
    while True:
        blanks = _BLANKS.match(text, at)
        assert blanks is not None  # noqa: S101 - the expression also matches an empty string
        code = _COLOR_CODE.match(text, blanks.end())
        if code is None:
            return blanks.end()
        at = code.end()


def _is_line_end(text: str, at: int) -> bool:
    return at == len(text) or text[at] == "\n"


def _after_number(text: str, at: int, number: int) -> int:
    """Return the offset after the number, which must be in the text."""
    digits = _NUMBER.match(text, at)
    if digits is None or digits[0] != str(number):
        raise NotationError(f"expected the number {number}", text, at)
    return digits.end()


def _read_rows(text: str, starts: list[int], space: Sky, *, lettered: bool, numbered: bool) -> dict[Color, set[Space]]:
    """Return the birds of both players.

    Args:
        lettered: whether each row begins with its letter.
        numbered: whether each missing space shows its number, and each row whose last space is not missing ends with
            the number of that space.
    """
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
            at = _after_blanks(text, at)
            if each not in space.names:
                at = _after_number(text, at, number) if numbered else at
                continue
            glyph = text[at : at + 1]
            known = next((known for known in GLYPHS if glyph and glyph in known), None)
            if known is None:
                raise NotationError(f"expected {len(present)} spaces in row {letter}, each o, b or .", text, at)
            glyphs = glyphs or known
            if known != glyphs:
                raise NotationError(f"expected one of {' '.join(glyphs)}, as in the spaces before", text, at)
            if glyph != glyphs[0]:
                birds[ORANGE if glyph == glyphs[1] else BLUE].add(each)
            at += 1
        at = _after_blanks(text, at)
        if numbered and row[-1] in space.names:
            at = _after_blanks(text, _after_number(text, at, len(row)))
        if not _is_line_end(text, at):
            raise NotationError(f"expected the end of row {letter}, which has {len(present)} spaces", text, at)
    return birds


def _read_line(text: str, start: int) -> _Caption:
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
    at = _after_blanks(text, at)
    if not _is_line_end(text, at):
        raise NotationError("expected the end of the line", text, at)
    return _Caption(None if named is None else Rules.parse(named[1]), turn, passes, outcome)


def _color(name: str) -> Color:
    return Color[name.upper()]


Value = TypeVar("Value")


def _one_of(text: str, at: int, what: str, caption: Value | None, given: Value | None) -> Value | None:
    """Return the value in the board's caption or in an argument. If both are given, they must be equal."""
    if caption is not None and given is not None and caption != given:
        raise NotationError(f"the board and the arguments give two different {what}", text, at)
    return given if caption is None else caption


def write_board(position: WrittenPosition, outcome: Outcome | None, *, unicode: bool) -> str:
    """Draw the sky with its birds, and below it a line that says whose turn it is or how the game ended.

    A row begins with its letter. A missing space shows its number. A row whose last space is not missing ends with the
    number of that space [R3].
    """
    style = GLYPHS[1] if unicode else GLYPHS[0]
    paper = sky(position.rules.edge)
    glyphs = dict.fromkeys(paper.spaces, style[0])
    for birds, glyph in zip(position.birds, style[1:], strict=True):
        glyphs |= dict.fromkeys(birds, glyph)
    lines = []
    for row in reversed(paper.rows()):
        height, _ = row[0]
        items = [glyphs.get(space) or paper.name(space)[1:] for space in row]
        if row[-1] in glyphs:
            items.append(str(len(row)))
        lines.append(" " * abs(height) + " ".join([paper.name(row[0])[0], *items]))
    return "\n".join([*lines, _caption(position, outcome)])


def _caption(position: WrittenPosition, outcome: Outcome | None) -> str:
    """Return the line below the board.

    It says whose turn it is or how the game ended. It names the rule set if that is not ``standard``.
    """
    player, other = (color.name.title() for color in (position.turn, position.turn.other))
    if outcome is None:
        line = f"{player} to move" + (f", {other} has passed" if position.passes else "")
    else:
        words = next(words for words, reason in ENDS.items() if reason == outcome.reason)
        end = "Draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
        last = (f"{other}'s turn", f"{other}'s pass", f"{player}'s pass and {other}'s")[position.passes]
        line = f"{end}: {words}, after {last}"
    rules = position.rules
    return line if rules == Rules(edge=rules.edge) else f"{line}, rules {rules}"
