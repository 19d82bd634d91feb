"""What is told of a game besides its moves: tags and comments. The core says which of them can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from volo._volo import Position, write_record
from volo.errors import VoloError
from volo.game import Game
from volo.records.json_text import NotJSONError, parse

__all__ = ["ENDING", "UNKNOWN", "bad_comment", "bad_tag", "bad_tags", "known_tags", "tag_value"]

ENDING: Final = frozenset({"Result", "Termination"})
"""The tags that say how a game ended, where the rules do not."""

UNKNOWN: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Orange": "?", "Blue": "?"}
"""Tags that every native record has, and what they say where nothing is known."""

_START = Position()
_DEEPEST = 48


def bad_tags(tags: Mapping[str, str]) -> str | None:
    """What is wrong with the tags of a game that has not ended by the rules; None if nothing is."""
    return _refused(dict(tags), {})


def bad_tag(name: str, value: str) -> str | None:
    """What is wrong with a tag; None if nothing is."""
    return _refused({name: value}, {})


def bad_comment(text: str) -> str | None:
    """What is wrong with a comment; None if nothing is."""
    problem = _refused({}, {0: text})
    return None if problem is None else problem.partition(": ")[2]  # where it stands is known better than that


def known_tags(game: Game) -> dict[str, str]:
    """The tags of a game that tell something, and not how it ended, in the order of their names.

    Raises:
        VoloError: a tag, or a comment, cannot be written.
    """
    game.record()
    told = sorted(game.tags.items())
    return {name: value for name, value in told if name not in ENDING and value != UNKNOWN.get(name)}


def tag_value(tags: Mapping[str, str], name: str, *types: type) -> Any:
    """The value of a tag that is JSON of one of these types; None if there is no such tag."""
    if name not in tags:
        return None
    try:
        value = parse(tags[name], _DEEPEST)
    except NotJSONError:
        return None
    return value if type(value) in types else None


def _refused(tags: dict[str, str], comments: dict[int, str]) -> str | None:
    try:
        write_record(_START, (), tags, comments)
    except VoloError as error:
        return str(error)
    return None
