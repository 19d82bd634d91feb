"""The pictures of a fence: every claim is checked with an engine, and then drawn.

An engine is a module with ``Position``: :mod:`volo` or :mod:`volo.reference`. Both must give the same pictures.
"""

from __future__ import annotations

from itertools import cycle
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from sky.claims import FenceError, Groups, Moves, Named, Neighbors, Played, Refused
from sky.fence import Fence, Panel
from sky.words import color, enumeration, groups, player
from volo.color import Color
from volo.errors import IllegalMoveError
from volo.layout import layout
from volo.render import svg
from volo.render.svg.markup import COLORS

__all__ = ["PALETTE", "Picture", "draw", "position_of"]

# The style sheet of the site sets these variables for the light and for the dark mode.
PALETTE = {part: f"var(--volo-{part.replace(' ', '-')}, {color})" for part, color in COLORS.items()}
_ILLEGAL = PALETTE | {"move": "var(--volo-illegal, #d92d20)"}
_REGIONS = ("var(--volo-region-1, #a5d8f5)", "var(--volo-region-2, #f6d186)")

_KINDS = {"moves": {"add", "fly", "pass"}, "adds": {"add"}, "flights": {"fly"}}
_DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
_PIXELS_PER_EDGE = 80

# The marks of a claim in words, and the options of `svg.board` that draw them.
_Marks: TypeAlias = tuple[str, dict[str, Any]]


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
    """Check the claim of a panel, and draw it. The picture before it shows the position after the moves `shown`."""
    before, last = None, None
    for move in panel.moves:
        before, last, position = position, position.parse_move(move), position.play(move)
    names = [f"`{move}`" for move in panel.moves]
    after = f" after {', '.join(names)}" if names else ""
    kind, label, message = "position", "", ""
    match panel.claim:
        case Played(result):
            words, marks = _played(result, position, before, last)
            kind = "legal" if result else kind
            # Only the last move is named if the picture before shows the other moves.
            moves = ", ".join(names[-1:] if shown == panel.moves[:-1] else names)
            label = ": ".join(part for part in ((result or "").capitalize(), moves) if part)
        case Named():
            words, marks = "The name of each vacant space is written into it.", {"coordinates": "spaces"}
        case Refused(move, ruling):
            kind, label, message = "illegal", f"Illegal{after}: `{move}`", _reason(position, move, ruling)
            words, marks = f"The illegal move {move} is marked.", {"move": move, "colors": _ILLEGAL}
        case Moves(number, what, birds):
            words, marks = _moves(number, what, birds, position)
            of = f" of {enumeration([f'`{bird}`' for bird in birds])}" if birds else ""
            label = f"{_counted(number, what)}{of}{after}"
        case Neighbors(number, space):
            words, marks = _neighbors(number, space, position)
            label = f"{_counted(number, 'neighbors')} of `{space}`"
        case Groups(number, what, name):
            words, marks = _groups(number, what, name, position)
            label = f"{_counted(number, what)} of {name}{after}"
    places = " ".join(f"{player(each)} has birds at {enumeration(position.birds(each))}." for each in Color)
    options: dict[str, Any] = {
        "colors": PALETTE,
        "flocks": fence.has_flocks,
        "regions": None if fence.regions is None else color(fence.regions),
        "size": _PIXELS_PER_EDGE * position.rules.edge,
        "description": f"A sky of edge {position.rules.edge}. {places} {words}".rstrip(),
    }
    picture = svg.board(position, **{**options, **marks})
    return Picture(picture, position.rules.edge, kind, label, panel.caption, message)


def _counted(number: int, what: str) -> str:
    return f"{number} {what if number != 1 else what.removesuffix('s')}"


def _played(claimed: str | None, position: Any, before: Any, last: Any) -> _Marks:
    outcome = position.outcome()
    result = None if outcome is None else "draw" if outcome.winner is None else f"{player(outcome.winner)} wins"
    if result != (None if claimed == "legal" else claimed):
        raise FenceError(f"the result is {result or 'open'}, not {claimed or 'open'}, in {position.fen()}")
    if last is None:
        return "", {}
    opponent = before.turn.other
    left = [name for name in before.birds(opponent) if name not in position.birds(opponent)]
    words = f"The move {last} is marked." if last.spaces else ""
    if left:
        words += f" Birds of {player(opponent)} have left {enumeration(left)}."
    return words, {"move": last if last.spaces else None, "before": before}


def _reason(position: Any, move: str, ruling: str) -> str:
    """Why a move is refused."""
    try:
        position.play(move)
    except IllegalMoveError as error:
        if error.ruling != ruling:
            raise FenceError(f"{move} is refused by {error.ruling}, not by {ruling}") from None
        return str(error)
    raise FenceError(f"{move} is legal in {position.fen()}")


def _moves(number: int, what: str, birds: tuple[str, ...], position: Any) -> _Marks:
    moves = [move for move in position.legal_moves() if move.kind in _KINDS[what]]
    if birds:
        moves = [move for move in moves if set(move.spaces) <= set(birds)]
    _check_number(number, what, len(moves))
    spaces = layout(position.rules.edge).spaces
    reached = {
        spaces[name] if move.direction is None else spaces[name].step(move.direction, move.distance)
        for move in moves
        for name in move.spaces
    }
    names = [name for name, place in spaces.items() if place in reached]
    words = f"The spaces that {what} reach are marked: {enumeration(names)}." if names else ""
    return words, {"highlights": names}


def _neighbors(number: int, space: str, position: Any) -> _Marks:
    spaces = layout(position.rules.edge).spaces
    if space not in spaces:
        raise FenceError(f"{space} is not a space of a sky of edge {position.rules.edge}")
    steps = {spaces[space].step(direction) for direction in _DIRECTIONS}
    names = [name for name, place in spaces.items() if place in steps]
    _check_number(number, "neighbors", len(names))
    words = f"Arrows lead from {space} to its neighbors {enumeration(names)}."
    return words, {"arrows": [(space, name) for name in names]}


def _groups(number: int, what: str, name: str, position: Any) -> _Marks:
    if what == "flocks":
        flocks = position.flocks(color(name))
        _check_number(number, what, len(flocks))
        return f"The flocks of {name} are outlined: {groups(flocks)}.", {"flocks": True}
    regions = [(*region.birds, *region.vacant) for region in position.regions(color(name))]
    _check_number(number, what, len(regions))
    colors = {space: tint for region, tint in zip(regions, cycle(_REGIONS), strict=False) for space in region}
    return f"The regions of {name} are marked: {groups(regions)}.", {"highlights": colors}


def _check_number(claimed: int, what: str, number: int) -> None:
    if number != claimed:
        raise FenceError(f"the number of {what} is {number}, not {claimed}")
