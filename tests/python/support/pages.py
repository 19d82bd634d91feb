"""The pages of the documentation, and the blocks of code in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
_SITE = (ROOT / "docs/index.md").read_text(encoding="utf-8").splitlines()
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
# The order of the site, in which its index has a line for each page. Other pages come first.
PAGES = ["README.md", *sorted(PAGES, key=lambda page: _SITE.index(name) if (name := page[5:-3]) in _SITE else -1)]


def fenced(page: str) -> list[tuple[str, str]]:
    """Return the language and the text of each fenced block of code. The language of a directive is in braces."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    return [text for found, text in fenced(page) if found == language]
