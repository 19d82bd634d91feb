"""A check of games besides that of the core, as of `volo replay --engine reference`: its errors have their places."""

from __future__ import annotations

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

# A game with texts of moves in its tags and comments.
PLAYED = Game(Position("standard-4"), ["a3", "d5", "b5", "e3", "a3-W1"])
PLAYED.tags["Event"] = "b5 d5 ö 1. e3"
PLAYED.comments = dict.fromkeys((0, 2), 'Not a3-W1 {yet}, see\n[1. b5] d5\n[Event "d5"]\nand e3') | {4: "ö"}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("ply", [True, False])
def test_a_game_is_refused_at_the_place_of_its_move(form: Format, ply: bool) -> None:
    # Boardspace has no such tags.
    game, number, move = (TWO[0], 2, b"[3 Dropb C 4]") if form == "boardspace" else (PLAYED, 4, b"e3")
    wrong = Disagreement("wrong", number if ply else None, game.start.fen())
    data = written(form, [game] * 2)
    reader = RecordReader(io.BytesIO(data), check=lambda _: wrong)
    for index in (1, 2):
        with pytest.raises(RecordError, match="wrong") as refused:
            next(reader)
        error = located(refused.value, data)
        assert (error.game, error.ply, error.fen) == (index, wrong.ply, wrong.fen)
        before, there = data[: error.offset], data[error.offset :].lstrip(b'"')
        assert not ply or (there.startswith(move) and not before.endswith((b"and ", b" 1. ")))


def test_the_command_compares_moves_and_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    volo.write_records("games.volo", [PLAYED, Game(Position("standard-4"))])
    play = reference.Position.play

    def without_e3(position: reference.Position, move: str) -> reference.Position:
        if move == "e3":
            raise IllegalMoveError("e3", "R6", "for a test")
        return play(position, move)

    def replayed(**methods: object) -> list[str]:
        """The errors if the reference has other methods."""
        with monkeypatch.context() as context:
            for name, method in methods.items():
                context.setattr(reference.Position, name, method)
            status, _, err = called("replay", "games.volo", "--engine", "reference")
        assert status == 1
        return err.splitlines()

    (error,) = replayed(play=without_e3)
    assert ": game 1, ply 4: the core accepts the move, the reference does not: illegal move e3: for a test" in error
    assert error.endswith(f"in {PLAYED.positions[3].fen()}")
    (error,) = replayed(legal_moves=lambda _: ())
    assert "game 1, ply 1: 9 legal moves by the core, 0 by the reference, found 'a3'" in error
    _, error = replayed(
        outcome=lambda _: volo.Outcome(volo.BLUE, "flock"),
        play=lambda position, _: position,
        legal_moves=lambda _: range(9),
    )
    assert "game 2: the outcome is None by the core, Outcome(" in error
    assert "found '*'" in error
