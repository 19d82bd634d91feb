"""A check of games besides that of the core, as of `volo replay --engine reference`: its errors have their places."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import volo
from support.command_line import called
from support.located import located
from support.recorded_games import TWO, written
from volo import Game, Position, RecordError, reference
from volo.errors import IllegalMoveError
from volo.records import FORMATS, Disagreement, Format, RecordReader

MOVES = ["a3", "d5", "b5", "e3", "a3-W1"]
COMMENT = 'Not a3-W1 {yet}, see\n[1. b5] d5\n[Event "d5"]\nand e3'


def game() -> Game:
    """A game with texts of moves in its tags and comments."""
    played = Game(Position("standard-4"), MOVES)
    played.tags["Event"] = "b5 d5 ö 1. e3"
    played.comments = {0: COMMENT, 2: COMMENT, 4: "ö"}
    return played


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("ply", [2, None])
def test_a_game_is_refused_at_the_place_of_its_move(form: Format, ply: int | None) -> None:
    data = written(form, TWO[:1] * 2)
    reader = RecordReader(io.BytesIO(data), check=lambda _: Disagreement("wrong", ply, TWO[0].start.fen()))
    for number in (1, 2):
        with pytest.raises(RecordError, match="wrong") as error:
            next(reader)
        assert (error.value.game, error.value.ply, error.value.fen) == (number, ply, TWO[0].start.fen())
        found = located(error.value, data).text.lower().replace(" ", "")
        assert ply is None or "c4" in found


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
        before = data[:offset].decode().split("\n")
        assert data[offset:].lstrip(b'"').startswith(b"e3")
        place = f"{file}:{len(before)}:{len(before[-1]) + 1}: game {number}, ply 4"
        assert message.startswith(f"volo: {place}: the core accepts the move, ")
        assert "illegal move e3: for a test [R6]" in message
        assert message.partition(", path $")[0].endswith(f"in {fen}")


def test_the_command_compares_legal_moves_and_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.volo"
    volo.write_records(file, [game(), Game(Position("standard-4"))])
    with monkeypatch.context() as context:
        context.setattr(reference.Position, "legal_moves", lambda _: ())
        status, _, err = called("replay", str(file), "--engine", "reference")
    assert status == 1
    assert "game 1, ply 1: 9 legal moves by the core, 0 by the reference, found 'a3'" in err
    monkeypatch.setattr(reference.Position, "outcome", lambda _: volo.Outcome(volo.BLUE, "flock"))
    monkeypatch.setattr(reference.Position, "play", lambda position, _: position)
    monkeypatch.setattr(reference.Position, "legal_moves", lambda _: range(9))
    status, _, err = called("replay", str(file), "--engine", "reference")
    assert status == 1
    assert len(err.splitlines()) == 2
    assert "game 2: the outcome is None by the core, Outcome(" in err.splitlines()[1]
    assert "found '*'" in err.splitlines()[1]
