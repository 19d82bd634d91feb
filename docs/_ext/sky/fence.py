"""The contents of a fence of a page: a board, and the pictures to draw of it, each with the claim that it makes.

A fence begins with a board, as ``print(position)`` writes it, or with the name of a rule set, which means its start.
After an empty line, each line describes a picture: a claim, and after a colon a caption in Markdown, which may be
absent::

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

A line that begins with a blank continues the line before it. These are the claims:

``before``
    the position of the board, in which the game is not over
``names``
    the same, with the name of each vacant space written into it
``after MOVES``, ``legal MOVES``
    the moves are legal, and the game is not over after them
``Orange wins``, ``Blue wins``, ``draw``, or one of these and ``by MOVES``
    the game is over with this result
``illegal MOVE [RULING]``
    the move is illegal by this ruling
``2 moves``, ``2 adds``, ``2 flights``, ``2 flights of SPACES``
    the number of legal moves; the spaces that they reach are marked
``2 neighbors of SPACE``, ``2 flocks of Orange``, ``2 regions of Blue``
    the number of these, which are marked

Illegal moves, numbers of moves, flocks and regions may be followed by ``after MOVES``. The lines ``show flocks`` and
``show regions of Blue`` mark these in every picture of the fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sky.claims import Claim, FenceError, read_claim

__all__ = ["Fence", "Panel", "fences", "read"]


class Panel(NamedTuple):
    """One picture.

    Attributes:
        claim: what must be true in the position that it shows.
        moves: the moves that lead from the board of the fence to this position.
        caption: a text in Markdown, which may be empty.
    """

    claim: Claim
    moves: tuple[str, ...]
    caption: str


class Fence(NamedTuple):
    """All that a fence says.

    Attributes:
        board: the position, or the name of a rule set.
        panels: the pictures, at least one.
        has_flocks: whether every picture shows the flocks.
        regions: the player whose regions every picture shows; None to show no regions.
    """

    board: str
    panels: tuple[Panel, ...]
    has_flocks: bool
    regions: str | None


_SHOW = re.compile(r"show (?:(?P<flocks>flocks)|regions of (?P<regions>Orange|Blue))")


def fences(page: str) -> Iterator[str]:
    """The texts of the fences of a page in Markdown."""
    for fence in re.finditer(r"^```\{sky\}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield fence[1]


def read(text: str) -> Fence:
    """Read a fence.

    Raises:
        FenceError: a line is not as described above, or the fence has no picture.
    """
    board, _, rest = text.strip("\n").partition("\n\n")
    lines = [line for line in re.sub(r"\n[ \t]+", " ", rest).splitlines() if line]
    shown = [found for line in lines if (found := _SHOW.fullmatch(line)) is not None]
    panels = tuple(_panel(line) for line in lines if not _SHOW.fullmatch(line))
    if not panels:
        raise FenceError("the fence has no picture: after the board and an empty line, a line must describe one")
    regions = [found["regions"] for found in shown if found["regions"]]
    return Fence(board, panels, any(found["flocks"] for found in shown), regions[-1] if regions else None)


def _panel(line: str) -> Panel:
    """Read the line of a picture. The colon in a move such as ``b2:b4-E1`` does not end the claim."""
    text, *caption = re.split(r":(?: |$)", line, maxsplit=1)
    claim, moves = read_claim(text)
    return Panel(claim, moves, "".join(caption).strip())
