"""Illegal moves: each names the first ruling that it breaks, and does not change the position."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from support import pictures
from support.data import read_jsonl
from support.engines import refused, ruling_against
from support.pages import ROOT
from support.pictures import rows
from volo import Position
from volo.errors import IllegalMoveError, NotationError

GAP = f"{rows(pictures.GAP)} o 0 standard-4"
LINE = f"{rows(pictures.LINE)} o 0 standard-5"
OWN_REGIONS = f"{rows(pictures.OWN_REGIONS)} o 0 standard-4"

OVER = [
    ("2/o4/6/4/6/1b1b1/2 b 0 standard-4", "R17"),
    ("2/o4/6/4/6/1b1b1/2 o 0 standard-4", "R17"),
    ("2/o4/6/4/6/1b1b1/2 b 2 standard-4", "R17"),  # one flock takes precedence over two passes
    (OWN_REGIONS.replace(" 0 ", " 2 "), "R14"),
    (OWN_REGIONS.replace(" 0 ", " 2 ").replace("standard", "french"), "R14b"),
    ("1b/oobbb/1booob/b2b/1bb3/2boo/1b b 1 french-4", "R14b"),
]

NO_HAND = "2/o3o/6/o2o/6/b3b/2 o 0 edge=4,supply=4,pass=standard,stuck=draw"

# The reasons of the core for each `Fault`. Other tests compare the rulings and the spaces, and no words.
REASONS = {
    "GameOver": [(OVER[0][0], "a2", "the game is over: all birds in one flock [R17]")],
    "PassNotAllowed": [(GAP, "pass", "a pass is not legal here [R13]")],
    "NotVacant": [(GAP, "b1", "b1 is not vacant [R6]")],
    "TouchesFriend": [(GAP, "c2", "touches the friendly bird at d2 [R6]")],
    "NoOpenPath": [(OWN_REGIONS, "e6", "no open path leads from e6 to a friendly bird [R7]")],
    "EmptyHand": [(NO_HAND, "a3", "no bird is left in the hand [R8]")],
    "BentLine": [(LINE, "b2:c5-E1", "b2 and c5 are not on one straight line [R9]")],
    "NotOwnBird": [
        (LINE, "b3:b6-E1", "there is no bird to fly on b5 [R9]"),
        (GAP, "d3:d6-NE1", "there is no bird to fly on a missing space [R9]"),
    ],
    "OpponentsBird": [(LINE, "h5-W1", "the bird on h5 is Blue's, and Orange is to move [R9]")],
    "Blocked": [
        (LINE, "b2:b4-NW4", "f1 is in the way at step 4 [R10]"),
        (LINE, "b6-NW9", "a missing space is in the way at step 8 [R10]"),
    ],
    "Splits": [(LINE, "b4-E1", "the flight splits its flock [R11]")],
    "JoinsNothing": [(LINE, "b4-NW1", "the flight joins no other flock [R12]")],
    "NothingToKeep": [(LINE, "b2:b4-NW3/h5", "no region is cleared, so none can be kept [R15]")],
    "KeepMissing": [(GAP, "f3-SE2", "the opponent is divided: a region to keep must be named [R15]")],
    "KeepNowhere": [(GAP, "f3-SE2/d2", "d2 is in no region that holds birds of the opponent [R15]")],
}


def test_illegal_moves_name_the_first_broken_ruling(engine: ModuleType) -> None:
    for fen, move, ruling, why in map(dict.values, read_jsonl("illegal.jsonl")):
        position = engine.Position.from_fen(fen)
        assert ruling_against(position, move) == ruling, why
        assert move not in {str(legal) for legal in position.legal_moves()}, why
        errors = [refused(IllegalMoveError, position.parse_move, move)]
        if "bent" in why:
            # A bent line is not a move, because it does not define which birds fly.
            errors.append(refused(IllegalMoveError, engine.Move, move, position.rules.edge))
        else:
            assert ruling_against(position, engine.Move(move, position.rules.edge)) == ruling, why
        assert {(error.move, error.ruling) for error in errors} == {(move, ruling)}, why


@pytest.mark.parametrize(("fen", "ruling"), OVER)
def test_moves_after_the_end_are_illegal(engine: ModuleType, fen: str, ruling: str) -> None:
    position = engine.Position.from_fen(fen)
    assert position.outcome() is not None
    assert len(position.legal_moves()) == 0
    for move in ("pass", "a2", "b1-E1", "c3", "f1-E1/a2"):
        assert ruling_against(position, move) == ruling, move


def test_each_fault_has_its_reason() -> None:
    source = (ROOT / "src" / "position" / "play.rs").read_text(encoding="utf-8")
    assert list(REASONS) == re.findall(
        r"(?m)^    ([A-Z]\w+)", source.partition("pub enum Fault {")[2].partition("\n}")[0]
    )
    for fen, move, text in (case for cases in REASONS.values() for case in cases):
        error = refused(IllegalMoveError, Position.from_fen(fen).play, move)
        assert f"{error.reason} [{error.ruling}]" == text


def test_what_is_not_a_move_is_refused(engine: ModuleType) -> None:
    position = engine.Position()
    for ask in (position.is_legal, position.play, position.parse_move):
        for text in ("", "z9", "b2-N1", "Pass", "b2-NE0", "g7"):
            refused(NotationError, ask, text)
        for value in (None, 5, b"a3", ["a3"]):
            refused(TypeError, ask, value)
