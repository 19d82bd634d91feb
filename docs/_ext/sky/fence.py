"""The contents of a fence of a page: a board, and the pictures to draw of it, each with the claim that it makes.

A fence begins with a board, as ``print(position)`` writes it, with a fen, or with a rule set, which means its start.
After an empty line, each line describes a picture: a claim, and after a colon a caption in Markdown, which may be
absent. A line that begins with a blank continues the line before it::

       g 1 . . 4
      f . o . b . 5
     e . . . . . . 6
    d 1 b . 4 . o 7
     c . . . . . . 6
      b . o . b . 5
       a 1 . . 4
    Orange to move

    9 adds: A bird may be added to any of these spaces.
    legal a3: The new bird touches no bird of its own color.
    illegal c3 [R6]

``before`` and ``after MOVES`` show a position in which the game is not over, and ``names`` the names of its vacant
spaces too. Moves that are claimed to be ``legal`` do not end the game. ``Orange wins``, ``Blue wins`` or ``draw``,
perhaps ``by MOVES``, is its result. The number of legal moves, adds, flights, neighbors, flocks or regions is claimed,
and what is counted is marked. The lines ``show flocks`` and ``show regions of Blue`` mark these in every picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SPACE = "[a-z][0-9]+"
_AFTER = "(?: after (?P<moves>.+))?"
_FORMS = {
    "played": [
        "before",
        "after (?P<moves>.+)",
        "(?P<result>legal) (?P<moves>.+)",
        "(?P<result>Orange wins|Blue wins|draw)(?: by (?P<moves>.+))?",
    ],
    "named": ["names"],
    "refused": [rf"illegal (?P<move>\S+) \[(?P<ruling>R\w+)\]{_AFTER}"],
    "moves": [
        rf"(?P<number>[0-9]+) (?P<what>move|add|flight)s?{_AFTER}",
        rf"(?P<number>[0-9]+) (?P<what>flight)s? of (?P<birds>{_SPACE}(?: {_SPACE})*){_AFTER}",
    ],
    "neighbors": [rf"(?P<number>[0-9]+) (?P<what>neighbor)s? of (?P<space>{_SPACE})"],
    "groups": [rf"(?P<number>[0-9]+) (?P<what>flock|region)s? of (?P<player>Orange|Blue){_AFTER}"],
}
_SHOW = re.compile(r"show (?:(?P<flocks>flocks)|regions of (?P<regions>Orange|Blue))")


class FenceError(ValueError):
    """A fence is malformed, or a claim in it is false."""


class Panel(NamedTuple):
    """One picture: its kind of claim, the words of it by name, the moves that lead to it, and a caption in Markdown."""

    kind: str
    claim: dict[str, str]
    moves: tuple[str, ...]
    caption: str


class Fence(NamedTuple):
    """A board, its pictures, and whether each shows the flocks, or the regions of a player."""

    board: str
    panels: tuple[Panel, ...]
    has_flocks: bool
    regions: str | None


def fences(page: str) -> Iterator[str]:
    """The texts of the fences of a page in Markdown."""
    for fence in re.finditer(r"^```\{sky\}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield fence[1]


def read(text: str) -> Fence:
    """Read a fence."""
    board, _, rest = text.strip("\n").partition("\n\n")
    lines = [line for line in re.sub(r"\n[ \t]+", " ", rest).splitlines() if line]
    shown = [found for line in lines if (found := _SHOW.fullmatch(line)) is not None]
    panels = tuple(_panel(line) for line in lines if not _SHOW.fullmatch(line))
    if not panels:
        raise FenceError("the fence has no picture: after the board and an empty line, a line must describe one")
    regions = [found["regions"] for found in shown if found["regions"]]
    return Fence(board, panels, any(found["flocks"] for found in shown), regions[-1] if regions else None)


def _panel(line: str) -> Panel:
    # The colon in a move such as `b2:b4-E1` does not end the claim.
    text, *caption = re.split(r":(?: |$)", line, maxsplit=1)
    for kind, forms in _FORMS.items():
        for form in forms:
            if (found := re.fullmatch(form, text)) is not None:
                claim = {name: word for name, word in found.groupdict().items() if word is not None}
                return Panel(kind, claim, tuple(claim.get("moves", "").split()), "".join(caption).strip())
    raise FenceError(f"{text!r} is not a claim; expected a form such as 'legal a3', 'illegal c3 [R6]' or '9 adds'")
