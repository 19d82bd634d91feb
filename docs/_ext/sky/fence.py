"""What a fence of a page says: a board, and the pictures to draw of it, each with the claim that it makes.

A fence begins with a board, as ``print(position)`` writes it. After an empty line, each line describes a picture::

       g 1 . . 4
      f . o . b . 5
     e . . . . . . 6
    d 1 b . 4 . o 7
     c . . . . . . 6
      b . o . b . 5
       a 1 . . 4
    Orange to move

    9 adds: A bird may be added to any of these spaces.
    legal a3: The new bird touches no bird of its own colour.
    illegal c3 [R6]: The new bird would touch b2.

A line that begins with a blank continues the line before it. These are the claims:

``before``
    the position of the board, in which the game is not over
``names``
    the same, with the name of each vacant space written into it
``legal MOVES``
    the moves are legal, and the game goes on
``Orange wins``, ``Blue wins``, ``draw``, or one of these and ``by MOVES``
    the game is over with this result
``illegal MOVE [RULING]``
    the move is illegal by this ruling
``2 adds``, ``2 flights of SPACES``, ``2 neighbours of SPACE``, ``2 flocks of Orange``, ``2 regions of Blue``
    the number of these, which are marked

The last two may end with ``after MOVES``. The lines ``show flocks`` and ``show regions of Blue`` mark these in every
picture of the fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, cast

__all__ = ["Claim", "Counted", "Fence", "FenceError", "Named", "Panel", "Played", "Refused", "fences", "read"]

What = Literal["adds", "flights", "neighbours", "flocks", "regions"]


class FenceError(ValueError):
    """A fence is malformed, or a claim in it is false."""


class Played(NamedTuple):
    """The moves of the panel are legal.

    Attributes:
        result: "Orange wins", "Blue wins" or "draw"; None if the game goes on.
    """

    result: str | None


class Refused(NamedTuple):
    """A move is illegal by a ruling."""

    move: str
    ruling: str


class Named(NamedTuple):
    """The spaces have names."""


class Counted(NamedTuple):
    """There are so many adds, flights, neighbours, flocks or regions.

    Attributes:
        of: the spaces of the birds that fly, or the space whose neighbours are counted, or the player.
    """

    number: int
    what: What
    of: tuple[str, ...]


Claim = Played | Refused | Named | Counted


class Panel(NamedTuple):
    """One picture.

    Attributes:
        moves: the moves that are played before it is drawn.
        claim: what the picture shows, and what must be true.
        caption: a text in Markdown, which may be empty.
    """

    moves: tuple[str, ...]
    claim: Claim
    caption: str


class Fence(NamedTuple):
    """All that a fence says.

    Attributes:
        board: the position.
        has_flocks: whether every picture shows the flocks.
        regions: the player whose regions every picture shows; None to show no regions.
        panels: the pictures, at least one.
    """

    board: str
    has_flocks: bool
    regions: str | None
    panels: tuple[Panel, ...]


_SPACE = "[a-z][0-9]+"
_SHOW = re.compile(r"show (?:(?P<flocks>flocks)|regions of (?P<regions>Orange|Blue))")
_HEAD = re.compile(
    rf"""
    (?: before
      | (?P<names>names)
      | legal[ ](?P<legal>.+)
      | (?P<result>Orange[ ]wins|Blue[ ]wins|draw)(?:[ ]by[ ](?P<by>.+))?
      | (?: illegal[ ](?P<illegal>\S+)[ ]\[(?P<ruling>R\w+)\]
          | (?P<count>\d+)[ ](?P<what>add|flight|neighbour|flock|region)s?
            (?:[ ]of[ ](?P<of>Orange|Blue|{_SPACE}(?:[ ]{_SPACE})*))?
        )
        (?:[ ]after[ ](?P<after>.+))?
    )
    """,
    re.VERBOSE,
)


def fences(page: str) -> Iterator[str]:
    """The texts of the fences of a page in Markdown."""
    for fence in re.finditer(r"^```\{sky\}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield fence[1]


def read(text: str) -> Fence:
    """Read a fence.

    Raises:
        FenceError: a line is not as described above, or the fence has no picture.

    Examples:
        >>> read("g 1 . . 4\\n…\\nOrange to move\\n\\nillegal c3 [R6]: It touches b2.").panels
        (Panel(moves=(), claim=Refused(move='c3', ruling='R6'), caption='It touches b2.'),)
    """
    board, _, rest = text.strip("\n").partition("\n\n")
    flocks, regions = False, None
    panels: list[Panel] = []
    for line in re.sub(r"\n[ \t]+", " ", rest).splitlines():
        if not line.strip():
            continue
        if (show := _SHOW.fullmatch(line)) is not None:
            flocks = flocks or show["flocks"] is not None
            regions = show["regions"] or regions
        else:
            panels.append(_panel(line))
    if not panels:
        raise FenceError("the fence has no picture: after the board and an empty line, a line must describe one")
    return Fence(board, flocks, regions, tuple(panels))


def _panel(line: str) -> Panel:
    """Read the line of a panel. Moves contain colons, but no colon is before a blank or at their end."""
    head, _, caption = re.sub(r":(?= |$)", "\n", line, count=1).partition("\n")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise FenceError(f"{head!r} is not a claim; expected a form such as 'legal a3', 'illegal c3 [R6]' or '9 adds'")
    moves = tuple((found["legal"] or found["by"] or found["after"] or "").split())
    claim: Claim
    if found["illegal"] is not None:
        claim = Refused(found["illegal"], found["ruling"])
    elif found["count"] is not None:
        claim = Counted(int(found["count"]), cast("What", f"{found['what']}s"), tuple((found["of"] or "").split()))
    elif found["names"] is not None:
        claim = Named()
    else:
        claim = Played(found["result"])
    return Panel(moves, claim, caption.strip())
