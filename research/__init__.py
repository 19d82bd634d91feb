"""Programs that make the published numbers, puzzles, weights and proofs again. README.md lists them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
FIGURES: Final = ROOT / "research" / "figures"
"""The published figures, from which the tables of the pages are made."""

Figure = TypeVar("Figure")


def read(kind: type[Figure], name: str) -> list[Figure]:
    """The published figures of a kind, one a line."""
    return [kind(**json.loads(line)) for line in (FIGURES / name).read_text(encoding="utf-8").splitlines()]


def write(figures: Iterable[DataclassInstance], name: str) -> None:
    text = "".join(f"{json.dumps(asdict(each))}\n" for each in figures)
    (FIGURES / name).write_text(text, encoding="utf-8")
