"""`volo replay --engine reference`: a disagreement has the same place as an error of the core."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import volo
from support.command_line import called
from volo import Game, Position, reference
from volo.errors import IllegalMoveError

MOVES = ["a3", "d5", "b5", "e3", "a3-W1"]
COMMENT = 'Not a3-W1 {yet}, see\n[1. b5] d5\n[Event "d5"]\nand e3'


def game() -> Game:
    """A game with texts of moves in its tags and comments."""
    played = Game(Position("standard-4"), MOVES)
    played.tags["Event"] = "b5 d5 ö 1. e3"
    played.comments = {0: COMMENT, 2: COMMENT, 4: "ö"}
    return played


def place(data: bytes, offset: int) -> tuple[int, int, int]:
    """The line, the column and the offset of a byte."""
    before = data[:offset]
    return before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode()) + 1, offset


@pytest.mark.parametrize("suffix", [".volo", ".jsonl", ".json", ".volo.gz"])
def test_the_command_reports_the_place(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path(f"games{suffix}")
    volo.write_records(file, [game(), game()])
    play = reference.Position.play

    def wrong(position: reference.Position, move: str) -> reference.Position:
        if str(move) == "e3":
            raise IllegalMoveError("e3", "R6", "for a test")
        return play(position, move)

    monkeypatch.setattr(reference.Position, "play", wrong)
    status, out, err = called("replay", str(file), "--engine", "reference")
    assert status == 1
    assert out.split()[-6:-1] == [str(file), "2", "0", "0", "2"]
    data = gzip.decompress(file.read_bytes()) if suffix.endswith(".gz") else file.read_bytes()
    fen = Game(Position("standard-4"), MOVES[:3]).position.fen()
    for number, message in enumerate(err.splitlines(), start=1):
        offset = int(message.partition("at offset ")[2].partition(",")[0])
        line, column, _ = place(data, offset)
        assert data[offset:].lstrip(b'"').startswith(b"e3")
        assert message.startswith(f"volo: {file}:{line}:{column}: game {number}, ply 4: the core accepts the move, ")
        assert "illegal move e3: for a test [R6]" in message
        assert message.partition(", path $")[0].endswith(f"in {fen}")


@pytest.mark.parametrize(("method", "problem"), [("legal_moves", "9 legal moves by the core, 0 by the reference")])
def test_the_command_compares_the_numbers_of_legal_moves(
    method: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.volo"
    volo.write_records(file, [game()])
    monkeypatch.setattr(reference.Position, method, lambda _: ())
    status, _, err = called("replay", str(file), "--engine", "reference")
    assert status == 1
    assert f"game 1, ply 1: {problem}, found 'a3'" in err


def test_the_command_compares_the_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.volo"
    volo.write_records(file, [game(), Game(Position("standard-4"))])
    monkeypatch.setattr(reference.Position, "outcome", lambda _: volo.Outcome(volo.BLUE, "flock"))
    monkeypatch.setattr(reference.Position, "play", lambda position, _: position)
    monkeypatch.setattr(reference.Position, "legal_moves", lambda _: range(9))
    status, _, err = called("replay", str(file), "--engine", "reference")
    assert status == 1
    assert len(err.splitlines()) == 2
    assert "game 2: the outcome is None by the core, Outcome(" in err.splitlines()[1]
    assert "found '*'" in err.splitlines()[1]
