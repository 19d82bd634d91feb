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
        ("report", "found", "problem"),
        [
            (changed(REPORT, "header", "game", "name", to="Hex"), '"Hex"', "the name of the game must be Volo"),
            (
                changed(REPORT, "header", "game", "color", to=5),
                '"color"',
                "unknown member of the game; expected one of name, variants",
            ),
            (
                changed(REPORT, "header", "game", "variants", to=["huge"]),
                '"huge"',
                "unknown variant; expected Size-4 board",
            ),
            (changed(REPORT, "header", "game", "variants", to=["size-6", "pie"]), '"pie"', "at most one variant"),
            (changed(REPORT, "header", "game", "variants", to="size-6"), '"size-6"', "variants must be an array"),
            (changed(REPORT, "header", "event", to="a\u0085b"), '"a\u0085b"', "no value has the control character"),
            (
                changed(REPORT, "header", "date-end", to="2024-02-30T00:00:00Z"),
                '"2024-02-30',
                "expected a date and time",
            ),
            (changed(REPORT, "header", "date-end", without=True), "", "the header must have the member date-end"),
            (changed(REPORT, "header", "players", to=[]), "[]", "expected two players, not 0"),
            (
                changed(REPORT, "header", "players", to=[{"name": each, "result": 0} for each in "abc"]),
                "[",
                "expected two players, not 3",
            ),
            (changed(REPORT, "header", "players", 1, to="Anna"), '"Anna"', "a player must be an object"),
            (
                changed(REPORT, "header", "players", 1, "result", without=True),
                "",
                "a player must have the member result",
            ),
            (changed(REPORT, "header", "players", 1, "result", to=True), "true", "result must be an integer"),
            (changed(REPORT, "header", "players", 1, "color", to="orange"), '"orange"', "expected blue"),
            (changed(REPORT, "header", "startingPosition", to="here"), '"here"', "at offset"),
            (
                changed(REPORT, "header", "startingPosition", to=volo.Position().fen()),
                '"5/1o',
                "the rule set of the position is not",
            ),
            (
                changed(REPORT, "header", "volo", to={"tag": 1}),
                '"tag"',
                "unknown member of volo; expected one of termination",
            ),
            (
                changed(REPORT, "header", "volo", to={"tags": {"FEN": "x"}}),
                '"x"',
                "it follows from where the game begins",
            ),
            (changed(REPORT, "header", "volo", to={"comment": ""}), '""', "expected a text"),
            (changed(REPORT, "header", without=True), "", "a game report must have the member header"),
            (changed(REPORT, "moves", without=True), "", "a game report must have the member moves"),
            (
                changed(REPORT, "winner", to=1),
                '"winner"',
                "unknown member of a game report; expected one of header, moves",
            ),
            (changed(REPORT, "moves", 3, to=None), "null", "a round must be an array of two moves"),
            (changed(REPORT, "moves", 3, to=["a"]), "[", "a round must be an array of two moves"),
            (changed(REPORT, "moves", 3, 1, to=None), "null", "expected a move; null is permitted only"),
            (changed(REPORT, "moves", 10, 0, to=None), "null", "expected a move; null is permitted only"),
            (changed(REPORT, "moves", 3, 1, to=5), "5", "a move must be a string, an object with the member move"),
            (
                changed(REPORT, "moves", 3, 1, to={"move": "b1", "color": 1}),
                '"color"',
                "unknown member of a move; expected one of sequence",
            ),
            (changed(REPORT, "moves", 3, 1, to={"move": "b1", "result": [1]}), "[", "an array of objects"),
            (
                changed(REPORT, "moves", 0, to=[{"move": "b5", "sequence": 2}, {"move": "c6", "sequence": 1}]),
                "1",
                "must be greater than that of Orange's",
            ),
        ],
    )
    def test_a_malformed_report_is_an_error_with_its_location(
        self, report: dict[str, Any], found: str, problem: str
    ) -> None:
        error = refused(report)
        assert problem in error.problem
        assert error.text.startswith(found)
        assert bool(error.text) == bool(found)

    @pytest.mark.parametrize(
        ("report", "ply", "found", "problem"),
        [
            (changed(REPORT, "moves", 2, 1, to="e3-W9"), 6, '"e3-W9"', "[R10]"),
            (changed(REPORT, "moves", to=[*REPORT["moves"], ["resign"]]), 22, '"resign"', "the game is over before"),
            (changed(REPORT, "header", "players", 0, "result", to=2), 22, "2", "the record has a win for orange"),
            (changed(REPORT, "header", "volo", to={"termination": "passes"}), 22, '"passes"', "ended by flock"),
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
        report = changed(changed(REPORT, "header", "site", to=5), "moves", 0, to=["b5", 6])
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
        long = changed(REPORT, "header", "event", to="x" * (17 << 20))
        error = refused(long)
        assert error.problem == "the game report is longer than 16 MiB"
