"""Malformed and wrong game reports: the error and its location."""

from __future__ import annotations

import io
from typing import Any

import pytest

import volo
from support.game_reports import REPORT, changed, ended, refused, text
from support.located import located
from volo import RecordError
from volo.records import read_records


class TestFaults:
    @pytest.mark.parametrize(
        ("path", "to", "found", "problem"),
        [
            ("header.game.name", "Hex", '"Hex"', "the name of the game must be Volo"),
            ("header.game.color", 5, '"color"', "unknown member of the game; expected one of name, variants"),
            ("header.game.variants", ["huge"], '"huge"', "unknown variant; expected Size-4 board"),
            ("header.game.variants", ["size-6", "pie"], '"pie"', "at most one variant"),
            ("header.game.variants", "size-6", '"size-6"', "variants must be an array"),
            ("header.event", "a\u0085b", '"a\u0085b"', "no value has the control character"),
            ("header.date-end", "2024-02-30T00:00:00Z", '"2024-02-30', "expected a date and time"),
            ("header.players", [], "[]", "expected two players, not 0"),
            ("header.players", [{"name": each, "result": 0} for each in "abc"], "[", "expected two players, not 3"),
            ("header.players.1", "Anna", '"Anna"', "a player must be an object"),
            ("header.players.1.result", True, "true", "result must be an integer"),
            ("header.players.1.color", "orange", '"orange"', "expected blue"),
            ("header.startingPosition", "here", '"here"', "at offset"),
            ("header.startingPosition", volo.Position().fen(), '"5/1o', "the rule set of the position is not"),
            ("header.volo", {"tag": 1}, '"tag"', "unknown member of volo; expected one of termination"),
            ("header.volo", {"tags": {"FEN": "x"}}, '"x"', "it follows from where the game begins"),
            ("header.volo", {"comment": ""}, '""', "expected a text"),
            ("winner", 1, '"winner"', "unknown member of a game report; expected one of header, moves"),
            ("moves.3", None, "null", "a round must be an array of two moves"),
            ("moves.3", ["a"], "[", "a round must be an array of two moves"),
            ("moves.3.1", None, "null", "expected a move; null is permitted only"),
            ("moves.10.0", None, "null", "expected a move; null is permitted only"),
            ("moves.3.1", 5, "5", "a move must be a string, an object with the member move"),
            ("moves.3.1", {"move": "b1", "color": 1}, '"color"', "unknown member of a move; expected one of sequence"),
            ("moves.3.1", {"move": "b1", "result": [1]}, "[", "an array of objects"),
            (
                "moves.0",
                [{"move": "b5", "sequence": 2}, {"move": "c6", "sequence": 1}],
                "1",
                "must be greater than that of Orange's",
            ),
        ],
    )
    def test_a_malformed_value_is_an_error_with_its_location(
        self, path: str, to: object, found: str, problem: str
    ) -> None:
        error = refused(changed(REPORT, path, to=to))
        assert problem in error.problem
        assert error.text.startswith(found)
        assert error.text

    @pytest.mark.parametrize(
        ("path", "problem"),
        [
            ("header.date-end", "the header must have the member date-end"),
            ("header.players.1.result", "a player must have the member result"),
            ("header", "a game report must have the member header"),
            ("moves", "a game report must have the member moves"),
        ],
    )
    def test_a_missing_member_is_an_error(self, path: str, problem: str) -> None:
        error = refused(changed(REPORT, path, without=True))
        assert (error.problem, error.text) == (problem, "")

    @pytest.mark.parametrize(
        ("report", "ply", "found", "problem"),
        [
            (changed(REPORT, "moves.2.1", to="e3-W9"), 6, '"e3-W9"', "[R10]"),
            (changed(REPORT, "moves", to=[*REPORT["moves"], ["resign"]]), 22, '"resign"', "the game is over before"),
            (changed(REPORT, "header.players.0.result", to=2), 22, "2", "the record has a win for orange"),
            (changed(REPORT, "header.volo", to={"termination": "passes"}), 22, '"passes"', "ended by flock"),
            (ended((0, 1)), 3, "0", "the game is not over, but the record has a win for blue and no termination"),
            (ended((1, 1), "resign"), 3, '"resign"', "expected agreement or adjudication for 1/2-1/2"),
            (
                ended((0, 1), "resign", termination="time"),
                3,
                '"time"',
                "expected resignation, because the last move is resign",
            ),
            (ended((0, 1), termination="magic"), 3, '"magic"', "expected one of flock, passes"),
        ],
    )
    def test_a_broken_rule_is_an_error_with_its_position(
        self, report: dict[str, Any], ply: int, found: str, problem: str
    ) -> None:
        error = refused(report)
        assert problem in error.problem
        assert (error.ply, error.text) == (ply, found)
        position = volo.Position("abstract-play-4")
        moves = [entry for played in report["moves"] for entry in played if isinstance(entry, str)]
        for move in moves[: ply - ("[R" in problem or "offset" in problem)]:
            position = position.play(move)
        assert error.fen == position.fen()

    def test_all_faults_of_a_report_are_reported_at_once(self) -> None:
        report = changed(changed(REPORT, "header.site", to=5), "moves.0", to=["b5", 6])
        error = refused(report)
        assert [each.text for each in (error, *error.also)] == ["5", "6"]


class TestArrays:
    @pytest.mark.parametrize(
        ("data", "games", "problem"),
        [
            (b"[%s", 1, "expected a comma or the end of the array"),
            (b"[%s %s]", 1, "expected a comma or the end of the array"),
            (b"[%s,]", 1, "expected a game report"),
            (b"[%s,", 1, "expected a game report"),
            (b"[%s][%s]", 1, "expected the end of the file"),
            (b"%s %s", 1, "expected the end of the file"),
            (b"[] x", 0, "expected the end of the file"),
        ],
    )
    def test_an_error_between_reports_ends_the_file(self, data: bytes, games: int, problem: str) -> None:
        data = data.replace(b"%s", text(REPORT))
        reader = read_records(io.BytesIO(data), format="abstract-play")
        for _ in range(games):
            next(reader)
        with pytest.raises(RecordError, match=problem) as error:
            next(reader)
        located(error.value, data)
        assert list(reader) == []

    @pytest.mark.parametrize("value", [b"5", b'"a, ] \\" b"', b"null", b"{]", b'{"a": "\\\\"}', b"tru\xffe", b"x{}"])
    def test_reading_resumes_after_a_value_that_is_not_a_report(self, value: bytes) -> None:
        data = b"[" + text(REPORT) + b"," + value + b"," + text(REPORT) + b"]"
        reader = read_records(io.BytesIO(data))
        assert len(next(reader)) == 22
        with pytest.raises(RecordError) as error:
            next(reader)
        located(error.value, data)
        assert len(next(reader)) == 22

    def test_reading_resumes_after_a_report_that_is_too_long(self) -> None:
        long = changed(REPORT, "header.event", to="x" * (17 << 20))
        error = refused(long)
        assert error.problem == "the game report is longer than 16 MiB"
