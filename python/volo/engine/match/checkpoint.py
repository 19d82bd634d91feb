"""The checkpoint of a match: a journal with the pairs that were played, from which a match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from volo._support.journal import Journal, journal
from volo._support.members import integer_of, items_of, members_of, text_of, texts_of
from volo._support.numbers import whole_in
from volo._volo import Position
from volo.color import Color
from volo.engine.match.game import PlayedGame
from volo.engine.match.pair import MOST_PAIRS, Pair, pair_of
from volo.errors import CheckpointError, VoloError
from volo.game import Game

__all__ = ["Kept", "kept_in"]

_WINNERS: Final[dict[str | None, Color | None]] = {None: None, **{str(color): color for color in Color}}

_KEYS: Final = ("moves", "tags", "comments", "winner", "failure")


@dataclass(slots=True)
class Kept:
    """The pairs of a checkpoint.

    Attributes:
        pairs: the pairs by their number. The match removes those that it has yielded.
        journal: the journal that keeps them. None for no file.
    """

    pairs: dict[int, Pair] = field(default_factory=dict)
    journal: Journal | None = None

    def add(self, pair: Pair) -> None:
        """Add a pair, and write it to the file.

        Raises:
            OSError: the file cannot be written.
        """
        self.pairs[pair.number] = pair
        if self.journal is not None:
            self.journal.add({"pair": pair.number, "games": [*map(_to_dict, pair.games)]})


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
    kept = Kept()

    def read(found: object) -> None:
        pair = _read_pair(found, start)
        kept.pairs[pair.number] = pair

    with ExitStack() as stack:
        if path is not None:
            try:
                kept.journal = stack.enter_context(journal(path, "match", heading, read))
            except VoloError as error:
                raise CheckpointError(str(error)) from error
        yield kept


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
