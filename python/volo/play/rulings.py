"""The rulings in words, for messages about illegal moves.

The page has them in the browser, too, so they are a file of data. A test compares the texts with docs/RULES.md, which
is not part of the installed package.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

__all__ = ["RULINGS", "in_words"]

RULINGS: Final[dict[str, str]] = json.loads(files(__package__).joinpath("rulings.json").read_text(encoding="utf-8"))
"""The text of each ruling by its number, without markup."""

# Rulings that go on where another one ended, and cannot be understood alone.
_CONTINUES = {"R12": "R11", "R14b": "R14"}


def in_words(ruling: str) -> str:
    """Return a ruling in words, after the ruling that it continues.

    >>> in_words("R6")
    'The player puts one bird from the hand on a vacant space that touches no friendly bird.'
    """
    before = _CONTINUES.get(ruling)
    return RULINGS[ruling] if before is None else f"{RULINGS[before]} {RULINGS[ruling]}"
