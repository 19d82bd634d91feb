"""Results of games in words."""

from __future__ import annotations

__all__ = ["result_sentence"]

_RESULTS = {"1-0": "Orange wins", "0-1": "Blue wins", "1/2-1/2": "Draw"}
_REASONS = {
    "flock": "all birds are in one flock",
    "passes": "both players passed",
    "stuck": "neither player can add or fly",
}


def result_sentence(result: str, termination: str) -> str:
    """The result of a game in a sentence. Empty for a game without a result.

    >>> result_sentence("0-1", "resignation"), result_sentence("*", "unterminated")
    ('Blue wins: resignation.', '')
    """
    if result not in _RESULTS:
        return ""
    return f"{_RESULTS[result]}: {_REASONS.get(termination, termination)}."
