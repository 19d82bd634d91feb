"""The commands behind docs/KNOWN.md and docs/known: each writes the figures that the pages show.

The figures are lines of JSON in docs/known. `pages.py` makes the tables of the pages from them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["DOCS", "ROOT"]

ROOT: Final = Path(__file__).parents[4]
DOCS: Final = ROOT / "docs"
