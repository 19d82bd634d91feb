"""The command ``go`` of UGI, which has the limit of a search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from volo.engine.limit import Limit
from volo.errors import VoloError

__all__ = ["limit_of", "words_of"]

# For each word of UGI, the field of a limit, and the number that UGI writes for 1.
_FIELDS: Final = {
    "p1time": ("orange_clock", 1000),
    "p2time": ("blue_clock", 1000),
    "p1inc": ("orange_inc", 1000),
    "p2inc": ("blue_inc", 1000),
    "movestogo": ("remaining_moves", 1),
    "movetime": ("time", 1000),
    "depth": ("depth", 1),
    "nodes": ("nodes", 1),
}

# The largest number of nodes, 2**64 - 1, has 20 digits.
_WRITTEN: Final = re.compile("-?[0-9]{1,20}")


def limit_of(words: Sequence[str]) -> Limit | None:
    """Return the limit in the words after ``go``. For ``infinite`` and for no words, return None, which means no limit.

    A clock that is below zero counts as zero, and a depth of 0 as 1.

    Raises:
        VoloError: a word is unknown, or a number is wrong or missing.

    >>> limit_of("p1time 60000 p2time 59000 p1inc 0 p2inc 100".split()).blue_inc
    0.1
    >>> limit_of(["infinite"]) is None
    True
    >>> limit_of(["depth", "x"])
    Traceback (most recent call last):
        ...
    volo.errors.VoloError: expected a number after depth, not 'x'
    """
    if list(words) in ([], ["infinite"]):
        return None
    fields: dict[str, float] = {}
    rest = iter(words)
    for word in rest:
        if word not in _FIELDS:
            raise VoloError(f"expected infinite or one of {', '.join(_FIELDS)}, not {word[:80]!r}")
        field, unit = _FIELDS[word]
        if field in fields:
            raise VoloError(f"{word} is given twice")
        number = next(rest, "")
        if not _WRITTEN.fullmatch(number):
            raise VoloError(f"expected a number after {word}, not {number[:80]!r}")
        fields[field] = int(number) / unit if unit > 1 else int(number)
    for field, least in (("orange_clock", 0), ("blue_clock", 0), ("depth", 1)):
        if field in fields:
            fields[field] = max(fields[field], least)
    return Limit(**fields)  # type: ignore[arg-type]


def words_of(limit: Limit) -> str:
    """Return a limit as the words after ``go``. Times are rounded up to milliseconds.

    >>> words_of(Limit(time=0.5, nodes=1000)), words_of(Limit())
    ('movetime 500 nodes 1000', 'infinite')
    """
    words = []
    for word, (field, unit) in _FIELDS.items():
        number = getattr(limit, field)
        # An increment belongs to a clock.
        if number is None or (field.endswith("_inc") and getattr(limit, field.replace("_inc", "_clock")) is None):
            continue
        words.append(f"{word} {ceil(number * unit)}")
    return " ".join(words) or "infinite"
