"""Checks tags and comments. The compiled core decides which of them a record can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from volo._volo import Position, write_record
from volo.errors import VoloError
from volo.game import Game
from volo.records.json.parser import NotJSONError, parse

__all__ = ["RESULT_TAGS", "UNKNOWN_VALUES", "comment_problem", "json_tag", "known_tags", "tag_problem", "tags_problem"]

RESULT_TAGS: Final = frozenset({"Result", "Termination"})
"""The tags that describe the end of a game that did not end by the rules."""

UNKNOWN_VALUES: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Orange": "?", "Blue": "?"}
"""The tags that every native record has, and the values that mean "unknown"."""

_START = Position()
_MAX_DEPTH = 48


def tags_problem(tags: Mapping[str, str]) -> str | None:
    """Return what is wrong with the tags of a game that did not end by the rules, or None."""
    return _problem(dict(tags), {})


def tag_problem(name: str, value: str) -> str | None:
    """Return what is wrong with a tag, or None."""
    return _problem({name: value}, {})


def comment_problem(text: str) -> str | None:
    """Return what is wrong with a comment, or None."""
    problem = _problem({}, {0: text})
    # The message of the core begins with "comment at ply 0: ". The caller reports the location itself. If the comment
    # is longer than a record can be, the message is about the record.
    return None if problem is None else problem.partition(": ")[2] or problem


def known_tags(game: Game) -> dict[str, str]:
    """Return the tags of a game by name, in ASCII order, without the result tags and unknown values.

    Raises:
        VoloError: a record cannot have one of the tags or comments.
    """
    game.record()
    tags = sorted(game.tags.items())
    return {name: value for name, value in tags if name not in RESULT_TAGS and value != UNKNOWN_VALUES.get(name)}


def json_tag(tags: Mapping[str, str], name: str, *types: type) -> Any:
    """Parse a tag whose value is JSON text.

    Returns:
        the value, or None if the tag is missing, is not JSON, or does not have one of the types.
    """
    if name not in tags:
        return None
    try:
        value = parse(tags[name], _MAX_DEPTH)
    except NotJSONError:
        return None
    return value if type(value) in types else None


def _problem(tags: dict[str, str], comments: dict[int, str]) -> str | None:
    try:
        write_record(_START, (), tags, comments)
    except VoloError as error:
        return str(error)
    return None
