"""The calls that read and write games as text: pure functions from a JSON object to a JSON object."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Final

from volo._support.checks import JSONObject, integer_of, items_of, members_of, text_of, texts_of, whole_in
from volo._volo import Position
from volo.errors import VoloError
from volo.game import Game
from volo.play.document import MOST_NODES
from volo.records import Format, read_records, write_records
from volo.records.checks.tags import RESULT_TAGS
from volo.render import html

__all__ = ["FORMATS", "MOST_GAMES", "export", "import_"]

MOST_GAMES: Final = 1000
"""The number of games that can be imported at once."""

_REQUEST = "the request"


def import_(request: object) -> JSONObject:
    """The games in a text: a position, a board, or records in any format."""
    text = text_of(members_of(request, _REQUEST, ("text",))["text"], "text")
    stripped = text.strip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n")
    if not stripped:
        raise VoloError("the text is empty")
    if stripped[0] in "[{(":
        return {"kind": "records", "games": _recorded(text)}
    if "\n" in stripped:
        # The first line of a board begins with spaces.
        return {"kind": "board", "games": [_plain(Game(Position.from_board(text.strip("\r\n"))))]}
    return {"kind": "fen", "games": [_plain(Game(stripped))]}


def _recorded(text: str) -> list[JSONObject]:
    games: list[JSONObject] = []
    with read_records(StringIO(text), lenient=True) as records:
        for game in records:
            if len(games) >= MOST_GAMES:
                raise VoloError(f"the text has more than {MOST_GAMES:,} games")
            games.append(_plain(game))
    return games


def _plain(game: Game) -> JSONObject:
    return {
        "start": game.start.fen(),
        "moves": [str(move) for move in game],
        "tags": game.tags,
        "comments": {str(ply): comment for ply, comment in game.comments.items()},
        "result": game.result,
    }


def export(request: object) -> JSONObject:
    """A game as a file: its name and its text. The tags of the result count only if the rules did not end the game."""
    members = members_of(request, _REQUEST, ("start", "moves", "format"), ("tags", "comments"))
    chosen = text_of(members["format"], "format")
    if chosen not in _FILES:
        raise VoloError(f"unknown format {chosen[:40]!a}; expected one of {', '.join(_FILES)}")
    moves = items_of(members["moves"], "moves", MOST_NODES)
    game = Game(text_of(members["start"], "start"), (text_of(move, f"moves[{ply}]") for ply, move in enumerate(moves)))
    tags = texts_of(members.get("tags", {}), "tags")
    ended = game.outcome() is not None
    game.tags |= {name: value for name, value in tags.items() if not (ended and name in RESULT_TAGS)}
    for ply, comment in texts_of(members.get("comments", {}), "comments").items():
        game.comments[integer_of(whole_in(ply), "the ply of a comment", 0, len(game))] = comment
    name, write = _FILES[chosen]
    return {"name": name, "text": write(game)}


def _record(format: Format) -> Callable[[Game], str]:  # noqa: A002 - write_records has this name
    def write(game: Game) -> str:
        file = StringIO()
        write_records(file, [game], format=format)
        return file.getvalue()

    return write


_FILES: Final[dict[str, tuple[str, Callable[[Game], str]]]] = {
    "record": ("game.volo", _record("volo")),
    "json-lines": ("game.jsonl", _record("jsonl")),
    "report": ("game.json", _record("abstract-play")),
    "sgf": ("game.sgf", _record("boardspace")),
    "svg": ("position.svg", Game._repr_svg_),
    "text": ("position.txt", lambda game: f"{game.position}\n"),
    "html": ("game.html", html.replay),
}

FORMATS: Final = tuple(_FILES)
"""The names of the formats that :func:`export` writes."""
