"""The shortest games, by exhaustive search. `make -C research known ONLY=shortest` makes them again.

All positions that can be reached in a number of plies are made, one for each class under the twelve symmetries of the
sky, which the rules do not know apart. So a game that ends at a ply is found at that ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Final

import research
from volo import Position

PLIES: Final = {"standard-4": 7, "standard-5": 7, "standard-6": 5}
"""The rule sets, and the number of plies that are searched."""


@dataclass(frozen=True, slots=True)
class Ply:
    """What can happen at a ply.

    Attributes:
        rules: the rule set.
        ply: the number of the ply, from 1.
        positions: the number of classes of positions before this ply, in games that are not over.
        handed_over: the number of moves from them that end the game with a win of the opponent [R18].
        won: the number of moves from them that win [R17].
        seconds: the processor time.
    """

    rules: str
    ply: int
    positions: int
    handed_over: int
    won: int
    seconds: float


def search(rules: str, plies: int) -> Iterator[Ply]:
    """Search all games of at most this number of plies.

    >>> [(each.positions, each.handed_over, each.won) for each in search("standard-4", 5)][3:]
    [(111, 0, 0), (905, 33, 0)]
    """
    before = {Position(rules).canonical()[0]}
    for ply in range(1, plies + 1):
        began, after, handed_over, won = process_time(), set(), 0, 0
        for position in before:
            for move in position.legal_moves():
                reached = position.play(move)
                outcome = reached.outcome()
                if outcome is None:
                    if ply < plies:
                        after.add(reached.canonical()[0])
                elif outcome.winner == position.turn:
                    won += 1
                elif outcome.winner is not None:
                    handed_over += 1
        yield Ply(rules, ply, len(before), handed_over, won, round(process_time() - began, 1))
        before = after


def make() -> None:
    research.write(Ply, (each for rules, plies in PLIES.items() for each in search(rules, plies)))
