"""Moves, positions, boards and rule sets as text: what one function writes another reads, and no other text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.data import read_jsonl
from support.engines import refused
from support.pictures import OVER
from support.strategies import positions
from volo import Position, Rules, reference
from volo.color import BLUE, ORANGE
from volo.errors import InvalidPositionError, InvalidRulesError, NotationError, VoloError
from volo.render import text as drawn

VALID = read_jsonl("valid.jsonl")
INVALID = read_jsonl("invalid.jsonl")
ERRORS = {"notation": NotationError, "position": InvalidPositionError, "rules": InvalidRulesError}

START = "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard"


def test_moves_are_read_and_written(engine: ModuleType) -> None:
    for row in read_jsonl("moves.jsonl"):
        move = engine.Move(row["text"], edge=7)
        assert (str(move), list(move.spaces)) == (row.pop("text"), row.pop("spaces"))
        assert {name: getattr(move, name) for name in row} == row


MALFORMED: dict[str, tuple[type[Any], Callable[[ModuleType], Callable[[str], object]]]] = {
    "move": (NotationError, lambda engine: partial(engine.Move, edge=7)),
    "board": (NotationError, lambda engine: engine.Position.from_board),
    "rules": (InvalidRulesError, lambda engine: engine.Rules.parse),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_text_is_refused_with_its_offset(engine: ModuleType, kind: str) -> None:
    kind_of_error, read = MALFORMED[kind]
    rows = [row for row in read_jsonl("malformed.jsonl") if row["kind"] == kind]
    # A text that no file can contain.
    rows += [{"text": f"\ud800{rows[-1]['text']}", "offset": None}] if kind == "board" else []
    assert len(rows) > 20
    for row in rows:
        text = row["text"]
        error = refused(kind_of_error, read(engine), text)
        if kind == "rules":
            assert str(error) == error.problem
            refused(InvalidRulesError, engine.Position, text)
        else:
            assert error.text == text
            assert 0 <= error.offset <= len(text)
            assert row["offset"] in (None, error.offset), (row, error)
        assert error.problem
        if engine is volo:  # only the core proposes what to write
            assert row.get("problem", error.problem) == error.problem


def test_white_space_at_the_ends_is_ignored(engine: ModuleType) -> None:
    fen = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    position = engine.Position.from_fen(fen)
    for around in ("{}\r\n", " {}", "\t \r\n{}\n\n\t ", "\n{}" + " " * 5000):
        assert engine.Position.from_fen(around.format(fen)).fen() == fen
        for text in ("b5", "b2-E2", "b2-NW1", "pass"):
            assert str(engine.Move(around.format(text), 4)) == text
        spaced = around.format("b5")
        assert position.play(spaced) == position.play("b5")
        assert (str(position.parse_move(spaced)), position.is_legal(spaced)) == ("b5", True)
        for rules in ("standard-4", "edge=6,supply=50,pass=forced,stuck=draw"):
            assert engine.Rules.parse(around.format(rules)) == engine.Rules.parse(rules)
            assert engine.Position(around.format(rules)) == engine.Position(rules)


def test_valid_positions_are_read(engine: ModuleType) -> None:
    assert len(VALID) >= 15
    assert engine.Position.from_fen(START) == engine.Position() == engine.Position("standard")
    for entry in VALID:
        position = engine.Position.from_fen(entry["fen"])
        written = entry.get("written", entry["fen"])
        assert position.fen() == written, entry
        assert engine.Position.from_fen(written) == position, entry
        counts = [len(position.birds(color)) for color in (ORANGE, BLUE)]
        assert counts == [entry["fen"].split()[0].count(letter) for letter in "ob"], entry


def test_invalid_positions_are_refused(engine: ModuleType) -> None:
    assert len(INVALID) >= 40
    for entry in INVALID:
        error: Any = refused(ERRORS[entry["error"]], engine.Position.from_fen, entry["fen"])
        if entry["error"] == "notation":
            assert error.text == entry["fen"]
            assert entry["offset"] in (None, error.offset), (entry, error)
        if entry["reasons"] is not None:
            assert len(error.reasons) == entry["reasons"], (entry, error)
            assert str(error) == "; ".join(error.reasons)


def test_rule_sets_are_read_and_written(engine: ModuleType) -> None:
    for row in read_jsonl("rules.jsonl"):
        rules = engine.Rules.parse(row.pop("text"))
        assert str(rules) == row.pop("written")
        assert engine.Rules.parse(str(rules)) == rules
        assert {name: getattr(rules, name) for name in row} == row
        assert rules == engine.Rules(**row)


def test_a_rule_set_has_a_text_or_parts() -> None:
    for name, rules in Rules.NAMED.items():
        assert Rules(name) == Rules(f" {name} ") == Rules.parse(name) == rules
        assert Rules(f"{name}-4") == Rules(edge=4, supply=rules.supply, passing=rules.passing, stuck=rules.stuck)
    assert str(Rules()) == "standard"
    make: Any = Rules
    refused(InvalidRulesError, make, "chess")
    for wrong in (7, None, Rules()):
        refused(TypeError, make, wrong)
    for part in ({"edge": 4}, {"supply": None}, {"passing": "forced"}, {"stuck": "draw"}):
        assert "either a text or parts" in str(refused(TypeError, partial(make, "standard", **part)))
    refused(TypeError, partial(make, edge=None))


@pytest.mark.parametrize(
    "fields", [{"edge": 3}, {"edge": 9}, {"supply": 2}, {"supply": 256}, {"stuck": "Draw"}], ids=str
)
def test_the_first_values_out_of_range_are_refused(engine: ModuleType, fields: dict[str, Any]) -> None:
    refused(InvalidRulesError, lambda: engine.Rules(**fields))


# Boards: what is drawn is read back, what is typed by hand too, and nothing is guessed.

SHOWN = """\
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
ENDED, _, _ = str(Position.from_fen(OVER)).rpartition("\n")


def both(board: str, **hints: Any) -> str:
    """The fen of the position that core and reference read, which is the same."""
    read, again = Position.from_board(board, **hints), reference.Position.from_board(board, **hints)
    assert read.fen() == again.fen()
    return read.fen()


@given(position=positions(), unicode=st.booleans(), color=st.booleans())
def test_every_position_that_is_drawn_is_read_back(position: Position, unicode: bool, color: bool) -> None:
    assert both(drawn.board(position, unicode=unicode, color=color)) == position.fen()
    other = reference.Position.from_fen(position.fen())
    assert (str(other), other.board(unicode=True)) == (str(position), position.board(unicode=True))


def test_the_end_of_a_game_says_whose_turn_it_was() -> None:
    all_rows = ["2/1o1b1/6/b2o/6/1o1b1/2", "2/1oo2/6/4/6/3b1/2", "2/1o1o1/6/4/6/3b1/2"]
    for rows, turn, passes, rules in product(all_rows, "ob", (0, 1, 2), ("standard-4", "french-4")):
        position = Position.from_fen(f"{rows} {turn} {passes} {rules}")
        assert both(str(position)) == position.fen()


@given(position=positions((4, 5)), around=st.text(" \t\n", max_size=6), ending=st.sampled_from(["\r\n", "\n \t\r\n"]))
def test_a_board_is_read_as_it_is_pasted_or_typed(position: Position, around: str, ending: str) -> None:
    lines = drawn.board(position, color=True).split("\n")
    assert both(f"{around}\n  {(ending + '  ').join(lines)}{ending}{around}") == position.fen()
    # Without letters, numbers and spaces.
    rows = [re.sub(r"^ *[a-z]|\d+| ", "", line) for line in str(position).split("\n")[:-1]]
    hints = {"rules": str(position.rules), "turn": position.turn, "passes": position.passes}
    assert both("\n".join(rows), **hints) == position.fen()


def test_rules_are_standard_and_passes_none_unless_told() -> None:
    assert both(BARE, turn=BLUE) == "2/1o1b1/6/b2o/6/1o1b1/2 b 0 standard-4"
    assert both(BARE, turn=BLUE, rules="french-4", passes=1) == "2/1o1b1/6/b2o/6/1o1b1/2 b 1 french-4"
    assert both(BARE + "\nOrange to move", rules="abstract-play-4").endswith(" o 0 abstract-play-4")
    assert both(ENDED, turn=BLUE) == OVER
    # What is said twice may be the same.
    line = "Blue to move, Orange has passed, rules french-4"
    assert both(f"{BARE}\n{line}", rules="french-4", turn=BLUE, passes=1).endswith(" b 1 french-4")


@pytest.mark.parametrize(
    ("error", "board", "hints", "offset"),
    [
        (NotationError, BARE, {}, len(BARE)),  # whose turn it is has to be said
        # Hints must not contradict the line.
        *(
            (NotationError, SHOWN, hint, SHOWN.index("Orange"))
            for hint in ({"turn": BLUE}, {"passes": 1}, {"rules": "french-5"}, {"rules": "standard"}, {"passes": 2})
        ),
        # A game that is over is said to be.
        (NotationError, f"{ENDED}\nBlue to move", {}, len(ENDED) + 1),
        (NotationError, f"{ENDED}\nBlue wins: all birds in one flock, after Orange's turn", {}, len(ENDED) + 1),
        (InvalidRulesError, SHOWN + ", rules chess", {}, None),
        (InvalidRulesError, SHOWN + ", rules ", {}, None),
        (InvalidRulesError, SHOWN, {"rules": "chess"}, None),
        (InvalidPositionError, BARE.replace("o", "b"), {"turn": BLUE}, None),
        *((VoloError, BARE, {"turn": BLUE, "passes": passes}, None) for passes in (-1, 3, 10**30)),
        *((TypeError, SHOWN, hints, None) for hints in ({"turn": True}, {"passes": True}, {"rules": 4})),
    ],
    ids=range(18),
)
def test_what_a_board_cannot_say_is_refused(engine: Any, error: Any, board: str, hints: Any, offset: Any) -> None:
    found: Any = refused(error, lambda: engine.Position.from_board(board, **hints))
    assert offset in (None, getattr(found, "offset", None))
