"""The pictures of a fence: every claim is checked with an engine, and then drawn.

An engine is a module with ``Position``: :mod:`volo` or :mod:`volo.reference`. Both must give the same pictures.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from sky.claims import FenceError, Groups, Moves, Named, Neighbours, Played, Refused
from sky.fence import Fence, Panel
from sky.marks import PALETTE, check
from sky.words import color, enumeration, player
from volo.color import Color
from volo.render import svg

__all__ = ["Picture", "draw", "position_of"]

_PIXELS_PER_EDGE = 80


class Picture(NamedTuple):
    """A picture with the texts below it.

    Attributes:
        svg: the picture.
        edge: the edge of the sky.
        kind: "legal", "illegal" or "position".
        label: the claim in words, in Markdown. It is empty if the claim is the position itself.
        caption: the caption, in Markdown.
        message: the error message of the engine. It is empty if no move is refused.
    """

    svg: str
    edge: int
    kind: str
    label: str
    caption: str
    message: str


def position_of(fence: Fence, engine: ModuleType) -> Any:
    """The position of the board.

    Raises:
        FenceError: the board is not as the engine prints it.
        VoloError: the board is not a valid position.
    """
    if "\n" not in fence.board:
        return engine.Position(fence.board)
    position = engine.Position.from_board(fence.board)
    expected = position.board()
    if [line.strip() for line in expected.splitlines()] != [line.strip() for line in fence.board.splitlines()]:
        raise FenceError(f"the board is not as the engine prints it:\n{expected}")
    return position


def draw(fence: Fence, engine: ModuleType) -> list[Picture]:
    """The pictures of a fence, in order.

    Raises:
        FenceError: a claim is false, or the board is not as the engine prints it.
        VoloError: the board is not a valid position, or a move that leads to a picture is illegal.
    """
    start = position_of(fence, engine)
    shown = [(), *(panel.moves for panel in fence.panels)]
    return [_draw(fence, panel, earlier, start) for panel, earlier in zip(fence.panels, shown, strict=False)]


def _draw(fence: Fence, panel: Panel, shown: tuple[str, ...], position: Any) -> Picture:
    """Draw a panel. The picture before it shows the position after the moves `shown`."""
    before, last = None, None
    for move in panel.moves:
        before, last, position = position, position.parse_move(move), position.play(move)
    marks = check(panel.claim, position, before, last)
    birds = " ".join(f"{player(each)} has birds at {enumeration(position.birds(each))}." for each in Color)
    options: dict[str, Any] = {
        "colors": PALETTE,
        "flocks": fence.has_flocks,
        "regions": None if fence.regions is None else color(fence.regions),
        "size": _PIXELS_PER_EDGE * position.rules.edge,
        "description": f"A sky of edge {position.rules.edge}. {birds} {marks.words}".rstrip(),
    }
    return Picture(
        svg=svg.board(position, **{**options, **marks.options}),
        edge=position.rules.edge,
        kind=_kind(panel),
        label=_label(panel, shown),
        caption=panel.caption,
        message=marks.message,
    )


def _kind(panel: Panel) -> str:
    match panel.claim:
        case Refused():
            return "illegal"
        case Played(str()):
            return "legal"
        case _:
            return "position"


def _label(panel: Panel, shown: tuple[str, ...]) -> str:
    """The claim in words, in Markdown. It names the last move only if the picture before shows the other moves."""
    names = [f"`{move}`" for move in panel.moves]
    after = f" after {', '.join(names)}" if names else ""
    match panel.claim:
        case Played(result):
            moves = ", ".join(names[-1:] if shown == panel.moves[:-1] else names)
            return ": ".join(part for part in ((result or "").capitalize(), moves) if part)
        case Named():
            return ""
        case Refused(move):
            return f"Illegal{after}: `{move}`"
        case Moves(number, what, birds):
            of = f" of {enumeration([f'`{bird}`' for bird in birds])}" if birds else ""
            return f"{_counted(number, what)}{of}{after}"
        case Neighbours(number, space):
            return f"{_counted(number, 'neighbours')} of `{space}`"
        case Groups(number, what, name):
            return f"{_counted(number, what)} of {name}{after}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what if number != 1 else what.removesuffix('s')}"
