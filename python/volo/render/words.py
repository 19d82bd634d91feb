"""How a game ended, in a sentence."""

from __future__ import annotations

__all__ = ["result_sentence"]

# The words of each result, and the player who lost.
_RESULTS = {"1-0": ("Orange wins", "Blue"), "0-1": ("Blue wins", "Orange"), "1/2-1/2": ("Draw", "")}
# The first three are those of the core, which writes them below a board.
_REASONS = {
    "flock": "all birds in one flock",
    "passes": "two passes in a row",
    "stuck": "nobody can go on",
    "resignation": "{loser} resigned",
    "time": "{loser} ran out of time",
}


def result_sentence(result: str, termination: str) -> str:
    """The result of a game in a sentence. Empty for a game without a result.

    >>> result_sentence("0-1", "resignation"), result_sentence("*", "unterminated")
    ('Blue wins: Orange resigned.', '')
    """
    if result not in _RESULTS:
        return ""
    winner, loser = _RESULTS[result]
    reason = _REASONS[termination].format(loser=loser) if termination in _REASONS else termination
    return f"{winner}: {reason}."
