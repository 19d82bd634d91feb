"""Text for HTML documents, in which it cannot become markup."""

from __future__ import annotations

import json
import re
from html import escape

# `<` and `&` could begin markup, and the line separators end a line in old scripts. Surrogates cannot be written.
_SPECIAL = re.compile("[<>&\x7f-\x9f\u2028\u2029\ud800-\udfff]")

# HTML has no way to write these characters.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")


def data(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _SPECIAL.sub(lambda found: f"\\u{ord(found.group()):04x}", written)


def text(content: str) -> str:
    """The content of an element. Characters that HTML cannot represent are replaced."""
    return escape(_FORBIDDEN.sub("\ufffd", content))
