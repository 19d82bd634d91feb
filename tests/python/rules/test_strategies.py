"""What the strategies draw shrinks to nearly the smallest position that has it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, find, settings

from support.strategies import positions
from volo import Color, Move, Position, Rules
from volo.reference.sky import sky


def flies_broadside(move: Move) -> bool:
    space = sky(move.edge)
    line = [space.named[name] for name in move.spaces]
    step = space.step[move.direction or "E"]
    return len(line) > 2 and step.get(line[0]) != line[1] and step.get(line[-1]) != line[-2]


def clears_and_wins(position: Position, move: Move) -> bool:
    """The opponent wins with the last flock [R18], because a player who wins clears nothing [R17]."""
    return move.keep is not None and position.play(move).is_over


def wins(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is position.turn


def holds_by_the_landing(position: Position, move: Move) -> bool:
    """The birds of the flock that stay are apart, and only the landing joins them."""
    space = sky(move.edge)
    flock = next(flock for flock in position.flocks(position.turn) if not move.spaces or move.spaces[0] in flock)
    rest = frozenset(space.named[name] for name in flock if name not in move.spaces)
    return move.kind == "fly" and len(rest) > 1 and space.connected(min(rest), rest) != rest


# With the number of birds of the smallest position that is known.
EVENTS: dict[str, tuple[int, Callable[[Position, Move], bool]]] = {
    "a flight divides": (6, lambda _, move: move.keep is not None),
    "a line flies broadside": (6, lambda _, move: flies_broadside(move)),
    "a flight clears and wins": (6, clears_and_wins),
    "a flock holds by the landing": (6, holds_by_the_landing),
    "a win in one": (4, wins),
} | {
    f"a pass by {passing}": (
        4 if passing == "no-flight" else 5,
        lambda position, move, passing=passing: move.kind == "pass" and position.rules.passing == passing,
    )
    for passing in Rules.PASSING
}


@pytest.mark.long
@pytest.mark.parametrize("event", EVENTS)
def test_a_rare_event_shrinks(event: str) -> None:
    smallest, happens = EVENTS[event]
    found = find(
        positions(),
        lambda position: any(happens(position, move) for move in position.legal_moves()),
        random=Random(1),
        settings=settings(max_examples=20_000, database=None, suppress_health_check=list(HealthCheck)),
    )
    assert sum(len(found.birds(color)) for color in Color) <= smallest + 1, found
