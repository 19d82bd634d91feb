"""How a game ended, in a sentence, and names as parts of longer texts."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["isolated", "result_sentence"]

# Scripts need the two joiners. Other characters of these categories are controls, or nobody sees them.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_BLANK = (
    "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}"
)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

# The words of each result, and the player who lost.
_RESULTS = {"1-0": ("Orange wins", "Blue"), "0-1": ("Blue wins", "Orange"), "1/2-1/2": ("Draw", "")}
# The first three are those of the core, which writes them below a board.
_REASONS = {
    "flock": "all birds in one flock",
    "passes": "two passes in a row",
    "stuck": "nobody can go on",
    "agreement": "agreed by both players",
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


def isolated(name: str) -> str:
    r"""A name as a part of a longer text: its letters do not move what is around them.

    Controls and invisible characters are left out. The name is empty if nothing is left to see.

    >>> isolated("Anna\u202e"), isolated("\u200b\uffa0")
    ('Anna', '')
    >>> isolated("\u05d0\u05d1") == "\u2068\u05d0\u05d1\u2069"
    True
    """
    shown = "".join(" " if _is_hidden(each) else each for each in name)
    shown = re.sub(r"\s+", " ", shown).strip()
    if not any(unicodedata.category(each)[0] in "LNPS" for each in shown):
        return ""
    if any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in shown):
        return f"\N{FIRST STRONG ISOLATE}{shown}\N{POP DIRECTIONAL ISOLATE}"
    return shown


def _is_hidden(character: str) -> bool:
    return character in _BLANK or (character not in _JOINERS and unicodedata.category(character) in _HIDDEN)
