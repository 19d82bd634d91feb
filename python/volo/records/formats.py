"""The record formats, whose list the compiled core has: names, and suffixes of files."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Literal

from volo._volo import _LISTS
from volo.errors import VoloError
from volo.records.files.compression import SUFFIXES, Method

__all__ = ["DESCRIPTIONS", "FORMATS", "FORMAT_SUFFIXES", "Format", "check_format", "format_of_path", "listed"]

FORMATS: Final[tuple[Format, ...]] = tuple(name for name, _, _ in _LISTS["Format"])
"""The names of all formats."""

if TYPE_CHECKING:
    from volo._volo import _Format as Format
else:
    Format = Literal[FORMATS]

FORMAT_SUFFIXES: Final[tuple[str, ...]] = tuple(suffix for _, _, suffix in _LISTS["Format"])
"""The suffixes of files, in the order of the formats."""

DESCRIPTIONS: Final[tuple[str, ...]] = tuple(description for _, description, _ in _LISTS["Format"])
"""A few words about each format for messages."""


def check_format(name: str) -> Format:
    """Return the format with this name."""
    for each in FORMATS:
        if name == each:
            return each
    raise VoloError(f"unknown record format {name!a}; expected one of {', '.join(FORMATS)}")


def format_of_path(path: str) -> tuple[Format | None, Method | None]:
    """Return the format and the compression method that the suffixes of a path select, or None where they select none.

    >>> format_of_path("games.jsonl.gz"), format_of_path("games.volo"), format_of_path("games")
    (('jsonl', 'gzip'), ('volo', None), (None, None))
    """
    name = PurePath(path)
    method = SUFFIXES.get(name.suffix)
    suffix = name.suffix if method is None else name.with_suffix("").suffix
    return dict(zip(FORMAT_SUFFIXES, FORMATS, strict=True)).get(suffix), method


def listed(words: tuple[str, ...]) -> str:
    """Words in a sentence.

    >>> listed(("a", "b", "c"))
    'a, b or c'
    """
    *first, last = words
    return f"{', '.join(first)} or {last}"
