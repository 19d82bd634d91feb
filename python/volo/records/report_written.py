"""A game as a report of Abstract Play, written."""

from __future__ import annotations

from typing import Any

from volo._volo import Position, Rules
from volo.game import Game
from volo.records.document import Faults, write_document
from volo.records.report import tags_of
from volo.records.report_header import (
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
from volo.records.report_moves import ENDS, read_moves, write_moves
from volo.records.told import known_tags, tag_value

__all__ = ["write_report"]

_WON = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (1, 1), "*": (0, 0)}


def write_report(game: Game) -> str:
    """The report of a game, on one line, without a line end.

    Raises:
        VoloError: the game has tags or comments that cannot be written, or too much of them.

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
            player["color"] = color.lower()  # the schema wants no two that are the same
    rounds = write_moves(game)
    own: dict[str, Any] = {}
    if game.outcome() is None and game.termination not in ENDS.values():
        own["termination"] = game.termination
    if 0 in game.comments:
        own["comment"] = game.comments[0]
    # What the rest of the report says differently, or not at all.
    faults = Faults()
    read = read_moves(rounds, str(game.start.turn) == "blue", faults)
    said = tags_of(read_header(header, ("header",), faults, lenient=False), read)
    names = sorted({*said, *tags})
    rest = {name: tags.get(name) for name in names if said.get(name) != tags.get(name)}
    if rest:
        own["tags"] = rest
    if own:
        header["volo"] = own
    return write_document({"header": header, "moves": rounds})


def _header(game: Game, tags: dict[str, str]) -> dict[str, Any]:
    """What the schema has a place for."""
    rules = game.start.rules
    as_on_site = rules == Rules.abstract_play(rules.edge)
    header: dict[str, Any] = {
        "game": {"name": NAME, "variants": [f"Size-{rules.edge} board" if as_on_site else str(rules)]}
    }
    for name, key in (("Event", "event"), ("Round", "round")):
        if name in tags:
            header[key] = tags[name]
    header["site"] = {"name": tags.get("Site", "?")}
    if "GameId" in tags:
        header["site"]["gameid"] = tags["GameId"]
    elif (number := tag_value(tags, "GameNumber", int, float)) is not None:
        header["site"]["gameid"] = number
    header |= _dates(tags)
    for name, key in FLAGS.items():
        if (flag := tag_value(tags, name, bool)) is not None:
            header[key] = flag
    header["players"] = [_player(tags, color) for color in PLAYERS]
    if game.start != Position(rules):
        header["startingPosition"] = game.start.fen()
    return header


def _dates(tags: dict[str, str]) -> dict[str, str]:
    """The three dates that have to be there: what is not known is the one before, at the earliest."""
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
    if (score := tag_value(tags, f"{color}Score", int, float)) is not None:
        player["score"] = score
    if (machine := tag_value(tags, f"{color}IsAi", bool)) is not None:
        player["is_ai"] = machine
    return player


def _add_extras(header: dict[str, Any], tags: dict[str, str]) -> None:
    """Add what a report had besides what has a meaning here."""
    extras = tag_value(tags, "HeaderExtras", dict)
    if extras is None:
        return
    places = dict(zip(("header", *map(str.lower, PLAYERS)), (header, *header["players"]), strict=True))
    for place, members in extras.items():
        if place in places and isinstance(members, dict):
            named = is_header_member if place == "header" else is_player_member
            places[place].update({name: member for name, member in members.items() if not named(name)})
