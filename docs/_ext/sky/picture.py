"""The pictures of a fence: every claim is checked with an engine, and then drawn.

An engine is a module with ``Position``: :mod:`volo` or :mod:`volo.reference`. Both must give the same pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from types import ModuleType
from typing import Any, NamedTuple

from sky.fence import Fence, FenceError, Panel
from volo.color import Color
from volo.errors import IllegalMoveError
from volo.layout import layout
from volo.render import svg
from volo.render.svg.markup import COLORS

# The style sheet of the site sets these variables for the light and for the dark mode.
PALETTE = {part: f"var(--volo-{part.replace(' ', '-')}, {color})" for part, color in COLORS.items()}
_ILLEGAL = PALETTE | {"move": "var(--volo-illegal, #d92d20)"}
_REGIONS = ("var(--volo-region-1, #a5d8f5)", "var(--volo-region-2, #f6d186)")

_KINDS = {"move": {"add", "fly", "pass"}, "add": {"add"}, "flight": {"fly"}}
_DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
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
    """The position of the board."""
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
    claim = panel.claim
    kind, label, message = "position", "", ""
    if panel.kind == "played":
        result = claim.get("result")
        words, marks = _played(result, position, before, last)
        kind = "legal" if result else kind
        # Only the last move is named if the picture before shows the other moves.
        moves = ", ".join(names[-1:] if shown == panel.moves[:-1] else names)
        label = ": ".join(part for part in ((result or "").capitalize(), moves) if part)
    elif panel.kind == "named":
        words, marks = "The name of each vacant space is written into it.", {"coordinates": "spaces"}
    elif panel.kind == "refused":
        move = claim["move"]
        kind, label, message = "illegal", f"Illegal{after}: `{move}`", _reason(position, move, claim["ruling"])
        words, marks = f"The illegal move {move} is marked.", {"move": move, "colors": _ILLEGAL}
    else:
        number, words, marks = {"moves": _moves, "neighbors": _neighbors, "groups": _groups}[panel.kind](
            claim, position
        )
        if number != int(claim["number"]):
            raise FenceError(f"the number of {claim['what']}s is {number}, not {claim['number']}, in {position.fen()}")
        of = claim.get("player") or _enumeration(
            [f"`{each}`" for each in (claim.get("birds") or claim.get("space", "")).split()]
        )
        label = f"{number} {claim['what']}{'s' * (number != 1)}{f' of {of}' * bool(of)}{after}"
    places = " ".join(f"{_player(each)} has birds at {_enumeration(position.birds(each))}." for each in Color)
    options: dict[str, Any] = {
        "colors": PALETTE,
        "flocks": fence.has_flocks,
        "regions": None if fence.regions is None else Color[fence.regions.upper()],
        "size": _PIXELS_PER_EDGE * position.rules.edge,
        "description": f"A sky of edge {position.rules.edge}. {places} {words}".rstrip(),
    }
    return Picture(svg.board(position, **options | marks), position.rules.edge, kind, label, panel.caption, message)


# For a claim, what is marked: in words, and as options of `svg.board`.


def _played(claimed: str | None, position: Any, before: Any, last: Any) -> tuple[str, dict[str, Any]]:
    outcome = position.outcome()
    result = None if outcome is None else "draw" if outcome.winner is None else f"{_player(outcome.winner)} wins"
    if result != (None if claimed == "legal" else claimed):
        raise FenceError(f"the result is {result or 'open'}, not {claimed or 'open'}, in {position.fen()}")
    if last is None:
        return "", {}
    opponent = before.turn.other
    left = [name for name in before.birds(opponent) if name not in position.birds(opponent)]
    words = f"The move {last} is marked." if last.spaces else ""
    if left:
        words += f" Birds of {_player(opponent)} have left {_enumeration(left)}."
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


def _moves(claim: dict[str, str], position: Any) -> tuple[int, str, dict[str, Any]]:
    moves = [move for move in position.legal_moves() if move.kind in _KINDS[claim["what"]]]
    if "birds" in claim:
        moves = [move for move in moves if set(move.spaces) <= set(claim["birds"].split())]
    spaces = layout(position.rules.edge).spaces
    reached = {
        spaces[name] if move.direction is None else spaces[name].step(move.direction, move.distance)
        for move in moves
        for name in move.spaces
    }
    names = [name for name, place in spaces.items() if place in reached]
    words = f"The spaces that {claim['what']}s reach are marked: {_enumeration(names)}." if names else ""
    return len(moves), words, {"highlights": names}


def _neighbors(claim: dict[str, str], position: Any) -> tuple[int, str, dict[str, Any]]:
    spaces, space = layout(position.rules.edge).spaces, claim["space"]
    steps = {spaces[space].step(direction) for direction in _DIRECTIONS}
    names = [name for name, place in spaces.items() if place in steps]
    words = f"Arrows lead from {space} to its neighbors {_enumeration(names)}."
    return len(names), words, {"arrows": [(space, name) for name in names]}


def _groups(claim: dict[str, str], position: Any) -> tuple[int, str, dict[str, Any]]:
    name, color = claim["player"], Color[claim["player"].upper()]
    if claim["what"] == "flock":
        flocks = position.flocks(color)
        return len(flocks), f"The flocks of {name} are outlined: {_listed(flocks)}.", {"flocks": True}
    regions = [(*region.birds, *region.vacant) for region in position.regions(color)]
    colors = {space: tint for region, tint in zip(regions, cycle(_REGIONS), strict=False) for space in region}
    return len(regions), f"The regions of {name} are marked: {_listed(regions)}.", {"highlights": colors}


def _player(color: Color) -> str:
    return str(color).capitalize()


def _enumeration(names: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _listed(groups: Iterable[Sequence[str]]) -> str:
    return "; ".join(map(_enumeration, groups))
