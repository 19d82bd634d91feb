"""The core and the reference agree: the property that the tests of parity ask of very many positions."""

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

__all__ = ["LOOKS", "Either", "compare", "compare_answers", "compare_readings"]

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
    """What both say of a position: the moves, and the positions after those that were played."""

    moves: list[str]
    following: list[str]


def compare(core: volo.Position, other: Either, successors: Random | None = None) -> Agreed:
    """Hold everything that the two say of one position against each other.

    Args:
        core: the position, as the core has it.
        other: the same, as the reference has it.
        successors: chooses some moves that are played in both, and sometimes all; None for all.

    Raises:
        AssertionError: they differ; it says in which position, and how.
    """
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
    for move in _some(ours, successors):
        after, after_too = core.play(move).fen(), other.play(move).fen()
        if after != after_too:
            raise AssertionError(f"{core.fen()}\n{move} in the core: {after}\nthe reference: {after_too}")
        following.append(after)
    return Agreed(ours, following)


def answer(position: Either, text: str) -> tuple[object, ...]:
    """What a position says to a text that may be a legal move, an illegal one, or none."""
    found: tuple[object, ...]
    try:
        found = "legal", position.play(text).fen(), str(position.parse_move(text))
    except NotationError as error:
        found = "no move", error.offset, error.text
    except IllegalMoveError as error:
        found = "illegal", error.ruling, error.move
    if found[0] == "no move":
        with pytest.raises(NotationError):
            position.is_legal(text)
    else:
        assert position.is_legal(text) == (found[0] == "legal")
    return found


def compare_answers(core: volo.Position, other: Either, text: str) -> tuple[object, ...]:
    """Hold the answers to a text against each other; return the answer, what kind it is first."""
    ours, theirs = answer(core, text), answer(other, text)
    if ours != theirs:
        raise AssertionError(f"{core.fen()}\n{text!r} in the core: {ours}\nthe reference: {theirs}")
    return ours


def read(read_position: Callable[[str], Either], text: str) -> tuple[object, ...]:
    """What comes of a text that may be a position."""
    try:
        return "position", read_position(text).fen()
    except NotationError as error:
        return "no position", error.offset, error.text
    except InvalidRulesError:
        return ("no rules",)
    except InvalidPositionError as error:
        return "invalid", len(error.reasons)


def compare_readings(text: str) -> str:
    """Hold what both read in a text against each other; return what kind of answer it is."""
    ours, theirs = read(volo.Position.from_fen, text), read(reference.Position.from_fen, text)
    if ours != theirs:
        raise AssertionError(f"{text!r} in the core: {ours}\nthe reference: {theirs}")
    return str(ours[0])


def _some(moves: list[str], random: Random | None) -> list[str]:
    if random is None or random.random() < 0.01:
        return moves
    keeping = [move for move in moves if "/" in move]
    return [random.choice(some) for some in (moves, keeping) if some]


def _difference(core: volo.Position, other: Either, ours: list[str], theirs: list[str]) -> str:
    """How the legal moves of a position differ, and where the ones that both have lead."""
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
