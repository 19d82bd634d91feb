"""Reads the root node of a game: the size of the sky, the players and the tags."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from volo._volo import Rules
from volo.errors import VoloError
from volo.game import Game
from volo.records.boardspace.actions import comment_of
from volo.records.boardspace.sgf import Node, Property
from volo.records.checks.tags import UNKNOWN_VALUES, tag_problem

__all__ = [
    "NO_TIME",
    "SITE",
    "TEXT_TAGS",
    "Header",
    "HeaderError",
    "day_of",
    "name_of_game",
    "name_written",
    "read_header",
    "result_text",
]

SITE: Final = "Boardspace.net"
"""The value of the tag ``Site``."""

TEXT_TAGS: Final = {"TC": "TimeControl", "DT": "Saved", "GN": "GameName", "GS": "Speed", "RE": "ResultText"}
"""The properties whose values are tags, in the order in which they are written, and the names of the tags."""

NO_TIME: Final = "None"
"""The value of ``TC`` for a game without a clock."""

_EDGES = {"volo": 7, "volo-84": 6}
_KNOWN = frozenset({"GM", "VV", "CM", "SU", "GC", "FF", "C", "N", "AN", "P0", "P1", *TEXT_TAGS})
_SEVERAL = frozenset({"P0", "P1", "C", "AN", "RE", "N"})
_DAY = re.compile(r"-([0-9]{4})-([0-9]{2})-([0-9]{2})-[0-9]{4}$")
_BLANKS = re.compile(r"[ \t\n\f\v]+")
_NUMBERED = re.compile(r"%([0-9]{1,7})%")
_SPECIAL = re.compile(r'[%"\[\]\\\x00-\x1f\x7f-\x9f]|^ | $|(?<= ) ')


class HeaderError(Exception):
    """A property of the root node is wrong.

    Attributes:
        problem: what is wrong, and what was expected.
        property: the property; None if one is missing.
    """

    def __init__(self, problem: str, property: Property | None) -> None:  # noqa: A002
        super().__init__(problem, property)
        self.problem = problem
        self.property = property


@dataclass(slots=True)
class Header:
    """The content of the root node.

    Attributes:
        rules: the rule set.
        players: the names of P0 and P1, and their other data, by the names of tags without the color: empty for the
            name.
        tags: the tags that are not about a player.
        comments: the comments on the start.
        is_over: whether the writer regarded the game as over.
    """

    rules: Rules
    players: tuple[dict[str, str], dict[str, str]] = field(default_factory=lambda: ({}, {}))
    tags: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    is_over: bool = False


def read_header(root: Node, *, lenient: bool) -> Header:
    """Read the root node.

    Args:
        root: the node.
        lenient: whether to ignore unknown properties and repeated ones.

    Raises:
        HeaderError: a property is missing, unknown or wrong.
    """
    values: dict[str, Property] = {}
    for each in root.properties:
        if not lenient and each.name not in _KNOWN:
            raise HeaderError(f"unknown property; expected one of {', '.join(sorted(_KNOWN))}", each)
        if not lenient and each.name in values and each.name not in _SEVERAL:
            raise HeaderError("the property occurs twice", each)
        values.setdefault(each.name, each)
    for name, expected in (("GM", ("volo", "11")), ("VV", ("1", "2")), ("CM", ("0,1", "1,0"))):
        if name in values and values[name].value.strip().lower() not in expected:
            raise HeaderError(f"expected {' or '.join(expected)}", values[name])
    for name in ("GM", "SU"):
        if name not in values:
            raise HeaderError(f"the game must have the property {name}", None)
    edge = _EDGES.get(values["SU"].value.strip().lower())
    if edge is None:
        raise HeaderError(f"unknown size; expected {' or '.join(_EDGES)}", values["SU"])
    header = Header(Rules.boardspace(edge), tags={"Site": SITE}, is_over="RE" in values)
    for name, tag in TEXT_TAGS.items():
        if name in values and (text := _one_line(values[name].value)):
            _store(header.tags, tag, text, values[name], lenient)
    if header.tags.get("TimeControl") == NO_TIME:
        del header.tags["TimeControl"]
    if (day := day_of(header.tags.get("GameName", ""))) is not None:
        header.tags["Date"] = day
    for each in root.properties:
        if each.name in ("P0", "P1"):
            _read_player(header.players[each.name == "P1"], each, lenient)
        elif each.name == "C":
            try:
                header.comments += comment_of(each, lenient=lenient)
            except VoloError as error:
                raise HeaderError(str(error), each) from error
    return header


def day_of(name: str) -> str | None:
    """The date at the end of the name of a game, as in the tag ``Date``; None if it has none.

    >>> day_of("U!VL-anna-Dumbot-2026-11-19-1704"), day_of("VL-anna-lena-2026-02-30-0000")
    ('2026.11.19', None)
    """
    found = _DAY.search(name)
    if found is None:
        return None
    try:
        date(*map(int, found.groups()))
    except ValueError:
        return None
    return ".".join(found.groups())


def name_of_game(tags: dict[str, str]) -> str | None:
    """The name that a game gets that has a date but no name; None without a date.

    >>> name_of_game({"Orange": "anna", "Blue": "lena", "Date": "2026.11.19"})
    'VL-anna-lena-2026-11-19-0000'
    """
    day = tags.get("Date", "?")
    if "?" in day:
        return None
    return _one_line(f"VL-{tags.get('Orange', '?')}-{tags.get('Blue', '?')}-{day.replace('.', '-')}-0000")


def result_text(game: Game) -> str | None:
    """The value of ``RE`` in English; None if the game has no result."""
    winner = {"1-0": "Orange", "0-1": "Blue"}.get(game.result)
    if winner is None:
        return "The game is a draw" if game.result == "1/2-1/2" else None
    return _one_line(f"Game won by {game.tags.get(winner, '?')}")


def name_written(name: str) -> str:
    """The name of a player as Boardspace writes it: special characters are numbers.

    >>> name_written('Anna "A." [Graz]')
    'Anna %34%A.%34% %91%Graz%93%'
    """
    return _SPECIAL.sub(lambda found: f"%{ord(found[0])}%", name)


def _one_line(text: str) -> str:
    """The text with one space in place of each run of blanks, and without blanks at its ends."""
    return " ".join(filter(None, _BLANKS.split(text)))


def _read_player(player: dict[str, str], given: Property, lenient: bool) -> None:
    kind, _, rest = _one_line(given.value).partition(" ")
    if kind == "id":
        name = _NUMBERED.sub(_character, _one_line(rest.replace('"', "")))
        if name and name != UNKNOWN_VALUES["Orange"]:
            _store(player, "", name, given, lenient)
    elif kind in ("ranking", "country"):
        if text := _one_line(rest):
            _store(player, kind.capitalize(), text, given, lenient)
    elif not lenient:
        raise HeaderError('expected id "NAME", ranking N or country TEXT', given)


def _character(number: re.Match[str]) -> str:
    code = int(number[1])
    return number[0] if code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)


def _store(tags: dict[str, str], name: str, text: str, given: Property, lenient: bool) -> None:
    """Store a text as a tag. In lenient mode, a text that cannot be one is left out."""
    problem = tag_problem(name or "Orange", text)
    if problem is None:
        tags[name] = text
    elif not lenient:
        raise HeaderError(problem, given)
