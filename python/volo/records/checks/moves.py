"""Plays the moves of a JSON record and checks them against the rules."""

from __future__ import annotations

from collections.abc import Iterable

from volo._support.checks import text_of
from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.game import Game
from volo.records.checks.faults import Fault, Faults, Members
from volo.records.json.parser import Path

__all__ = ["play_moves", "read_start"]


def read_start(rules: Rules, members: Members, key: str) -> Position:
    """Return the position where a game begins.

    Args:
        rules: the rule set of the game.
        members: the object that may contain the FEN of the position. Its rule set must be ``rules``.
        key: the name of the member with the FEN. Without it, the game begins at the start of the rule set.
    """
    fen = members.read(text_of, key)
    if fen is not None:
        try:
            position = Position.from_fen(fen)
            if position.rules == rules:
                return position
            members.fault(key, f"the rule set of the position is not {rules}, the rule set of the game")
        except VoloError as error:
            members.fault(key, str(error), cause=error)
    return Position(rules)


def play_moves(
    game: Game, moves: Iterable[tuple[str, Path]], faults: Faults, counts: Iterable[tuple[int, Path]] = ()
) -> bool:
    """Push moves to a game, and check recorded numbers of legal moves.

    Args:
        game: the game.
        moves: the moves, each with its path in the document.
        faults: the list to which faults are added.
        counts: the recorded number of legal moves before each move, each with its path. It may be shorter than
            ``moves``.

    Returns:
        whether all moves are legal. Otherwise the game has the moves before the first illegal one.
    """
    remaining = iter(counts)
    for ply, (text, path) in enumerate(moves, start=1):
        position = game.position
        count, count_path = next(remaining, (None, path))
        if count is not None and count != (legal := len(position.legal_moves())):
            problem = f"{legal} legal moves, but the record has {count}"
            faults.add(Fault(problem, count_path, ply=ply, fen=position.fen()))
        try:
            game.push(text)
        except VoloError as error:
            faults.add(Fault(str(error), path, ply=ply, fen=position.fen(), cause=error))
            return False
    return True
