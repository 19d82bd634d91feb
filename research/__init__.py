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

Figure = TypeVar("Figure", bound="DataclassInstance")


def read(kind: type[Figure]) -> list[Figure]:
    """The published figures of a kind, one a line."""
    return [kind(**json.loads(line)) for line in _file_of(kind).read_text(encoding="utf-8").splitlines()]


def write(kind: type[Figure], figures: Iterable[Figure]) -> None:
    text = "".join(f"{json.dumps(asdict(each))}\n" for each in figures)
    _file_of(kind).write_text(text, encoding="utf-8")


def _file_of(kind: type[Figure]) -> Path:
    """The file with the figures of a kind, which has the name of its module."""
    return FIGURES / f"{kind.__module__.rpartition('.')[2]}.jsonl"
