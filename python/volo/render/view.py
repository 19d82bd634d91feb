"""Positions and games as plain data for pages in a browser, which know no rule of the game, and results in words."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Literal, TypedDict

from volo._volo import Position
from volo.color import Color
from volo.errors import VoloError
from volo.render.drawable import Recorded

# Scripts need the two joiners. Other characters of these categories are controls, or nobody sees them.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_BLANK = (
    "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}"
)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

# The words of each result, and the player who lost.
_RESULTS = {"1-0": ("Orange wins", "Blue"), "0-1": ("Blue wins", "Orange"), "1/2-1/2": ("Draw", "")}
# The first three are those of the core, which writes them below a board.
_REASONS = {
    "flock": "all birds in one flock",
    "passes": "two passes in a row",
    "stuck": "nobody can go on",
    "agreement": "agreed by both players",
    "resignation": "{loser} resigned",
    "time": "{loser} ran out of time",
}

_UNKNOWN = frozenset(" ?.")

# The number of characters of a name in the title, and of a tag or a comment. A browser lays out millions of them for
# minutes.
_LONGEST_NAME = 80
_LONGEST_TEXT = 10_000

_Player = Literal["orange", "blue"]


def result_sentence(result: str, termination: str) -> str:
    """The result of a game in a sentence. Empty for a game without a result."""
    if result not in _RESULTS:
        return ""
    winner, loser = _RESULTS[result]
    reason = _REASONS[termination].format(loser=loser) if termination in _REASONS else termination
    return f"{winner}: {reason}."


def isolated(name: str) -> str:
    """A name as a part of a longer text: its letters do not move what is around them.

    Controls and invisible characters are left out. The name is empty if nothing is left to see.
    """
    hidden = {each for each in name if unicodedata.category(each) in _HIDDEN}.difference(_JOINERS).union(_BLANK)
    shown = "".join(" " if each in hidden else each for each in name)
    shown = re.sub(r"\s+", " ", shown).strip()
    if not any(unicodedata.category(each)[0] in "LNPS" for each in shown):
        return ""
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in shown):
        return f"\N{FIRST STRONG ISOLATE}{shown}\N{POP DIRECTIONAL ISOLATE}"
    return shown


class Side(TypedDict):
    """The birds of one player. A region has its spaces with birds first. Without a limit, the hand is None."""

    flocks: list[list[str]]
    regions: list[list[str]]
    hand: int | None


class Kept(Side):
    """The opponent's birds after a move that keeps one of several regions. The opponent may have won by it."""

    hasWon: bool


class End(TypedDict):
    """The outcome of a game. Without a winner, it is a draw."""

    winner: _Player | None
    reason: str


class View(TypedDict):
    """A position and what can be done in it. All values can be written as JSON.

    ``keeps`` has the opponent's birds after each legal move that keeps one of several regions.
    """

    fen: str
    rules: str
    edge: int
    turn: _Player
    passes: int
    moves: list[str]
    keeps: dict[str, Kept]
    orange: Side
    blue: Side
    outcome: End | None


def view(position: Position) -> View:
    moves = position.legal_moves()
    opponent = position.turn.other
    outcome = position.outcome()
    return View(
        fen=position.fen(),
        rules=str(position.rules),
        edge=position.rules.edge,
        turn=_name(position.turn),
        passes=position.passes,
        moves=[str(move) for move in moves],
        keeps={str(move): _kept(position.play(move), opponent) for move in moves if move.keep is not None},
        orange=_side(position, Color.ORANGE),
        blue=_side(position, Color.BLUE),
        outcome=None
        if outcome is None
        else End(winner=None if outcome.winner is None else _name(outcome.winner), reason=outcome.reason),
    )


def _kept(position: Position, color: Color) -> Kept:
    outcome = position.outcome()
    return Kept(**_side(position, color), hasWon=outcome is not None and outcome.winner is color)


def _side(position: Position, color: Color) -> Side:
    return Side(
        flocks=[list(flock) for flock in position.flocks(color)],
        regions=[[*region.birds, *region.vacant] for region in position.regions(color)],
        hand=position.in_hand(color),
    )


def _name(color: Color) -> _Player:
    return "orange" if color is Color.ORANGE else "blue"


class Data(TypedDict):
    """The data that the script reads; ``js/page/replay/record.js`` describes the members."""

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
    found = {}
    for ply, comment in sorted(game.comments.items()):
        if not 0 <= ply <= len(game.moves):
            raise VoloError(f"comment at ply {ply}: the game has no such ply")
        found[ply] = _checked(f"comment at ply {ply}", comment)
    return found


def _title_of(game: Recorded) -> str:
    tags = dict(_tags_of(game))
    names = [isolated(_short(tags.get(color.name.title(), ""), _LONGEST_NAME)) for color in Color]
    return " – ".join(name or "?" for name in names) if any(names) else "A game of Volo"  # noqa: RUF001


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _tags_of(game: Recorded) -> list[tuple[str, str]]:
    checked = [(_checked("the name of a tag", name), _checked(f"tag {name}", tag)) for name, tag in game.tags.items()]
    # The clocks of each move are JSON, which is not for people.
    return [(name, tag) for name, tag in checked if name != "Clocks" and not _UNKNOWN.issuperset(tag)]


def _checked(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    return _short(text, _LONGEST_TEXT)
