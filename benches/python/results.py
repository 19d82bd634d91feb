"""The table of measurements in benches/RESULTS.md.

The page has a table for the core, a section with the same table from another machine, and a section with a table for
each of the other programs. A program replaces its own part of the page.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table

import volo
from volo._volo import backend

__all__ = ["Row", "in_turn", "machine", "number", "publish"]

RESULTS: Final = Path(__file__).parents[1] / "RESULTS.md"
COLUMNS = ("measurement", "volo", "other", "ratio", "minimum", "maximum", "required", "goal")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: measurements of the core and of the other engine, and the required ratio and the goal.

    Without another engine, the measurement itself takes the place of the ratio.
    """

    name: str
    ours: list[float]
    theirs: list[float]
    required: str = ""
    goal: str = ""

    @property
    def ratios(self) -> list[float]:
        return (
            [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)] if self.theirs else self.ours
        )

    def texts(self) -> tuple[str, ...]:
        other = number(median(self.theirs)) if self.theirs else ""
        spread = [number(f(self.ratios)) for f in (median, min, max)]
        return (self.name, number(median(self.ours)), other, *spread, self.required, self.goal)


def number(value: float) -> str:
    """A number with three digits and the suffix k, M or G.

    >>> [number(value) for value in (0.5, 4.2, 155.3, 2_198, 305_437, 473_446_692, 1_803_000_000)]
    ['0.5', '4.2', '155', '2.2k', '305k', '473M', '1.8G']
    """
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g}{letter}"
    return f"{value:.3g}"


def in_turn(runs: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[list[float], list[float]]:
    """Measure both in turn, and return the results of each."""
    pairs = [(ours(), theirs()) for _ in range(runs)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def machine() -> str:
    """A sentence about the machine, the versions and the day."""
    place = f"{_processor()}, {os.cpu_count()} threads, backend {backend()}, Python {platform.python_version()}"
    return f"{place}, volo {volo.__version__}, {datetime.now(timezone.utc):%Y-%m-%d}."


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def publish(rows: Sequence[Row], about: Sequence[str], section: str = "") -> None:
    """Print the table, and write it to the page, in the place of the section with this heading, or of the first part.

    The first text about it is the title of what is printed, and the second the caption.
    """
    table = Table(title=about[0], caption=about[1])
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == COLUMNS[0] else "right")
    for row in rows:
        table.add_row(*row.texts())
    Console(width=120).print(table)
    page = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    RESULTS.write_text(_with_section(page, section, _markdown(rows, about)), encoding="utf-8")


def _with_section(page: str, section: str, text: str) -> str:
    """The page with another text of a section.

    >>> page = _with_section("# Results\\n\\nold\\n", "Environments", "new\\n")
    >>> page
    '# Results\\n\\nold\\n\\n## Environments\\n\\nnew\\n'
    >>> _with_section(page, "", "first\\n")
    '# Results\\n\\nfirst\\n\\n## Environments\\n\\nnew\\n'
    """
    first, *others = re.split(r"^## ", page, flags=re.MULTILINE)
    if not section:
        first = f"# Results\n\n{text}"
    else:
        others = [other for other in others if not other.startswith(f"{section}\n")] + [f"{section}\n\n{text}"]
    return "\n\n## ".join(part.strip("\n") for part in (first, *others)) + "\n"


def _markdown(rows: Sequence[Row], about: Sequence[str]) -> str:
    lines = [line for text in about for line in (text, "")]
    lines += [" | ".join(("", *COLUMNS, "")).strip(), "|---|" + "---:|" * (len(COLUMNS) - 1)]
    lines += [" | ".join(("", *row.texts(), "")).strip() for row in rows]
    return "\n".join(lines) + "\n"
