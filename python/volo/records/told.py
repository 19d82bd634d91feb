"""What is told of a game besides its moves: tags and comments, and which of them can be written."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from volo.errors import VoloError
from volo.game import Game

__all__ = ["ENDING", "UNKNOWN", "bad_comment", "bad_tag", "bad_text", "is_date", "known_tags"]

ENDING: Final = frozenset({"Result", "Termination"})
"""The tags that say how a game ended, where the rules do not."""

UNKNOWN: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Orange": "?", "Blue": "?"}
"""Tags that every native record has, and what they say where nothing is known."""

_FROM_THE_START = frozenset({"Rules", "FEN"})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)
_DATE = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_NO_COMMENT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def bad_text(text: str) -> str | None:
    """What keeps a text from being the value of a tag; None if nothing does."""
    return "a text without control characters and lone surrogates belongs here" if _NO_TEXT.search(text) else None


def bad_tag(name: str, value: str) -> str | None:
    """What is wrong with a tag; None if nothing is."""
    if _NAME.fullmatch(name) is None:
        return "the name of a tag is a letter and up to 63 letters, digits and _, all of them ASCII"
    if name in _FROM_THE_START:
        return f"{name} is no tag here: it follows from where the game begins"
    if name == "Date" and not is_date(value):
        return "a date is YYYY.MM.DD, a date of the calendar, with ?? and ???? for what is not known"
    return bad_text(value)


def bad_comment(text: str) -> str | None:
    """What is wrong with a comment; None if nothing is."""
    if not text:
        return "a comment is not empty"
    if _NO_COMMENT.search(text):
        return "a comment has no control characters but line ends, and no lone surrogates"
    return None


def is_date(text: str) -> bool:
    """Whether a text is a date as records have it.

    >>> is_date("2026.11.19"), is_date("2026.??.??"), is_date("2026.02.30"), is_date("2026.??.01")
    (True, True, False, False)
    """
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    year, month, day = match.groups()
    if (year == "????" and month != "??") or (month == "??" and day != "??"):
        return False
    # A year that is not known may be a leap year.
    known = [int(part) if "?" not in part else least for part, least in ((year, 4), (month, 1), (day, 1))]
    try:
        date(*known)
    except ValueError:
        return False
    return True


def known_tags(game: Game) -> dict[str, str]:
    """The tags of a game that tell something, and not how it ended, by name.

    Raises:
        VoloError: a tag, or a comment, cannot be written.
    """
    for number, text in game.comments.items():
        if not 0 <= number <= len(game):
            raise VoloError(f"a comment behind {number} moves, and the game has {len(game)}")
        if (problem := bad_comment(text)) is not None:
            raise VoloError(f"the comment behind {number} moves cannot be written: {problem}")
    for name, value in game.tags.items():
        if (problem := bad_tag(name, value)) is not None:
            raise VoloError(f"the tag {name!a} cannot be written: {problem}")
    return {
        name: value for name, value in sorted(game.tags.items()) if name not in ENDING and value != UNKNOWN.get(name)
    }
