"""The core and the reference agree in positions that hypothesis chooses.

A state machine compares them at every step of a game, and also tries illegal moves and malformed texts.
"""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import volo
from support.data import read_jsonl
from support.parity import compare, compare_answers, compare_readings
from support.strategies import (
    garbled,
    positions,
    randoms,
    rule_sets,
    varied,
    walk,
)
from volo import reference


class Parity(RuleBasedStateMachine):
    """A game that both implementations play. Everything is compared at every step."""

    core: volo.Position
    other: reference.Position
    moves: list[str]

    @initialize(rules=rule_sets())
    def from_the_start(self, rules: str) -> None:
        self._is_now(volo.Position(rules), reference.Position(rules))

    # A second initial rule would overwrite the first one. So this rule replaces the position before the first move.
    @precondition(lambda self: self.core == volo.Position(self.core.rules))
    @rule(position=positions())
    def from_elsewhere(self, position: volo.Position) -> None:
        self._is_now(position, reference.Position.from_fen(position.fen()))

    @precondition(lambda self: self.moves)
    @rule(number=st.integers(0, 2**16))
    def play(self, number: int) -> None:
        self._play(self.moves, number)

    @precondition(lambda self: any("-" in move for move in self.moves))
    @rule(number=st.integers(0, 2**16))
    def fly(self, number: int) -> None:
        self._play([move for move in self.moves if "-" in move], number)

    @precondition(lambda self: any("/" in move for move in self.moves))
    @rule(number=st.integers(0, 2**16))
    def divide(self, number: int) -> None:
        self._play([move for move in self.moves if "/" in move], number)

    @precondition(lambda self: "pass" in self.moves)
    @rule()
    def pass_(self) -> None:
        self._play(["pass"], 0)

    @precondition(lambda self: self.moves)
    @rule(random=randoms)
    def play_on(self, random: Random) -> None:
        """Play up to 12 plies in one step, to reach later parts of the game. Only the last position is compared."""
        for move, _ in walk(random, self.core, 12):
            self._play([str(move)], 0)

    @rule(random=randoms)
    def try_a_move_that_may_be_illegal(self, random: Random) -> None:
        compare_answers(self.core, self.other, varied(random, self.core))

    @rule(random=randoms)
    def try_a_text_that_may_not_be_a_move(self, random: Random) -> None:
        compare_answers(self.core, self.other, garbled(random, varied(random, self.core)))

    @rule(text=st.text("abcdefgh0123456789:-/NESW", max_size=12))
    def try_any_text(self, text: str) -> None:
        compare_answers(self.core, self.other, text)

    @rule()
    def read_again(self) -> None:
        self._is_now(volo.Position.from_fen(self.core.fen()), reference.Position.from_fen(self.other.fen()))

    @invariant()
    def agree(self) -> None:
        if hasattr(self, "core"):
            compare(self.core, self.other, Random(self.core.zobrist))

    def _play(self, moves: list[str], number: int) -> None:
        move = moves[number % len(moves)]
        self._is_now(self.core.play(move), self.other.play(move))

    def _is_now(self, core: volo.Position, other: reference.Position) -> None:
        self.core, self.other = core, other
        self.moves = [str(move) for move in core.legal_moves()]


TestParity = Parity.TestCase
TestParity.settings = settings(
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@given(position=positions())
def test_positions_and_their_successors(position: volo.Position) -> None:
    compare(position, reference.Position.from_fen(position.fen()))


def test_walls_and_their_successors() -> None:
    random = Random(1)
    for entry in read_jsonl("walls.jsonl"):
        compare(volo.Position.from_fen(entry["fen"]), reference.Position.from_fen(entry["fen"]), random)


BLANKS = st.text(" \t\r\n\x0b\x0c\xa0\u2028\ufeff", max_size=3)


@given(position=positions((4, 5)), random=randoms, before=BLANKS, after=BLANKS)
def test_white_space_at_the_ends(position: volo.Position, random: Random, before: str, after: str) -> None:
    """Both ignore the same characters at the ends, and give errors the same places."""
    other = reference.Position.from_fen(position.fen())
    for text in (varied(random, position), garbled(random, varied(random, position))):
        compare_answers(position, other, f"{before}{text}{after}")
    for text in (position.fen(), garbled(random, position.fen())):
        compare_readings(f"{before}{text}{after}")
