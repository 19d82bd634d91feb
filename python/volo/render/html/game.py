"""A recorded game as plain data for the script of the page."""

from __future__ import annotations

from itertools import pairwise
from typing import TypedDict

from volo.color import Color
from volo.errors import VoloError
from volo.render.html.recorded import Recorded
from volo.render.words import isolated, result_sentence

__all__ = ["Data", "data_of"]

_UNKNOWN = frozenset(" ?.")

# The number of characters of a name in the title, and of a tag or a comment. A browser lays out millions of them for
# minutes.
_LONGEST_NAME = 80
_LONGEST_TEXT = 10_000


class Data(TypedDict):
    """The data that the script reads; ``web/replay/record.js`` describes the members."""

    edge: int
    turn: str
    orange: tuple[str, ...]
    blue: tuple[str, ...]
    moves: list[str]
    left: dict[int, list[str]]
    comments: dict[int, str]
    tags: list[tuple[str, str]]
    title: str
    result: str


def data_of(game: Recorded) -> Data:
    """Return the data of a game.

    Raises:
        VoloError: a comment is on a move that the game does not have.
        TypeError: a tag or a comment is not a ``str``.
    """
    positions = game.positions
    start = positions[0]
    left = {}
    for ply, (before, after) in enumerate(pairwise(positions), start=1):
        opponent = before.turn.other
        if gone := sorted(set(before.birds(opponent)).difference(after.birds(opponent))):
            left[ply] = gone
    return Data(
        edge=start.rules.edge,
        turn=str(start.turn),
        orange=start.birds(Color.ORANGE),
        blue=start.birds(Color.BLUE),
        moves=[str(move) for move in game.moves],
        left=left,
        comments=_comments_of(game),
        tags=_tags_of(game),
        title=_title_of(game),
        result=result_sentence(game.result, game.termination),
    )


def _comments_of(game: Recorded) -> dict[int, str]:
    """Return the comments in order.

    Raises:
        VoloError: a comment is on a move that the game does not have.
        TypeError: a comment is not a ``str``.
    """
    found = {}
    for ply, comment in sorted(game.comments.items()):
        if not 0 <= ply <= len(game.moves):
            raise VoloError(f"comment at ply {ply}: the game has no such ply")
        found[ply] = _checked(f"comment at ply {ply}", comment)
    return found


def _title_of(game: Recorded) -> str:
    """Return the names of the players, or a general title if neither is known.

    Raises:
        TypeError: a tag is not a ``str``.
    """
    tags = dict(_tags_of(game))
    names = [isolated(_short(tags.get(color.name.title(), ""), _LONGEST_NAME)) for color in Color]
    return " – ".join(name or "?" for name in names) if any(names) else "A game of Volo"  # noqa: RUF001


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _tags_of(game: Recorded) -> list[tuple[str, str]]:
    """The tags whose values are known."""
    checked = [(_checked("the name of a tag", name), _checked(f"tag {name}", tag)) for name, tag in game.tags.items()]
    return [(name, tag) for name, tag in checked if not _UNKNOWN.issuperset(tag)]


def _checked(name: str, text: object) -> str:
    """The beginning of a text of the game.

    Raises:
        TypeError: it is not a ``str``.
    """
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    return _short(text, _LONGEST_TEXT)
