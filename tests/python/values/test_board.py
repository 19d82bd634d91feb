"""Positions as boards: what is drawn is read back, what is typed by hand too, and nothing is guessed."""

from __future__ import annotations

import re
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.pictures import OVER
from support.strategies import named_rules, positions, rules_by_hand
from volo import BLUE, InvalidPositionError, InvalidRulesError, NotationError, VoloError, reference
from volo.render import text

START = """\
   g 1 . . 4
  f . o . b . 5
 e . . . . . . 6
d 1 b . 4 . o 7
 c . . . . . . 6
  b . o . b . 5
   a 1 . . 4
Orange to move"""

BARE = "..  .o.b.  ......  b..o  ......  .o.b.  ..".replace("  ", "\n")


def both(board: str, **hints: Any) -> str:
    """The fen of the position that core and reference read, which is the same."""
    read, again = volo.Position.from_board(board, **hints), reference.Position.from_board(board, **hints)
    assert read.fen() == again.fen()
    return read.fen()


class TestWhatIsDrawnIsReadBack:
    @given(position=positions(), unicode=st.booleans(), color=st.booleans())
    def test_every_position_of_every_rule_set(self, position: volo.Position, unicode: bool, color: bool) -> None:
        assert volo.Position.from_board(str(position)) == position
        assert both(text.board(position, unicode=unicode, color=color)) == position.fen()
        other = reference.Position.from_fen(position.fen())
        assert (str(other), other.board(unicode=True)) == (str(position), position.board(unicode=True))

    @pytest.mark.parametrize("edge", volo.Rules.EDGES)
    def test_the_start_by_every_rule_set(self, edge: int) -> None:
        for rules in (*named_rules(edge), *rules_by_hand(edge)):
            assert both(str(volo.Position(rules))) == volo.Position(rules).fen()

    def test_the_end_of_a_game_says_whose_turn_it_was(self) -> None:
        all_rows = ["2/1o1b1/6/b2o/6/1o1b1/2", "2/1oo2/6/4/6/3b1/2", "2/1o1o1/6/4/6/3b1/2"]
        for rows, turn, passes, rules in product(all_rows, "ob", (0, 1, 2), ("standard-4", "french-4")):
            position = volo.Position.from_fen(f"{rows} {turn} {passes} {rules}")
            assert both(str(position)) == position.fen()

    @given(
        position=positions((4, 5)),
        indent=st.text(" \t", max_size=6),
        around=st.text(" \t\n", max_size=6),
        ending=st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\n \t\r\n"]),
    )
    def test_as_it_is_pasted_from_somewhere(
        self, position: volo.Position, indent: str, around: str, ending: str
    ) -> None:
        lines = [indent + line for line in text.board(position, color=True).split("\n")]
        assert both(f"{around}\n{ending.join(lines)}{ending}{around}") == position.fen()

    @given(position=positions((4, 5)), gap=st.text(" \t", max_size=3))
    def test_as_it_is_typed_without_letters_and_numbers(self, position: volo.Position, gap: str) -> None:
        rows = [re.sub(r"^ *[a-z]|\d+| ", "", line) for line in str(position).split("\n")[:-1]]
        typed = "\n".join(gap.join(row) for row in rows)
        hints = {"rules": str(position.rules), "turn": position.turn, "passes": position.passes}
        assert both(typed, **hints) == position.fen()
        assert both(f"{typed}\n{str(position).splitlines()[-1]}") == position.fen()


class TestWhatABoardDoesNotSay:
    def test_rules_are_standard_and_passes_none_unless_told(self) -> None:
        assert both(BARE, turn=BLUE) == "2/1o1b1/6/b2o/6/1o1b1/2 b 0 standard-4"
        assert both(BARE, turn=BLUE, rules="french-4", passes=1) == "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4"
        assert both(BARE + "\nOrange to move", rules="abstract-play-4").endswith(" o 0 abstract-play-4")

    def test_what_is_said_twice_may_be_the_same(self) -> None:
        line = "Blue to move, Orange has passed, rules french-4"
        assert both(f"{BARE}\n{line}", rules="french-4", turn=BLUE, passes=1).endswith(" b 1 french-4")

    def test_whose_turn_it_is_has_to_be_said(self, engine: ModuleType) -> None:
        with pytest.raises(NotationError, match="whose turn") as refused:
            engine.Position.from_board(BARE)
        assert refused.value.offset == len(BARE)

    def test_hints_must_not_contradict_the_line(self, engine: ModuleType) -> None:
        for name, hint in (("turn", BLUE), ("passes", 1), ("rules", "french-5"), ("rules", "standard"), ("passes", 2)):
            with pytest.raises(NotationError) as refused:
                engine.Position.from_board(START, **{name: hint})
            assert refused.value.offset == START.index("Orange")

    @pytest.mark.parametrize(
        ("error", "board", "hints"),
        [
            (InvalidRulesError, START + ", rules chess", {}),
            (InvalidRulesError, START + ", rules ", {}),
            (InvalidRulesError, START, {"rules": "chess"}),
            *((VoloError, BARE, {"turn": BLUE, "passes": passes}) for passes in (-1, 3, 10**30, -(10**5000))),
            *((TypeError, START, hints) for hints in ({"turn": True}, {"passes": True}, {"rules": 4})),
        ],
        ids=range(10),
    )
    def test_what_is_no_hint_is_refused(
        self, engine: ModuleType, error: type[Exception], board: str, hints: dict[str, Any]
    ) -> None:
        with pytest.raises(error):
            engine.Position.from_board(board, **hints)


class TestNothingIsGuessed:
    def test_a_position_that_cannot_be_has_every_reason_at_once(self, engine: ModuleType) -> None:
        board = "oo  .....  bbbbbb  ....  bbbbbb  .....  oo".replace("  ", "\n")
        with pytest.raises(InvalidPositionError) as refused:
            engine.Position.from_board(board, turn=BLUE, rules="edge=4,supply=3,pass=standard,stuck=draw")
        assert len(refused.value.reasons) == 3

    def test_a_game_that_is_over_is_said_to_be(self, engine: ModuleType) -> None:
        over = volo.Position.from_fen(OVER)
        rows, _, line = str(over).rpartition("\n")
        assert engine.Position.from_board(rows, turn=BLUE).fen() == over.fen()
        for other in ("Blue to move", "Blue wins: all birds in one flock, after Orange's turn"):
            with pytest.raises(NotationError, match=r"over|ended") as refused:
                engine.Position.from_board(f"{rows}\n{other}")
            assert refused.value.offset == len(rows) + 1
        assert line == "Orange wins: all birds in one flock, after Orange's turn"
