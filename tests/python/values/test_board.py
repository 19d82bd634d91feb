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
from support.engines import refused
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

# The board of a game that is over, without the line below it.
ENDED, _, _ = str(volo.Position.from_fen(OVER)).rpartition("\n")


def both(board: str, **hints: Any) -> str:
    """The fen of the position that core and reference read, which is the same."""
    read, again = volo.Position.from_board(board, **hints), reference.Position.from_board(board, **hints)
    assert read.fen() == again.fen()
    return read.fen()


@given(position=positions(), unicode=st.booleans(), color=st.booleans())
def test_every_position_that_is_drawn_is_read_back(position: volo.Position, unicode: bool, color: bool) -> None:
    assert both(text.board(position, unicode=unicode, color=color)) == position.fen()
    other = reference.Position.from_fen(position.fen())
    assert (str(other), other.board(unicode=True)) == (str(position), position.board(unicode=True))


@pytest.mark.parametrize("edge", volo.Rules.EDGES)
def test_the_start_by_every_rule_set_is_read_back(edge: int) -> None:
    for rules in (*named_rules(edge), *rules_by_hand(edge)):
        assert both(str(volo.Position(rules))) == volo.Position(rules).fen()


def test_the_end_of_a_game_says_whose_turn_it_was() -> None:
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
def test_a_board_is_read_as_it_is_pasted(position: volo.Position, indent: str, around: str, ending: str) -> None:
    lines = [indent + line for line in text.board(position, color=True).split("\n")]
    assert both(f"{around}\n{ending.join(lines)}{ending}{around}") == position.fen()


@given(position=positions((4, 5)), gap=st.text(" \t", max_size=3))
def test_a_board_is_read_without_letters_and_numbers(position: volo.Position, gap: str) -> None:
    rows = [re.sub(r"^ *[a-z]|\d+| ", "", line) for line in str(position).split("\n")[:-1]]
    typed = "\n".join(gap.join(row) for row in rows)
    hints = {"rules": str(position.rules), "turn": position.turn, "passes": position.passes}
    assert both(typed, **hints) == position.fen()
    assert both(f"{typed}\n{str(position).splitlines()[-1]}") == position.fen()


def test_rules_are_standard_and_passes_none_unless_told() -> None:
    assert both(BARE, turn=BLUE) == "2/1o1b1/6/b2o/6/1o1b1/2 b 0 standard-4"
    assert both(BARE, turn=BLUE, rules="french-4", passes=1) == "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4"
    assert both(BARE + "\nOrange to move", rules="abstract-play-4").endswith(" o 0 abstract-play-4")
    # What is said twice may be the same.
    line = "Blue to move, Orange has passed, rules french-4"
    assert both(f"{BARE}\n{line}", rules="french-4", turn=BLUE, passes=1).endswith(" b 1 french-4")


@pytest.mark.parametrize(
    ("error", "board", "hints", "offset"),
    [
        (NotationError, BARE, {}, len(BARE)),  # whose turn it is has to be said
        # Hints must not contradict the line.
        *(
            (NotationError, START, hint, START.index("Orange"))
            for hint in ({"turn": BLUE}, {"passes": 1}, {"rules": "french-5"}, {"rules": "standard"}, {"passes": 2})
        ),
        # A game that is over is said to be.
        (NotationError, f"{ENDED}\nBlue to move", {}, len(ENDED) + 1),
        (NotationError, f"{ENDED}\nBlue wins: all birds in one flock, after Orange's turn", {}, len(ENDED) + 1),
        (InvalidRulesError, START + ", rules chess", {}, None),
        (InvalidRulesError, START + ", rules ", {}, None),
        (InvalidRulesError, START, {"rules": "chess"}, None),
        *((VoloError, BARE, {"turn": BLUE, "passes": passes}, None) for passes in (-1, 3, 10**30)),
        *((TypeError, START, hints, None) for hints in ({"turn": True}, {"passes": True}, {"rules": 4})),
    ],
    ids=range(17),
)
def test_what_a_board_cannot_say_is_refused(
    engine: ModuleType, error: type[Exception], board: str, hints: dict[str, Any], offset: int | None
) -> None:
    found: Any = refused(error, lambda: engine.Position.from_board(board, **hints))
    assert offset in (None, getattr(found, "offset", None))


def test_a_position_that_cannot_be_has_every_reason_at_once(engine: ModuleType) -> None:
    board = "oo  .....  bbbbbb  ....  bbbbbb  .....  oo".replace("  ", "\n")
    with pytest.raises(InvalidPositionError) as found:
        engine.Position.from_board(board, turn=BLUE, rules="edge=4,supply=3,pass=standard,stuck=draw")
    assert len(found.value.reasons) == 3


def test_a_board_without_its_line_may_be_that_of_a_game_that_is_over(engine: ModuleType) -> None:
    assert engine.Position.from_board(ENDED, turn=BLUE).fen() == OVER
