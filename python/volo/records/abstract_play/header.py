"""Reads the header of a game report: rules, starting position, players, result and tags."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from volo._support.checks import boolean_of, integer_of, items_of, number_of, text_of
from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.checks.moves import read_start
from volo.records.checks.result import Result
from volo.records.checks.tags import RESULT_TAGS, UNKNOWN_VALUES, comment_problem, tag_problem
from volo.records.json.parser import Path, to_json

__all__ = [
    "DATES",
    "FLAGS",
    "NAME",
    "NO_DATE",
    "PLAYERS",
    "Header",
    "is_header_member",
    "is_player_member",
    "is_time",
    "read_header",
    "size_of",
]

NAME: Final = "Volo"
"""The name of the game in reports."""

DATES: Final = {"DateStart": "date-start", "DateEnd": "date-end", "DateGenerated": "date-generated"}
FLAGS: Final = {"Unrated": "unrated", "Pied": "pied"}
PLAYERS: Final = ("Orange", "Blue")
"""The names of tags and of the corresponding members of the header, and the players in the order of a report."""

NO_DATE: Final = "0001-01-01T00:00:00Z"
"""The value of a date that the schema requires and that is unknown."""

_HEADER = ("game", "event", "round", "site", *DATES.values(), *FLAGS.values(), "players", "startingPosition", "volo")
_PLAYER = ("name", "userid", "score", "is_ai", "result", "color")
_SIZE = re.compile(r"[Ss]ize-([4-8])(?: board)?")
# A size in the language of the reader, such as "Spielfeld der Größe 7". A text that could be the name of a rule set is
# not one: it has no blank, and ASCII letters only.
_NAME = re.compile(r"[!-~]*")
_NUMBER = re.compile(r"[0-9]+")
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?"
    r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


@dataclass(slots=True)
class Header:
    """The content of a header.

    Attributes:
        start: the position where the game begins.
        result: the result according to the players' results. A game that is not over has a draw here, because both
            players have the same result.
        termination: the termination, or None.
        comment: the comment before the first move, or None.
        tags: the tags by name.
    """

    start: Position = field(default_factory=Position)
    result: Result = "1/2-1/2"
    termination: str | None = None
    comment: str | None = None
    tags: dict[str, str] = field(default_factory=dict)


def is_time(text: str) -> bool:
    """Whether a text is a date and time in the format ``date-time`` of JSON Schema (RFC 3339).

    >>> is_time("2024-07-14T09:30:00.000Z"), is_time("2024-07-14"), is_time("2024-02-30T09:30:00Z")
    (True, False, False)
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return False
    try:
        date(*map(int, match.groups()[:3]))
    except ValueError:
        return False
    return True


def is_header_member(name: str) -> bool:
    """Whether :func:`read_header` interprets this member of the header."""
    return name in _HEADER


def read_header(value: object, path: Path, faults: Faults, *, lenient: bool) -> Header:
    """Read the header of a report.

    Args:
        value: the header.
        path: the path of the header in the report.
        faults: the list to which faults are added.
        lenient: whether ``site`` and the dates may be missing, and the members ``game`` and ``site`` may have unknown
            members.
    """
    header = Header()
    members = Members(value, path, faults, "the header")
    _read_game(header, members, path, faults, lenient)
    _read_texts(header, members, path, faults, lenient)
    extras = {"header": {name: member for name, member in members.values.items() if name not in _HEADER}}
    extras |= _read_players(header, members, path, faults)
    if any(extras.values()):
        header.tags["HeaderExtras"] = to_json({name: more for name, more in extras.items() if more}, ascii=True)
    if "volo" in members.values:
        _read_extension(header, members.values["volo"], (*path, "volo"), faults, lenient)
    return header


def size_of(variant: str) -> int | None:
    """The edge of the sky that a variant names, in any language. None if it names none, or if it has several numbers.

    >>> size_of("Size-6 board"), size_of("Plateau de taille 7"), size_of("Дошка розміру-8")
    (6, 7, 8)
    >>> size_of("french-5"), size_of("Size 6 or 7"), size_of("Größe 66")
    (None, None, None)
    """
    if (size := _SIZE.fullmatch(variant)) is not None:
        return int(size[1])
    numbers = [] if _NAME.fullmatch(variant) else _NUMBER.findall(variant)
    return int(numbers[0]) if len(numbers) == 1 and numbers[0] in {"4", "5", "6", "7", "8"} else None


def is_player_member(name: str) -> bool:
    """Whether :func:`read_header` interprets this member of a player."""
    return name in _PLAYER


def _read_game(header: Header, members: Members, path: Path, faults: Faults, lenient: bool) -> None:
    member = members.member("game", required=True)
    if "game" not in members.values:
        return
    game = Members(member, (*path, "game"), faults, "the game", None if lenient else ("name", "variants"))
    name = game.read(text_of, "name", required=True)
    if name is not None and name != NAME:
        game.fault("name", f"the name of the game must be {NAME}")
        return
    rules = _rules(game, (*path, "game", "variants"), faults)
    if members.values.get("startingPosition") == "":
        header.start = Position(rules)  # Abstract Play writes an empty string for the usual start
    else:
        header.start = read_start(rules, members, "startingPosition")


def _rules(game: Members, path: Path, faults: Faults) -> Rules:
    """Return the rule set of the variants: a board size as Abstract Play names it, or the name of a rule set."""
    variants = game.read(items_of, "variants")
    if not variants:
        return Rules.abstract_play()
    text, *more = variants
    if more:
        faults.add(Fault("expected at most one variant", (*path, 1)))
    if not isinstance(text, str):
        faults.add(Fault("a variant must be a string", (*path, 0)))
        return Rules()
    if (size := size_of(text)) is not None:
        return Rules.abstract_play(size)
    try:
        return Rules.parse(text)
    except VoloError as error:
        problem = (
            "unknown variant; expected Size-4 board to Size-8 board, in any language, or a rule set such as standard "
            "or french-5"
        )
        faults.add(Fault(problem, (*path, 0), cause=error))
        return Rules()


def _read_texts(header: Header, members: Members, path: Path, faults: Faults, lenient: bool) -> None:
    _read_tag(header, members, "event", "Event")
    _read_tag(header, members, "round", "Round")
    member = members.member("site", required=not lenient)
    if "site" in members.values:
        site = Members(member, (*path, "site"), faults, "the site", None if lenient else ("name", "gameid"))
        _read_tag(header, site, "name", "Site", required=not lenient)
        if isinstance(site.values.get("gameid"), str):
            _read_tag(header, site, "gameid", "GameId")
        elif (number := site.read(number_of, "gameid")) is not None:
            header.tags["GameNumber"] = to_json(number)
    for name, key in DATES.items():
        text = members.read(text_of, key, required=not lenient)
        if text is not None and not is_time(text):
            members.fault(key, "expected a date and time such as 2024-07-14T09:30:00Z")
        elif text is not None and text != NO_DATE:
            header.tags[name] = text
    if "DateStart" in header.tags:
        header.tags["Date"] = header.tags["DateStart"][:10].replace("-", ".")
    for name, key in FLAGS.items():
        flag = members.read(boolean_of, key)
        if flag is not None:
            header.tags[name] = to_json(flag)


def _read_players(header: Header, members: Members, path: Path, faults: Faults) -> dict[str, dict[str, Any]]:
    """Read the two players. Return the other members of the players, by color."""
    players = members.read(items_of, "players", required=True)
    if players is None:
        return {}
    if len(players) != len(PLAYERS):
        members.fault("players", f"expected two players, not {len(players)}")
        return {}
    extras = {}
    results = []
    for index, (color, member) in enumerate(zip(PLAYERS, players, strict=True)):
        player = Members(member, (*path, "players", index), faults, "a player")
        _read_tag(header, player, "name", color, required=True)
        _read_tag(header, player, "userid", f"{color}Id")
        if (score := player.read(number_of, "score")) is not None:
            header.tags[f"{color}Score"] = to_json(score)
        if (is_ai := player.read(boolean_of, "is_ai")) is not None:
            header.tags[f"{color}IsAi"] = to_json(is_ai)
        if "color" in player.values and player.values["color"] != color.lower():
            player.fault("color", f"expected {color.lower()}; Orange is the first player and Blue the second")
        results.append(player.read(integer_of, "result", required=True) or 0)
        extras[color.lower()] = {name: more for name, more in player.values.items() if name not in _PLAYER}
    if results[0] != results[1]:
        header.result = "1-0" if results[0] > results[1] else "0-1"
    return extras


def _read_extension(header: Header, value: object, path: Path, faults: Faults, lenient: bool) -> None:
    """Read the member ``volo``: the values of a native record that the schema of reports does not provide for."""
    extension = Members(value, path, faults, "volo", None if lenient else ("termination", "comment", "tags"))
    header.termination = extension.read(text_of, "termination")
    header.comment = extension.read(text_of, "comment")
    if header.comment is not None and (problem := comment_problem(header.comment)) is not None:
        extension.fault("comment", problem)
    if "tags" not in extension.values:
        return
    tags = Members(extension.values["tags"], (*path, "tags"), faults, "tags")
    for name, member in tags.values.items():
        if member is None:
            header.tags.pop(name, None)
            continue
        text = tags.read(text_of, name)
        if text is None:
            continue
        problem = tag_problem(name, text)
        if name in RESULT_TAGS:
            problem = f"the tag {name} is not permitted here; use the players' results and the member termination"
        if problem is not None:
            tags.fault(name, problem)
        header.tags[name] = text


def _read_tag(header: Header, members: Members, key: str, name: str, *, required: bool = False) -> None:
    """Store a string as a tag, unless it is missing or means "unknown"."""
    text = members.read(text_of, key, required=required)
    if text is None:
        return
    if (problem := tag_problem(name, text)) is not None:
        members.fault(key, problem)
    elif text != UNKNOWN_VALUES.get(name):
        header.tags[name] = text
