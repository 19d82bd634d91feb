"""How a game ended, by the rules or otherwise, and whether what is said of it can be."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from volo.errors import VoloError
from volo.game import Game
from volo.outcome import Outcome

__all__ = ["DECISIVE", "ENDED", "Result", "ending", "settle"]

Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]

DECISIVE: Final[tuple[Result, ...]] = ("1-0", "0-1")
"""Somebody has won."""

ENDED: Final[dict[str, tuple[Result, ...]]] = {
    "resignation": DECISIVE,
    "time": DECISIVE,
    "forfeit": DECISIVE,
    "agreement": ("1/2-1/2",),
    "adjudication": (*DECISIVE, "1/2-1/2"),
    "unterminated": ("*",),
    "abandoned": ("*",),
}
"""The ways in which a game ends, or does not, that is not over by the rules; and the results each may have."""

_WORDS: Final[dict[str, str]] = {
    "1-0": "orange has won",
    "0-1": "blue has won",
    "1/2-1/2": "it is a draw",
    "*": "nobody has won and it is no draw",
}


def ending(game: Game) -> tuple[Result, str]:
    """The result and the termination of a game: by the rules if it is over, by its tags if it is not.

    Raises:
        VoloError: the tags say what cannot be.
    """
    outcome = game.outcome()
    if outcome is not None:
        return _result(outcome), outcome.reason
    told = game.tags.get("Result", "*"), game.tags.get("Termination", "unterminated")
    for result in ENDED.get(told[1], ()):
        if result == told[0]:
            return result, told[1]
    raise VoloError(f"a game that is not over cannot have the result {told[0]!a} by {told[1]!a}")


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
    outcome = game.outcome()
    if outcome is not None:
        if result != _result(outcome):
            return "result", f"{_WORDS[_result(outcome)]}, the record says {_WORDS[result]}"
        if termination not in (None, outcome.reason):
            return "termination", f"the game ended by {outcome.reason}"
        return None
    if termination is None:
        if result == "*":
            return None
        if not lenient:
            return "result", f"the game is not over, the record says {_WORDS[result]} and not by what"
        termination = "adjudication"
    if termination not in ENDED:
        return "termination", f"a game that is not over ends by one of {', '.join(ENDED)}"
    if result not in ENDED[termination]:
        return "result", f"it cannot be by {termination} that {_WORDS[result]}"
    if termination != "unterminated":
        game.tags |= {"Result": result, "Termination": termination}
    return None


def _result(outcome: Outcome) -> Result:
    if outcome.winner is None:
        return "1/2-1/2"
    return "1-0" if str(outcome.winner) == "orange" else "0-1"
