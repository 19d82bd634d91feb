"""Checks the recorded result and termination of a game against the rules."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from volo.game import Game
from volo.records.checks.tags import tags_problem

__all__ = ["Result", "check_result"]

Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]

_WORDS: Final[dict[str, str]] = {
    "1-0": "a win for orange",
    "0-1": "a win for blue",
    "1/2-1/2": "a draw",
    "*": "no result",
}


def check_result(
    game: Game, result: Result, termination: str | None, *, lenient: bool
) -> tuple[Literal["result", "termination"], str] | None:
    """Check a recorded result, and add it to the tags of a game that did not end by the rules.

    Args:
        game: the game with all of its moves.
        result: the recorded result.
        termination: the recorded termination, or None.
        lenient: whether a game that has a result, but did not end by the rules, may lack a termination. It then becomes
            ``"adjudication"``.

    Returns:
        which of the two is wrong and why, or None if both are right.
    """
    if game.outcome() is not None:
        if result != game.result:
            return "result", f"the game ended with {_WORDS[game.result]}, but the record has {_WORDS[result]}"
        if termination not in (None, game.termination):
            return "termination", f"the game ended by {game.termination}"
        return None
    if termination is None:
        if result == "*":
            return None
        if not lenient:
            return "result", f"the game is not over, but the record has {_WORDS[result]} and no termination"
        termination = "adjudication"
    tags = {"Result": result, "Termination": termination}
    if (problem := tags_problem(tags)) is not None:
        return "termination", problem
    if termination != "unterminated":
        game.tags |= tags
    return None
