"""The moves of a JSON text, played."""

from __future__ import annotations

from collections.abc import Iterable

from volo._volo import Position, Rules
from volo.errors import VoloError
from volo.game import Game
from volo.records.document import Fault, Faults
from volo.records.fields import Fields
from volo.records.json_text import Path

__all__ = ["play", "start"]


def start(rules: Rules, fields: Fields, key: str) -> Position:
    """The position where a game begins: the start of its rule set, unless a member has a fen of the same rule set."""
    fen = fields.text(key)
    if fen is not None:
        try:
            position = Position.from_fen(fen)
            if position.rules == rules:
                return position
            fields.fault(key, f"the rules of the game are {rules}, and those of the position are not")
        except VoloError as error:
            fields.fault(key, str(error), cause=error)
    return Position(rules)


def play(
    game: Game, moves: Iterable[tuple[str, Path]], faults: Faults, counts: Iterable[tuple[int, Path]] = ()
) -> bool:
    """Push the moves, and hold the number of legal moves before each against what is said of it.

    Args:
        game: the game.
        moves: each with where it stands.
        faults: where the faults go.
        counts: how many moves are said to be legal before each, with where that stands.

    Returns:
        whether all moves are legal; those before the first that is not are in the game.
    """
    told = iter(counts)
    for ply, (text, path) in enumerate(moves, start=1):
        position = game.position
        count, place = next(told, (None, path))
        if count is not None and count != (legal := len(position.legal_moves())):
            problem = f"{legal} legal moves, the record says {count}"
            faults.add(Fault(problem, place, ply=ply, fen=position.fen()))
        try:
            game.push(text)
        except VoloError as error:
            faults.add(Fault(str(error), path, ply=ply, fen=position.fen(), cause=error))
            return False
    return True
