"""The checkpoint of a match: a file with the pairs that were played, from which a match goes on.

It has JSON lines: one that describes the match, and one for each pair. A line is written when its pair is finished, so
a process that is killed loses no finished pair. An incomplete last line is removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from volo._support.disk import append, open_regular, with_filename
from volo._support.lock import lock
from volo._support.members import integer_of, items_of, members_of, text_of, texts_of
from volo._support.numbers import whole_in
from volo._volo import Position
from volo.color import Color
from volo.engine.match.game import PlayedGame
from volo.engine.match.pair import MOST_PAIRS, Pair, pair_of
from volo.errors import CheckpointError, VoloError
from volo.game import Game

__all__ = ["Kept", "kept_in"]

# The two longest games of a match have about 30 MB of text.
_LONGEST_LINE: Final = 1 << 26

_WINNERS: Final[dict[str | None, Color | None]] = {None: None, **{str(color): color for color in Color}}

_KEYS: Final = ("moves", "tags", "comments", "winner", "failure")


class Kept:
    """The pairs of a checkpoint.

    Attributes:
        pairs: the pairs by their number. The match removes those that it has yielded.
    """

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file
        self.pairs: dict[int, Pair] = {}

    def add(self, pair: Pair) -> None:
        """Add a pair, and write it to the file.

        Raises:
            OSError: the file cannot be written.
        """
        self.pairs[pair.number] = pair
        if self._file is not None:
            _write(self._file, {"pair": pair.number, "games": [*map(_to_dict, pair.games)]})


@contextmanager
def kept_in(path: Path | None, heading: dict[str, Any], start: Position) -> Iterator[Kept]:
    """Read a checkpoint, or create it, and keep it open until the end of the ``with`` block.

    Args:
        path: the file. None for no file.
        heading: what describes the match, as JSON.
        start: the position at which all games begin.

    Raises:
        CheckpointError: the file belongs to another match, is damaged, or another match uses it.
        OSError: the file cannot be read or written, or is not a regular file.
    """
    if path is None:
        yield Kept(None)
        return
    with os.fdopen(open_regular(path, os.O_RDWR | os.O_CREAT), "r+b") as file, with_filename(path):
        try:
            lock(file)
        except BlockingIOError as error:
            raise CheckpointError(f"{path}: another match is using this file") from error
        kept = Kept(file)
        number = 0
        try:
            for number, line in enumerate(_whole_lines(file)):
                if number == 0:
                    _check_heading(_object(line), heading)
                else:
                    pair = _read_pair(_object(line), start)
                    kept.pairs[pair.number] = pair
        except VoloError as error:
            raise CheckpointError(f"{path}: line {number + 1}: {error}") from error
        if not file.tell():
            try:
                _write(file, heading)
            except OSError:
                path.unlink(missing_ok=True)
                raise
        yield kept


def _write(file: BinaryIO, members: dict[str, Any]) -> None:
    append(file, json.dumps(members, separators=(",", ":")).encode() + b"\n")


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file. An incomplete last line is removed from it."""
    while True:
        place = file.tell()
        line = file.readline(_LONGEST_LINE)
        if not line.endswith(b"\n"):
            if len(line) == _LONGEST_LINE:
                raise VoloError(f"the line is longer than {_LONGEST_LINE:,} bytes")
            file.seek(place)
            file.truncate()
            return
        yield line


def _object(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise VoloError("not valid JSON") from error


def _check_heading(found: Any, heading: dict[str, Any]) -> None:
    members = members_of(found, "a match", (), heading)
    if found == heading:
        return
    different = [key for key in heading if members.get(key) != heading[key]]
    raise VoloError(f"the pairs of another match, with a different {' and '.join(different)}")


def _to_dict(played: PlayedGame) -> dict[str, Any]:
    game = played.game
    return {
        "moves": [*map(str, game.moves)],
        "tags": game.tags,
        "comments": game.comments,
        "winner": None if played.winner is None else str(played.winner),
        "failure": played.failure,
    }


def _read_pair(found: Any, start: Position) -> Pair:
    members = members_of(found, "a pair", ("pair", "games"))
    number = integer_of(members["pair"], "pair", 1, MOST_PAIRS)
    games = items_of(members["games"], "games")
    if len(games) != 2:
        raise VoloError("a pair must have two games")
    one, other = (_read_game(each, start) for each in games)
    return pair_of(number, one, other)


def _read_game(found: Any, start: Position) -> PlayedGame:
    members = members_of(found, "a game", _KEYS)
    game = Game(start, (text_of(move, "a move") for move in items_of(members["moves"], "moves")))
    game.tags = texts_of(members["tags"], "tags")
    for text, comment in texts_of(members["comments"], "comments").items():
        ply = whole_in(text)
        if ply is None or not 0 <= ply <= len(game):
            raise VoloError("a comment must have a number of moves")
        game.comments[ply] = comment
    winner, failure = members["winner"], members["failure"]
    if not (winner is None or isinstance(winner, str)) or winner not in _WINNERS:
        raise VoloError("winner must be null or a colour")
    return PlayedGame(game, _WINNERS[winner], None if failure is None else text_of(failure, "failure"))
