"""`volo replay --engine reference`: a disagreement has the same place as an error of the core."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import volo
from support.command_line import called
from volo import Game, Position, reference
from volo.errors import IllegalMoveError
from volo.records import Check, Disagreement, RecordReader

MOVES = ["a3", "d5", "b5", "e3", "a3-W1"]
COMMENT = 'Not a3-W1 {yet}, see\n[1. b5] d5\n[Event "d5"]\nand e3'
BAD = '[Event "a3-W1"]\n\n1. a3 a3 2. d5 *\n'


def game() -> Game:
    """A game with texts of moves in its tags and comments."""
    played = Game(Position("standard-4"), MOVES)
    played.tags["Event"] = "b5 d5 ö 1. e3"
    played.comments = {0: COMMENT, 2: COMMENT, 4: "ö"}
    return played


def written(format: str, games: list[Game]) -> bytes:  # noqa: A002
    file = io.BytesIO()
    volo.write_records(file, games, format=format)
    return file.getvalue()


def refuse_ply(ply: int | None) -> Check:
    """A check that refuses every game at this move."""
    return lambda played: Disagreement("wrong", ply, played.position.fen())


def place(data: bytes, offset: int) -> tuple[int, int, int]:
    """The line, the column and the offset of a byte."""
    before = data[:offset]
    return before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode()) + 1, offset


def following(reader: RecordReader) -> Game | volo.RecordError | None:
    """The next game, or the error that is in its place."""
    try:
        return next(reader, None)
    except volo.RecordError as error:
        return error


def errors_of(data: bytes, check: Check | None = None, *, lenient: bool = False) -> list[volo.RecordError]:
    """The errors of a file, in order."""
    reader = RecordReader(io.BytesIO(data), lenient=lenient, check=check)
    read = iter(lambda: following(reader), None)
    return [each for each in read if isinstance(each, volo.RecordError)]


@pytest.mark.parametrize("ply", [*range(1, len(MOVES) + 1), None])
@pytest.mark.parametrize("format", ["volo", "jsonl", "abstract-play"])
def test_a_check_refuses_a_game_at_the_place_of_its_move(format: str, ply: int | None) -> None:  # noqa: A002
    data = written(format, [game()] * 3)
    errors = errors_of(data, refuse_ply(ply))
    assert [error.game for error in errors] == [1, 2, 3]
    # Every move after the tags and comments is found by its text, from the end of each record.
    for error in errors:
        assert error.ply == ply
        assert (error.line, error.column, error.offset) == place(data, error.offset)
        if ply is not None:
            found = data[error.offset :].decode().lstrip('"')
            assert found.startswith(MOVES[ply - 1])
            assert error.text.strip('"') == MOVES[ply - 1]
            # The core finds the same place if the move there is illegal.
            start = error.offset + (format != "volo")
            spoilt = data[:start] + b"g1" + data[start + len(MOVES[ply - 1]) :]
            core = next(each for each in errors_of(spoilt) if each.game == error.game)
            assert (core.line, core.column, core.offset) == (error.line, error.column, error.offset)
            assert core.ply == ply
    assert len({error.offset for error in errors}) == 3


@pytest.mark.parametrize("lenient", [False, True])
def test_malformed_records_before_it_do_not_move_the_place(lenient: bool) -> None:
    good = written("volo", [game()]).decode()
    text = "\n".join([good, BAD, good, "[Event\n[Event x]\n", good])
    if lenient:
        text = "\ufeff" + text.replace("\n", "\r\n").replace("2. b5", "b5").replace('[Event "b5', '  [Event "b5')
    data = text.encode()
    errors = [error for error in errors_of(data, refuse_ply(3), lenient=lenient) if error.problem == "wrong"]
    assert len(errors) == 3
    for error in errors:
        assert data[error.offset :].startswith(b"b5 ")
        assert error.text == "b5"
        assert error.line == place(data, error.offset)[0]
    assert len({error.offset for error in errors}) == 3


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
