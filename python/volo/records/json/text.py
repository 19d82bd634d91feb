"""Converts values to JSON text, and skips white space in it."""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = ["DECODER", "skip_space", "to_json"]

DECODER: Final = json.JSONDecoder()
"""The decoder of the standard library, with its defaults."""

_NOT_SPACE = re.compile(r"[^ \t\n\r]")


def to_json(value: object, *, ascii: bool = False) -> str:  # noqa: A002 - json.dumps has ensure_ascii
    """Return a value as JSON, on one line and without white space.

    Args:
        value: a value that JSON can represent.
        ascii: whether to escape all other than ASCII characters.

    >>> to_json({"Blue": [True, None, "ä"]})
    '{"Blue":[true,null,"ä"]}'
    """
    return json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False)


def skip_space(text: str, at: int) -> int:
    """Return the index of the first character from ``at`` on that is not white space; the length if there is none."""
    found = _NOT_SPACE.search(text, at)
    return len(text) if found is None else found.start()
