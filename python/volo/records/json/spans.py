"""Finds the spans of values in JSON text by their paths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from volo.records.json.text import DECODER, skip_space

__all__ = ["Path", "Span", "find"]

Path: TypeAlias = tuple[str | int, ...]
"""The keys of objects and the indices of arrays that lead to a value, from the outermost to the innermost."""


@dataclass(frozen=True, slots=True)
class Span:
    """The span of a value, as indices of characters.

    Attributes:
        start: the index of the first character of the value.
        end: the index after its last character.
        key: the index of the first character of its key; equal to ``start`` if the value has no key.
    """

    start: int
    end: int
    key: int


def find(text: str, paths: Iterable[Path]) -> dict[Path, Span]:
    """Return the spans of the values with these paths, in one pass over a text that is valid JSON.

    A path that does not exist is not in the result.

    >>> find('{"moves": ["c5", "c9"]}', [("moves", 1)])
    {('moves', 1): Span(start=17, end=21, key=17)}
    """
    found: dict[Path, Span] = {}
    _visit(text, skip_space(text, 0), None, (), set(paths), found)
    return found


def _visit(text: str, at: int, key: int | None, path: Path, wanted: set[Path], found: dict[Path, Span]) -> int:
    """Store the spans of the wanted values within the value at ``at``, and return the end of that value.

    The recursion enters only values that contain wanted ones, so its depth is at most the length of the longest path.
    """
    inside: dict[str | int, set[Path]] = {}
    for each in wanted:
        if len(each) > len(path):
            inside.setdefault(each[len(path)], set()).add(each)
    if inside and text[at] in "[{":
        end = _visit_members(text, at, path, inside, found)
    else:
        _, end = DECODER.raw_decode(text, at)
    if path in wanted:
        found[path] = Span(at, end, at if key is None else key)
    return end


def _visit_members(text: str, at: int, path: Path, inside: dict[str | int, set[Path]], found: dict[Path, Span]) -> int:
    """Visit the members of the object or the elements of the array at ``at``, and return its end."""
    close = "}" if text[at] == "{" else "]"
    at = skip_space(text, at + 1)
    index = 0
    while text[at] != close:
        key = None
        step: str | int = index
        if close == "}":
            key = at
            step, at = DECODER.raw_decode(text, at)
            at = skip_space(text, skip_space(text, at) + 1)
        if step in inside:
            at = _visit(text, at, key, (*path, step), inside[step], found)
        else:
            _, at = DECODER.raw_decode(text, at)
        at = skip_space(text, at)
        if text[at] == ",":
            at = skip_space(text, at + 1)
        index += 1
    return at + 1
