"""Comparing the core with the reference in one position. The parity tests do this for many positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import pytest

import volo
from volo import reference
from volo.color import Color
from volo.errors import IllegalMoveError, InvalidPositionError, InvalidRulesError, NotationError

Either = volo.Position | reference.Position

LOOKS: Final[dict[str, Callable[[Either], object]]] = {
    "fen": lambda position: position.fen(),
    "rules": lambda position: str(position.rules),
    "turn": lambda position: position.turn,
    "passes": lambda position: position.passes,
    "outcome": lambda position: position.outcome(),
    "birds": lambda position: [position.birds(color) for color in Color],
    "in_hand": lambda position: [position.in_hand(color) for color in Color],
    "flocks": lambda position: [position.flocks(color) for color in Color],
    "regions": lambda position: [position.regions(color) for color in Color],
}


class Agreed(NamedTuple):
    """The results for a position on which both implementations agree."""

    moves: list[str]
    following: list[str]


def compare(core: volo.Position, other: Either, random: Random) -> Agreed:
    """Compare everything that the core and the reference report about a position."""
    for name, look in LOOKS.items():
        ours, theirs = look(core), look(other)
        if ours != theirs:
            raise AssertionError(f"{core.fen()}\n{name} of the core: {ours}\n{name} of the reference: {theirs}")
    ours, theirs = ([str(move) for move in position.legal_moves()] for position in (core, other))
    if sorted(ours) != sorted(theirs) or len(set(ours)) < len(ours):
        raise AssertionError(_difference(core, other, ours, theirs))
    if len(core.legal_moves()) != len(ours) or core.perft(1) != len(ours):
        raise AssertionError(f"{core.fen()}\n{len(ours)} moves, but the core counts {core.perft(1)}")
    following: list[str] = []
    for move in _some(ours, random):
        after, after_too = core.play(move).fen(), other.play(move).fen()
        if after != after_too:
            raise AssertionError(f"{core.fen()}\n{move} in the core: {after}\nthe reference: {after_too}")
        following.append(after)
    return Agreed(ours, following)


def answer(position: Either, text: str) -> tuple[object, ...]:
    """Play a text that may be a legal move, an illegal move, or not a move. Return the kind and the details."""
    found: tuple[object, ...]
    try:
        found = "legal", position.play(text).fen(), str(position.parse_move(text))
    except NotationError as error:
        found = "not a move", error.offset, error.text
    except IllegalMoveError as error:
        found = "illegal", error.ruling, error.move
    if found[0] == "not a move":
        with pytest.raises(NotationError):
            position.is_legal(text)
    else:
        assert position.is_legal(text) == (found[0] == "legal")
    return found


def compare_answers(core: volo.Position, other: Either, text: str) -> tuple[object, ...]:
    """Compare what both do with a text that may be a move. Return the result, which begins with its kind."""
    ours, theirs = answer(core, text), answer(other, text)
    if ours != theirs:
        raise AssertionError(f"{core.fen()}\n{text!r} in the core: {ours}\nthe reference: {theirs}")
    return ours


def read(read_position: Callable[[str], Either], text: str) -> tuple[object, ...]:
    """Read a text that may be a position. Return the kind of the result and the details."""
    try:
        return "position", read_position(text).fen()
    except NotationError as error:
        return "not a position", error.offset, error.text
    except InvalidRulesError:
        return ("invalid rules",)
    except InvalidPositionError as error:
        return "invalid", len(error.reasons)


def compare_readings(text: str) -> str:
    """Compare how both read a text that may be a position. Return the kind of the result."""
    ours, theirs = read(volo.Position.from_fen, text), read(reference.Position.from_fen, text)
    if ours != theirs:
        raise AssertionError(f"{text!r} in the core: {ours}\nthe reference: {theirs}")
    return str(ours[0])


def _some(moves: list[str], random: Random) -> list[str]:
    if random.random() < 0.01:
        return moves
    keeping = [move for move in moves if "/" in move]
    return [random.choice(some) for some in (moves, keeping) if some]


def _difference(core: volo.Position, other: Either, ours: list[str], theirs: list[str]) -> str:
    """Describe how the legal moves of a position differ, with a divide of the moves that both list."""
    twice = sorted(move for moves in (ours, theirs) for move, times in Counter(moves).items() if times > 1)
    both = sorted(set(ours) & set(theirs))
    divide = [(move, core.play(move).perft(1), other.play(move).perft(1)) for move in both]
    return "\n".join(
        (
            core.fen(),
            str(core),
            f"only the core has: {sorted(set(ours) - set(theirs))}",
            f"only the reference has: {sorted(set(theirs) - set(ours))}",
            f"listed twice: {twice}",
            "divide, core and reference:",
            *(f"  {move} {mine} {yours}{' !' if mine != yours else ''}" for move, mine, yours in divide),
        )
    )
