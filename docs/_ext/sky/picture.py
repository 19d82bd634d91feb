"""The pictures of a fence: every claim is checked with an engine, and then drawn.

An engine is a module with ``Position``: :mod:`volo` or :mod:`volo.reference`. Both must give the same pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from sky.fence import Counted, Fence, FenceError, Named, Panel, Played, Refused
from volo.color import Color
from volo.errors import IllegalMoveError
from volo.layout import layout
from volo.render import svg
from volo.render.svg.palette import COLORS

__all__ = ["Picture", "draw", "position_of"]

_PIXELS_PER_EDGE = 80
_DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")

# The style sheet of the site sets these variables for the light and for the dark mode.
_COLORS = {part: f"var(--volo-{part.replace(' ', '-')}, {color})" for part, color in COLORS.items()}
_ILLEGAL = _COLORS | {"move": "var(--volo-illegal, #d92d20)"}
_REGIONS = ("var(--volo-region-1, #a5d8f5)", "var(--volo-region-2, #f6d186)", "var(--volo-region-3, #b9e3b0)")


class Picture(NamedTuple):
    """A picture with the texts below it.

    Attributes:
        svg: the picture.
        kind: "legal", "illegal" or "position".
        label: the claim in words, in Markdown. It is empty if the claim is the position itself.
        message: the reason that the core gives for refusing the move. It is empty if no move is refused.
        caption: the caption, in Markdown.
    """

    svg: str
    kind: str
    label: str
    message: str
    caption: str


class _Drawing(NamedTuple):
    """What is added to a position: the options of :func:`volo.render.svg.board`, and the same in words."""

    words: str = ""
    options: Mapping[str, Any] = MappingProxyType({})


def position_of(fence: Fence, engine: ModuleType) -> Any:
    """The position of the board.

    Raises:
        FenceError: the board is not as the engine itself prints it.
        VoloError: the board is not a valid position.
    """
    position = engine.Position.from_board(fence.board)
    expected = position.board()
    if [line.strip() for line in expected.splitlines()] != [line.strip() for line in fence.board.splitlines()]:
        raise FenceError(f"the board must be written as the engine prints it:\n{expected}")
    return position


def draw(fence: Fence, engine: ModuleType) -> list[Picture]:
    """The pictures of a fence, in order.

    Raises:
        FenceError: a claim is false, or the board is not as the engine prints it.
        VoloError: the board is not a valid position, or a move that is not claimed to be illegal is refused.
    """
    start = position_of(fence, engine)
    return [_draw(fence, panel, start) for panel in fence.panels]


def _draw(fence: Fence, panel: Panel, position: Any) -> Picture:
    before, last = None, None
    for move in panel.moves:
        before, last = position, position.parse_move(move)
        position = position.play(move)
    kind, message = "position", ""
    if isinstance(panel.claim, Played):
        _check_result(position, panel.claim)
        drawing = _played(position, before, last)
        if last is not None:
            kind = "legal"
    elif isinstance(panel.claim, Refused):
        message = _reason(position, panel.claim)
        kind = "illegal"
        drawing = _Drawing(
            f"The illegal move {panel.claim.move} is marked.", {"move": panel.claim.move, "colors": _ILLEGAL}
        )
    elif isinstance(panel.claim, Named):
        drawing = _Drawing("The name of each vacant space is written into it.", {"coordinates": "spaces"})
    else:
        drawing = _counted(position, panel.claim)
    options: dict[str, Any] = {
        "colors": _COLORS,
        "flocks": fence.has_flocks,
        "regions": None if fence.regions is None else _color(fence.regions),
        "size": _PIXELS_PER_EDGE * position.rules.edge,
        "description": f"{_birds(position)} {drawing.words}".rstrip(),
    }
    return Picture(svg.board(position, **{**options, **drawing.options}), kind, _label(panel), message, panel.caption)


def _check_result(position: Any, claim: Played) -> None:
    outcome = position.outcome()
    result = None if outcome is None else "draw" if outcome.winner is None else f"{_name(outcome.winner)} wins"
    if result != claim.result:
        raise FenceError(f"the result is {result or 'open'}, not {claim.result or 'open'}, in {position.fen()}")


def _reason(position: Any, claim: Refused) -> str:
    """Why the move is refused."""
    try:
        position.play(claim.move)
    except IllegalMoveError as error:
        if error.ruling != claim.ruling:
            raise FenceError(f"{claim.move} is refused by {error.ruling}, not by {claim.ruling}") from None
        return str(error)
    raise FenceError(f"{claim.move} is legal in {position.fen()}")


def _played(position: Any, before: Any, last: Any) -> _Drawing:
    if last is None:
        return _Drawing()
    left = [name for player in Color for name in before.birds(player) if player is position.turn]
    gone = [name for name in left if name not in position.birds(position.turn)]
    words = f"The move {last} is marked."
    if gone:
        words += f" It drove away birds from {_list(gone)}."
    return _Drawing(words, {"move": last if last.spaces else None, "before": before})


def _counted(position: Any, claim: Counted) -> _Drawing:
    """Count what is claimed, and mark it.

    Raises:
        FenceError: the number is another one.
    """
    if claim.what in {"flocks", "regions"}:
        player = _color(claim.of[0])
        groups = [_all_spaces(group) for group in getattr(position, claim.what)(player)]
        _check_count(claim, len(groups))
        words = "; ".join(_list(group) for group in groups)
        colors = {name: color for group, color in zip(groups, cycle(_REGIONS), strict=False) for name in group}
        return _Drawing(f"These {claim.what} of {claim.of[0]} are marked: {words}.", {"highlights": colors})
    if claim.what == "neighbours":
        (space,) = claim.of
        spaces = layout(position.rules.edge).spaces
        steps = [spaces[space].step(direction) for direction in _DIRECTIONS]
        names = [name for name, place in spaces.items() if place in steps]
        _check_count(claim, len(names))
        options = {"arrows": [(space, name) for name in names]}
        return _Drawing(f"Arrows point from {space} to its neighbours {_list(names)}.", options)
    kind = "add" if claim.what == "adds" else "fly"
    moves = [move for move in position.legal_moves() if move.kind == kind]
    if claim.of:
        moves = [move for move in moves if set(move.spaces) <= set(claim.of)]
    _check_count(claim, len(moves))
    names = _landings(position, moves)
    words = f"The spaces that they reach are marked: {_list(names)}." if names else ""
    return _Drawing(words, {"highlights": names})


def _landings(position: Any, moves: list[Any]) -> list[str]:
    """The spaces that these moves reach, in board order."""
    spaces = layout(position.rules.edge).spaces
    reached = {
        spaces[name] if move.direction is None else spaces[name].step(move.direction, move.distance)
        for move in moves
        for name in move.spaces
    }
    return [name for name, place in spaces.items() if place in reached]


def _all_spaces(group: Any) -> list[str]:
    """The spaces of a region, or of a flock."""
    return [*group.birds, *group.vacant] if hasattr(group, "vacant") else list(group)


def _check_count(claim: Counted, count: int) -> None:
    if count != claim.number:
        raise FenceError(f"there are {count} {claim.what}, not {claim.number}")


def _label(panel: Panel) -> str:
    """The claim in words, in Markdown."""
    moves = ", ".join(f"`{move}`" for move in panel.moves)
    after = f" after {moves}" if moves else ""
    claim = panel.claim
    if isinstance(claim, Played):
        verdict = "Legal" if claim.result is None else claim.result.capitalize()
        return f"{verdict}: {moves}" if moves else verdict if claim.result is not None else ""
    if isinstance(claim, Named):
        return ""
    if isinstance(claim, Refused):
        return f"Illegal{after}: `{claim.move}`"
    what = claim.what if claim.number != 1 else claim.what.removesuffix("s")
    of = f" of {_list([part if part in {'Orange', 'Blue'} else f'`{part}`' for part in claim.of])}" if claim.of else ""
    return f"{claim.number} {what}{of}{after}"


def _birds(position: Any) -> str:
    players = " ".join(f"{_name(player)} has birds at {_list(position.birds(player))}." for player in Color)
    return f"A sky of edge {position.rules.edge}. {players}"


def _name(player: Color) -> str:
    return str(player).capitalize()


def _color(name: str) -> Color:
    return Color[name.upper()]


def _list(names: list[str] | tuple[str, ...]) -> str:
    """The names with commas between them, and with "and" before the last one.

    >>> _list(["a2", "b3", "c4"])
    'a2, b3 and c4'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
