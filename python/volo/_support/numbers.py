"""Numbers as text from outside.

Python's ``int`` and ``float`` also read ``1_0``, digits of other scripts, white space, ``inf`` and ``nan``. Functions
here read only the digits 0 to 9, a minus sign and a decimal point, and their time is bounded.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["decimal_in", "whole_in"]

_WHOLE: Final = re.compile("-?[0-9]{1,30}")
_DECIMAL: Final = re.compile(r"-?(?:[0-9]{1,30}(?:\.[0-9]{1,30})?|\.[0-9]{1,30})")


def whole_in(text: str) -> int | None:
    """Return the whole number with at most 30 digits that a text is; None if it is not one.

    >>> whole_in("-10"), whole_in("1_0"), whole_in("\\u0661")
    (-10, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def decimal_in(text: str) -> float | None:
    """Return the number that a text is, without an exponent and with at most 30 digits on each side of the point.

    >>> decimal_in("0.5"), decimal_in(".5"), decimal_in("1e3"), decimal_in("nan")
    (0.5, 0.5, None, None)
    """
    return float(text) if _DECIMAL.fullmatch(text) else None
