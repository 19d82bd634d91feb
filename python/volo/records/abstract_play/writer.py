"""Writes a game as a game report."""

from __future__ import annotations

from typing import Any

from volo._volo import Position, Rules
from volo.game import Game
from volo.records.abstract_play.header import (
    DATES,
    FLAGS,
    NAME,
    NO_DATE,
    PLAYERS,
    is_header_member,
    is_player_member,
    is_time,
    read_header,
)
from volo.records.abstract_play.moves import ENDINGS, read_moves, write_moves
from volo.records.abstract_play.report import report_tags
from volo.records.checks.faults import Faults
from volo.records.checks.tags import json_tag, known_tags
from volo.records.json.document import write_document

__all__ = ["write_report"]

_WON = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (1, 1), "*": (0, 0)}


def write_report(game: Game) -> str:
    """Return the report of a game on one line, without a line end.

    Raises:
        VoloError: a record cannot have one of the tags or comments, or the text is longer than 16 MiB.

    >>> write_report(Game(Position("abstract-play-6")))
    '{"header":{"game":{"name":"Volo","variants":["Size-6 board"]},"site":{"name":"?"},...'
    """
    tags = known_tags(game)
    header = _header(game, tags)
    for player, won in zip(header["players"], _WON[game.result], strict=True):
        player["result"] = won
    _add_extras(header, tags)
    if header["players"][0] == header["players"][1]:
        for player, color in zip(header["players"], PLAYERS, strict=True):
            player["color"] = color.lower()  # the schema requires that the players differ
    rounds = write_moves(game)
    extension: dict[str, Any] = {}
    if game.outcome() is None and game.termination not in ENDINGS.values():
        extension["termination"] = game.termination
    if 0 in game.comments:
        extension["comment"] = game.comments[0]
    # Read the report again, to find the tags that it does not reproduce.
    faults = Faults()
    moves = read_moves(rounds, str(game.start.turn) == "blue", faults)
    read_tags = report_tags(read_header(header, ("header",), faults, lenient=False), moves)
    names = sorted({*read_tags, *tags})
    differences = {name: tags.get(name) for name in names if read_tags.get(name) != tags.get(name)}
    if differences:
        extension["tags"] = differences
    if extension:
        header["volo"] = extension
    return write_document({"header": header, "moves": rounds})


def _header(game: Game, tags: dict[str, str]) -> dict[str, Any]:
    """Return the members of the header that the schema defines, without the players' results."""
    rules = game.start.rules
    is_of_site = rules == Rules.abstract_play(rules.edge)
    header: dict[str, Any] = {
        "game": {"name": NAME, "variants": [f"Size-{rules.edge} board" if is_of_site else str(rules)]}
    }
    for name, key in (("Event", "event"), ("Round", "round")):
        if name in tags:
            header[key] = tags[name]
    header["site"] = {"name": tags.get("Site", "?")}
    if "GameId" in tags:
        header["site"]["gameid"] = tags["GameId"]
    elif (number := json_tag(tags, "GameNumber", int, float)) is not None:
        header["site"]["gameid"] = number
    header |= _dates(tags)
    for name, key in FLAGS.items():
        if (flag := json_tag(tags, name, bool)) is not None:
            header[key] = flag
    header["players"] = [_player(tags, color) for color in PLAYERS]
    if game.start != Position(rules):
        header["startingPosition"] = game.start.fen()
    return header


def _dates(tags: dict[str, str]) -> dict[str, str]:
    """Return the three dates that the schema requires. An unknown date is that before it in the header, if known."""
    day = tags.get("Date", "?").replace(".", "-")
    text = NO_DATE if "?" in day else f"{day}T00:00:00Z"
    dates = {}
    for name, key in DATES.items():
        if is_time(tags.get(name, "")):
            text = tags[name]
        dates[key] = text
    return dates


def _player(tags: dict[str, str], color: str) -> dict[str, Any]:
    player: dict[str, Any] = {"name": tags.get(color, "?")}
    if f"{color}Id" in tags:
        player["userid"] = tags[f"{color}Id"]
    if (score := json_tag(tags, f"{color}Score", int, float)) is not None:
        player["score"] = score
    if (is_ai := json_tag(tags, f"{color}IsAi", bool)) is not None:
        player["is_ai"] = is_ai
    return player


def _add_extras(header: dict[str, Any], tags: dict[str, str]) -> None:
    """Add the members of the tag ``HeaderExtras`` to the header and the players."""
    extras = json_tag(tags, "HeaderExtras", dict)
    if extras is None:
        return
    owners = dict(zip(("header", *map(str.lower, PLAYERS)), (header, *header["players"]), strict=True))
    for owner, members in extras.items():
        if owner in owners and isinstance(members, dict):
            is_known = is_header_member if owner == "header" else is_player_member
            owners[owner].update({name: member for name, member in members.items() if not is_known(name)})
