"""Checking a claim in a position, and what marks it in the picture."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType
from typing import Any, NamedTuple

from sky.claims import Claim, FenceError, Groups, Moves, Named, Neighbours, Played, Refused
from sky.words import color, enumeration, groups, player
from volo.errors import IllegalMoveError
from volo.layout import layout
from volo.render.svg.markup import COLORS

__all__ = ["PALETTE", "Marks", "check"]

# The style sheet of the site sets these variables for the light and for the dark mode.
PALETTE = {part: f"var(--volo-{part.replace(' ', '-')}, {color})" for part, color in COLORS.items()}
_ILLEGAL = PALETTE | {"move": "var(--volo-illegal, #d92d20)"}
_REGIONS = ("var(--volo-region-1, #a5d8f5)", "var(--volo-region-2, #f6d186)")

_KINDS = {"moves": {"add", "fly", "pass"}, "adds": {"add"}, "flights": {"fly"}}
_DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")


class Marks(NamedTuple):
    """The marks of a claim in a picture.

    Attributes:
        words: the marks in words. Empty if there are no marks.
        options: the options of :func:`volo.render.svg.board` that draw the marks.
        message: why a move is refused. Empty if no move is refused.
    """

    words: str = ""
    options: Mapping[str, Any] = MappingProxyType({})
    message: str = ""


def check(claim: Claim, position: Any, before: Any, last: Any) -> Marks:
    """Check a claim, and mark it.

    Args:
        claim: the claim.
        position: the position in which it must be true, of the core or of the reference.
        before: the position before the last move; None if no move led to the position.
        last: the last move; None if no move led to the position.

    Raises:
        FenceError: the claim is false.
    """
    match claim:
        case Played(result):
            return _played(result, position, before, last)
        case Named():
            return Marks("The name of each vacant space is written into it.", {"coordinates": "spaces"})
        case Refused(move, ruling):
            message = _reason(position, move, ruling)
            return Marks(f"The illegal move {move} is marked.", {"move": move, "colors": _ILLEGAL}, message)
        case Moves(number, what, birds):
            return _moves(number, what, birds, position)
        case Neighbours(number, space):
            return _neighbours(number, space, position)
        case Groups(number, what, name):
            return _groups(number, what, name, position)


def _played(claimed: str | None, position: Any, before: Any, last: Any) -> Marks:
    outcome = position.outcome()
    result = None if outcome is None else "draw" if outcome.winner is None else f"{player(outcome.winner)} wins"
    if result != (None if claimed == "legal" else claimed):
        raise FenceError(f"the result is {result or 'open'}, not {claimed or 'open'}, in {position.fen()}")
    if last is None:
        return Marks()
    opponent = before.turn.other
    left = [name for name in before.birds(opponent) if name not in position.birds(opponent)]
    words = f"The move {last} is marked." if last.spaces else ""
    if left:
        words += f" Birds of {player(opponent)} have left {enumeration(left)}."
    return Marks(words, {"move": last if last.spaces else None, "before": before})


def _reason(position: Any, move: str, ruling: str) -> str:
    """Why a move is refused."""
    try:
        position.play(move)
    except IllegalMoveError as error:
        if error.ruling != ruling:
            raise FenceError(f"{move} is refused by {error.ruling}, not by {ruling}") from None
        return str(error)
    raise FenceError(f"{move} is legal in {position.fen()}")


def _moves(number: int, what: str, birds: tuple[str, ...], position: Any) -> Marks:
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
    return Marks(words, {"highlights": names})


def _neighbours(number: int, space: str, position: Any) -> Marks:
    spaces = layout(position.rules.edge).spaces
    if space not in spaces:
        raise FenceError(f"{space} is not a space of a sky of edge {position.rules.edge}")
    steps = {spaces[space].step(direction) for direction in _DIRECTIONS}
    names = [name for name, place in spaces.items() if place in steps]
    _check_number(number, "neighbours", len(names))
    words = f"Arrows lead from {space} to its neighbours {enumeration(names)}."
    return Marks(words, {"arrows": [(space, name) for name in names]})


def _groups(number: int, what: str, name: str, position: Any) -> Marks:
    if what == "flocks":
        flocks = position.flocks(color(name))
        _check_number(number, what, len(flocks))
        return Marks(f"The flocks of {name} are outlined: {groups(flocks)}.", {"flocks": True})
    regions = [(*region.birds, *region.vacant) for region in position.regions(color(name))]
    _check_number(number, what, len(regions))
    colors = {space: tint for region, tint in zip(regions, cycle(_REGIONS), strict=False) for space in region}
    return Marks(f"The regions of {name} are marked: {groups(regions)}.", {"highlights": colors})


def _check_number(claimed: int, what: str, number: int) -> None:
    if number != claimed:
        raise FenceError(f"the number of {what} is {number}, not {claimed}")
