"""Edits of binary files, for tests of what reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from hypothesis import strategies as st

__all__ = ["EDITS", "Edit", "edited"]

Edit: TypeAlias = tuple[str, int, int, int]
"""What is done, at which byte (modulo the length), with which value, and to how many bytes."""

_EDIT: Final = st.tuples(
    st.sampled_from(["set", "repeat", "remove", "swap"]), st.integers(0, 400), st.integers(0, 255), st.integers(1, 20)
)
EDITS: Final = st.lists(_EDIT, min_size=1, max_size=4)


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after some edits. Empty if one of them removed everything."""
    body = bytearray(data)
    for kind, place, value, size in edits:
        if not body:
            break
        at = place % len(body)
        part = bytes(body[at : at + size])
        if kind == "set":
            body[at] = value
        elif kind == "repeat":
            body[at:at] = part
        elif kind == "remove":
            del body[at : at + size]
        else:
            body[at : at + 2 * size] = body[at + size : at + 2 * size] + part
    return bytes(body)
