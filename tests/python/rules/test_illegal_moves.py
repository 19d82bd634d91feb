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
from volo.errors import IllegalMoveError

OWN_REGIONS = f"{rows(pictures.OWN_REGIONS)} o 0 standard-4"

TABLE = read_jsonl("illegal.jsonl")

OVER = [
    ("2/o4/6/4/6/1b1b1/2 b 0 standard-4", "R17"),
    ("2/o4/6/4/6/1b1b1/2 o 0 standard-4", "R17"),
    ("2/o4/6/4/6/1b1b1/2 b 2 standard-4", "R17"),  # one flock takes precedence over two passes
    (OWN_REGIONS.replace(" 0 ", " 2 "), "R14"),
    (OWN_REGIONS.replace(" 0 ", " 2 ").replace("standard", "french"), "R14b"),
    ("1b/oobbb/1booob/b2b/1bb3/2boo/1b b 1 french-4", "R14b"),
]


def test_illegal_moves_name_the_first_broken_ruling(engine: ModuleType) -> None:
    for row in TABLE:
        fen, move, ruling, why = (row[name] for name in ("fen", "move", "ruling", "why"))
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
    """The words of the core for each `Fault`. Other tests compare the rulings and the spaces, and no words."""
    source = (ROOT / "src" / "position" / "play.rs").read_text(encoding="utf-8")
    rows = [row for row in TABLE if "fault" in row]
    faults = re.findall(r"(?m)^    ([A-Z]\w+)", source.partition("pub enum Fault {")[2].partition("\n}")[0])
    assert {row["fault"] for row in rows} == {*faults}
    for row in rows:
        error = refused(IllegalMoveError, Position.from_fen(row["fen"]).play, row["move"])
        assert error.reason == row["reason"]
