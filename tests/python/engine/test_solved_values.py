"""Values of the solver against retrograde analysis with the rules of the reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

import pytest

import volo
from volo import engine, reference

# Rule sets in which few positions can follow a late one.
RULES: Final = [
    "standard-4",
    "french-4",
    "abstract-play-4",
    "edge=4,supply=5,pass=standard,stuck=draw",
    "edge=4,supply=6,pass=own-regions,stuck=last-mover-wins",
    "edge=5,supply=5,pass=standard,stuck=draw",
    "edge=5,supply=6,pass=own-regions,stuck=draw",
    "edge=5,supply=6,pass=no-flight,stuck=draw",
    "edge=4,supply=6,pass=no-flight,stuck=last-mover-wins",
    "edge=6,supply=4,pass=standard,stuck=draw",
    "edge=6,supply=5,pass=forced,stuck=last-mover-wins",
]


def values(first: reference.Position, most: int) -> dict[str, str] | None:
    """The values of all positions that can be reached; None if there are more than ``most``.

    A position has no winner as long as no move to a win is found, and the opponent has a move that does not lead to
    one. So each position that is left at the end is a draw, or its game goes on forever.
    """
    positions = {first.fen(): first}
    waiting = [first]
    before: defaultdict[str, list[str]] = defaultdict(list)
    left: dict[str, int] = {}
    winners: dict[str, volo.Color] = {}
    while waiting:
        position = waiting.pop()
        fen = position.fen()
        outcome = position.outcome()
        if outcome is not None:
            if outcome.winner is not None:
                winners[fen] = outcome.winner
            continue
        following = {after.fen(): after for after in map(position.play, position.legal_moves())}
        left[fen] = len(following)
        for name, after in following.items():
            before[name].append(fen)
            if name not in positions:
                positions[name] = after
                waiting.append(after)
        if len(positions) > most:
            return None
    decided = list(winners)
    for name in decided:  # the list grows in the loop
        for earlier in before[name]:
            if earlier in winners:
                continue
            left[earlier] -= positions[earlier].turn is not winners[name]
            if positions[earlier].turn is winners[name] or left[earlier] == 0:
                winners[earlier] = winners[name]
                decided.append(earlier)
    return {
        name: "draw" if name not in winners else "win" if winners[name] is position.turn else "loss"
        for name, position in positions.items()
    }


def compare(wanted: int, most: int) -> None:
    """Compare all positions that follow late ones, until this number has been compared."""
    compared: Counter[tuple[int, str]] = Counter()
    seed = 0
    while compared.total() < wanted:
        rules = RULES[seed % len(RULES)]
        game = volo.play_random(1, position=rules, seed=seed, record=True)
        positions = [reference.Position(rules)]
        for code in game.moves.tolist():
            positions.append(positions[-1].play(str(volo.Move.from_code(code))))
        expected: dict[str, str] = {}
        # The earliest position from which few enough positions can be reached.
        for position in reversed(positions):
            found = values(position, most)
            if found is None:
                break
            expected = found
        for fen, value in expected.items():
            assert engine.solve(fen, memory_mb=1).value == value, fen
            compared[volo.Position(fen).rules.edge, value] += 1
        seed += 1
    for edge in (4, 5, 6):
        for value in ("win", "loss"):
            assert compared[edge, value] > wanted / 400, compared
    assert sum(count for (_, value), count in compared.items() if value == "draw") > 0, compared


@pytest.mark.parametrize(("wanted", "most"), [(1_000, 120), pytest.param(10_000, 1_000, marks=pytest.mark.long)])
def test_values_equal_those_of_the_reference(wanted: int, most: int) -> None:
    compare(wanted, most)
