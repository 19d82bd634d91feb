"""The header of a game report, read: what it says of the rules, the start, the players and the result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.records.document import Fault, Faults
from volo.records.ending import Result
from volo.records.fields import Fields
from volo.records.json_text import Path, write
from volo.records.playing import start
from volo.records.told import ENDING, UNKNOWN, bad_comment, bad_tag

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
]

NAME: Final = "Volo"
"""What the game is called in reports."""

DATES: Final = {"DateStart": "date-start", "DateEnd": "date-end", "DateGenerated": "date-generated"}
FLAGS: Final = {"Unrated": "unrated", "Pied": "pied"}
PLAYERS: Final = ("Orange", "Blue")
"""Tags and what they are called in the header; the players in their order."""

NO_DATE: Final = "0001-01-01T00:00:00Z"
"""What stands where the schema wants a date and none is known."""

_HEADER = ("game", "event", "round", "site", *DATES.values(), *FLAGS.values(), "players", "startingPosition", "volo")
_PLAYER = ("name", "userid", "score", "is_ai", "result", "color")
_SIZE = re.compile(r"[Ss]ize-([4-8])(?: board)?")
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?"
    r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


@dataclass(slots=True)
class Header:
    """What a header says.

    Attributes:
        start: where the game begins.
        result: who has won; a draw also where nobody has won and the game has not ended.
        termination: how the game ended; None if that is not said.
        comment: the comment on the start; None if there is none.
        tags: the tags.
    """

    start: Position = field(default_factory=Position)
    result: Result = "1/2-1/2"
    termination: str | None = None
    comment: str | None = None
    tags: dict[str, str] = field(default_factory=dict)


def is_time(text: str) -> bool:
    """Whether a text is a date and time as JSON schemas have it (RFC 3339).

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
    """Whether a member of the header has a meaning here."""
    return name in _HEADER


def read_header(value: object, path: Path, faults: Faults, *, lenient: bool) -> Header:
    """What a header says.

    Args:
        value: the header.
        path: where it stands.
        faults: where the faults go.
        lenient: whether site and dates may be missing, and the game and the site have unknown members.
    """
    header = Header()
    fields = Fields(value, path, faults, "the header")
    _read_game(header, fields, path, faults, lenient)
    _read_texts(header, fields, path, faults, lenient)
    extras = {"header": {name: member for name, member in fields.values.items() if name not in _HEADER}}
    extras |= _read_players(header, fields, path, faults)
    if any(extras.values()):
        header.tags["HeaderExtras"] = write({name: more for name, more in extras.items() if more}, ascii=True)
    if "volo" in fields.values:
        _read_own(header, fields.values["volo"], (*path, "volo"), faults, lenient)
    return header


def is_player_member(name: str) -> bool:
    """Whether a member of a player has a meaning here."""
    return name in _PLAYER


def _read_game(header: Header, fields: Fields, path: Path, faults: Faults, lenient: bool) -> None:
    member = fields.member("game", required=True)
    if "game" not in fields.values:
        return
    game = Fields(member, (*path, "game"), faults, "the game", None if lenient else ("name", "variants"))
    name = game.text("name", required=True)
    if name is not None and name != NAME:
        game.fault("name", f"the game is not {NAME}")
        return
    rules = _rules(game, (*path, "game", "variants"), faults)
    if fields.values.get("startingPosition") == "":
        header.start = Position(rules)  # what the site has for a game with one start
    else:
        header.start = start(rules, fields, "startingPosition")


def _rules(game: Fields, path: Path, faults: Faults) -> Rules:
    """The rules of the variants: a size as the site has it, or the name of a rule set."""
    variants = game.array("variants")
    if not variants:
        return Rules.abstract_play()
    text, *more = variants
    if more:
        faults.add(Fault("Volo has one variant at most", (*path, 1)))
    if not isinstance(text, str):
        faults.add(Fault("a variant must be a text", (*path, 0)))
        return Rules()
    if (size := _SIZE.fullmatch(text)) is not None:
        return Rules.abstract_play(int(size[1]))
    try:
        return Rules.parse(text)
    except VoloError as error:
        problem = "a variant of Volo is Size-4 board to Size-8 board, or a rule set such as standard or french-5"
        faults.add(Fault(problem, (*path, 0), cause=error))
        return Rules()


def _read_texts(header: Header, fields: Fields, path: Path, faults: Faults, lenient: bool) -> None:
    _tell(header, fields, "event", "Event")
    _tell(header, fields, "round", "Round")
    member = fields.member("site", required=not lenient)
    if "site" in fields.values:
        site = Fields(member, (*path, "site"), faults, "the site", None if lenient else ("name", "gameid"))
        _tell(header, site, "name", "Site", required=not lenient)
        if isinstance(site.values.get("gameid"), str):
            _tell(header, site, "gameid", "GameId")
        elif (number := site.number("gameid")) is not None:
            header.tags["GameNumber"] = write(number)
    for name, key in DATES.items():
        text = fields.text(key, required=not lenient)
        if text is not None and not is_time(text):
            fields.fault(key, "a date with its time belongs here, such as 2024-07-14T09:30:00Z")
        elif text is not None and text != NO_DATE:
            header.tags[name] = text
    if "DateStart" in header.tags:
        header.tags["Date"] = header.tags["DateStart"][:10].replace("-", ".")
    for name, key in FLAGS.items():
        flag = fields.boolean(key)
        if flag is not None:
            header.tags[name] = write(flag)


def _read_players(header: Header, fields: Fields, path: Path, faults: Faults) -> dict[str, dict[str, Any]]:
    """Read the two players, and return what else is said of them."""
    players = fields.array("players", required=True)
    if players is None:
        return {}
    if len(players) != len(PLAYERS):
        fields.fault("players", f"Volo has two players, and these are {len(players)}")
        return {}
    extras = {}
    results = []
    for index, (color, member) in enumerate(zip(PLAYERS, players, strict=True)):
        player = Fields(member, (*path, "players", index), faults, "a player")
        _tell(header, player, "name", color, required=True)
        _tell(header, player, "userid", f"{color}Id")
        if (score := player.number("score")) is not None:
            header.tags[f"{color}Score"] = write(score)
        if (machine := player.boolean("is_ai")) is not None:
            header.tags[f"{color}IsAi"] = write(machine)
        if "color" in player.values and player.values["color"] != color.lower():
            player.fault("color", f"the players are Orange and Blue in this order, and this one is {color}")
        results.append(player.whole_number("result", required=True) or 0)
        extras[color.lower()] = {name: more for name, more in player.values.items() if name not in _PLAYER}
    if results[0] != results[1]:
        header.result = "1-0" if results[0] > results[1] else "0-1"
    return extras


def _read_own(header: Header, value: object, path: Path, faults: Faults, lenient: bool) -> None:
    """Read what a native record has and the schema has no place for."""
    own = Fields(value, path, faults, "volo", None if lenient else ("termination", "comment", "tags"))
    header.termination = own.text("termination")
    header.comment = own.text("comment")
    if header.comment is not None and (problem := bad_comment(header.comment)) is not None:
        own.fault("comment", problem)
    if "tags" not in own.values:
        return
    tags = Fields(own.values["tags"], (*path, "tags"), faults, "tags")
    for name, member in tags.values.items():
        if member is None:
            header.tags.pop(name, None)
            continue
        text = tags.text(name)
        if text is None:
            continue
        problem = f"{name} is no tag here: the players' results say it" if name in ENDING else bad_tag(name, text)
        if problem is not None:
            tags.fault(name, problem)
        header.tags[name] = text


def _tell(header: Header, fields: Fields, key: str, name: str, *, required: bool = False) -> None:
    """Make a tag of a text that is there and says something."""
    text = fields.text(key, required=required)
    if text is None:
        return
    if (problem := bad_tag(name, text)) is not None:
        fields.fault(key, problem)
    elif text != UNKNOWN.get(name):
        header.tags[name] = text
