"""How a game is said to have ended, held against how it did."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from volo.game import Game, default_termination
from volo.records.told import bad_tags

__all__ = ["Result", "settle"]

Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]

_WORDS: Final[dict[str, str]] = {
    "1-0": "orange has won",
    "0-1": "blue has won",
    "1/2-1/2": "it is a draw",
    "*": "nobody has won and it is no draw",
}


def settle(
    game: Game, result: Result, termination: str | None, *, lenient: bool
) -> tuple[Literal["result", "termination"], str] | None:
    """Hold what is said of a game's end against its moves, and enter it among its tags where the rules do not say it.

    Args:
        game: the game.
        result: who is said to have won.
        termination: how it is said to have ended; None if nothing is said.
        lenient: whether a game that somebody won otherwise than by the rules may leave open how.

    Returns:
        which of the two is wrong, and why; None if all is well.
    """
    if game.outcome() is not None:
        if result != game.result:
            return "result", f"{_WORDS[game.result]}, the record says {_WORDS[result]}"
        if termination not in (None, game.termination):
            return "termination", f"the game ended by {game.termination}"
        return None
    if termination is None:
        if result == "*":
            return None
        if not lenient:
            return "result", f"the game is not over, the record says {_WORDS[result]} and not by what"
        termination = default_termination(result)
    end = {"Result": result, "Termination": termination}
    if (problem := bad_tags(end)) is not None:
        return "termination", problem
    if termination != "unterminated":
        game.tags |= end
    return None
