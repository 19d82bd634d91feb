"""Abstract Play's game reports that are none, or not what the rules say: what is told, and where."""

from __future__ import annotations

import io
from typing import Any

import pytest
from game_reports import REPORT, changed, ended, refused, text
from located import located

import volo
from volo import RecordError
from volo.records import read_records


class TestFaults:
    @pytest.mark.parametrize(
        ("report", "found", "problem"),
        [
            (changed(REPORT, "header", "game", "name", to="Hex"), '"Hex"', "the game is not Volo"),
            (changed(REPORT, "header", "game", "name", to=5), "5", "name must be a text"),
            (changed(REPORT, "header", "game", "name", without=True), "", "the game needs name"),
            (changed(REPORT, "header", "game", "colour", to=5), '"colour"', "the game has nothing but name, variants"),
            (changed(REPORT, "header", "game", "variants", to=["huge"]), '"huge"', "a variant of Volo is"),
            (changed(REPORT, "header", "game", "variants", to=["size-9"]), '"size-9"', "a variant of Volo is"),
            (changed(REPORT, "header", "game", "variants", to=["size-6", "pie"]), '"pie"', "one variant at most"),
            (changed(REPORT, "header", "game", "variants", to=[6]), "6", "a variant must be a text"),
            (changed(REPORT, "header", "game", "variants", to="size-6"), '"size-6"', "variants must be an array"),
            (changed(REPORT, "header", "site", to="Abstract Play"), '"Abstract Play"', "the site must be an object"),
            (changed(REPORT, "header", "site", "gameid", to=True), "true", "gameid must be a number"),
            (changed(REPORT, "header", "event", to=None), "null", "event must be a text"),
            (changed(REPORT, "header", "event", to="a\u0085b"), '"a\u0085b"', "no value has the control character"),
            (changed(REPORT, "header", "date-end", to="2024-07-20"), '"2024-07-20"', "a date with its time"),
            (changed(REPORT, "header", "date-end", to="2024-02-30T00:00:00Z"), '"2024-02-30', "a date with its time"),
            (changed(REPORT, "header", "date-end", to="٢٠٢٤-02-20T00:00:00Z"), '"٢٠', "a date with its time"),
            (changed(REPORT, "header", "date-end", without=True), "", "the header needs date-end"),
            (changed(REPORT, "header", "unrated", to=1), "1", "unrated must be true or false"),
            (changed(REPORT, "header", "players", to={}), "{}", "players must be an array"),
            (changed(REPORT, "header", "players", to=[]), "[]", "Volo has two players, and these are 0"),
            (
                changed(REPORT, "header", "players", to=[{"name": each, "result": 0} for each in "abc"]),
                "[",
                "Volo has two players, and these are 3",
            ),
            (changed(REPORT, "header", "players", 1, to="Anna"), '"Anna"', "a player must be an object"),
            (changed(REPORT, "header", "players", 1, "name", without=True), "", "a player needs name"),
            (changed(REPORT, "header", "players", 1, "result", without=True), "", "a player needs result"),
            (changed(REPORT, "header", "players", 1, "result", to=0.5), "0.5", "result must be a whole number"),
            (changed(REPORT, "header", "players", 1, "result", to=True), "true", "result must be a whole number"),
            (changed(REPORT, "header", "players", 1, "score", to="5"), '"5"', "score must be a number"),
            (changed(REPORT, "header", "players", 1, "color", to="orange"), '"orange"', "this one is Blue"),
            (changed(REPORT, "header", "startingPosition", to="here"), '"here"', "at offset"),
            (changed(REPORT, "header", "startingPosition", to=volo.Position().fen()), '"5/1o', "the rules of the game"),
            (changed(REPORT, "header", "volo", to=[]), "[]", "volo must be an object"),
            (changed(REPORT, "header", "volo", to={"tag": 1}), '"tag"', "volo has nothing but"),
            (
                changed(REPORT, "header", "volo", to={"tags": {"FEN": "x"}}),
                '"x"',
                "it follows from where the game begins",
            ),
            (changed(REPORT, "header", "volo", to={"tags": {"Result": "*"}}), '"*"', "Result is no tag here"),
            (changed(REPORT, "header", "volo", to={"comment": ""}), '""', "expected a text"),
            (changed(REPORT, "header", to=None), "null", "the header must be an object"),
            (changed(REPORT, "header", without=True), "", "a game report needs header"),
            (changed(REPORT, "moves", without=True), "", "a game report needs moves"),
            (changed(REPORT, "winner", to=1), '"winner"', "a game report has nothing but header, moves"),
            (changed(REPORT, "moves", to="b5"), '"b5"', "moves must be an array"),
            (changed(REPORT, "moves", 3, to=None), "null", "a round is an array of two moves"),
            (changed(REPORT, "moves", 3, to=[]), "[]", "a round is an array of two moves"),
            (changed(REPORT, "moves", 3, to=["a"]), "[", "a round is an array of two moves"),
            (changed(REPORT, "moves", 3, to=["a", "b", "c"]), "[", "a round is an array of two moves"),
            (changed(REPORT, "moves", 3, 0, to=None), "null", "a move is missing"),
            (changed(REPORT, "moves", 3, 1, to=None), "null", "a move is missing"),
            (changed(REPORT, "moves", 10, 0, to=None), "null", "a move is missing"),
            (changed(REPORT, "moves", 3, 1, to=5), "5", "a move is a text, an object with a move, or null"),
            (changed(REPORT, "moves", 3, 1, to={"result": "x"}), "", "a move needs move"),
            (changed(REPORT, "moves", 3, 1, to={"move": "b1", "colour": 1}), '"colour"', "a move has nothing but"),
            (changed(REPORT, "moves", 3, 1, to={"move": "b1", "result": [1]}), "[", "an array of objects"),
            (changed(REPORT, "moves", 3, 1, to={"move": "b1", "sequence": "2"}), '"2"', "sequence must be"),
            (
                changed(REPORT, "moves", 0, to=[{"move": "b5", "sequence": 2}, {"move": "c6", "sequence": 1}]),
                "1",
                "Orange moves before Blue",
            ),
        ],
    )
    def test_what_is_no_report_of_volo_is_told_at_its_place(
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
            (changed(REPORT, "moves", 2, 1, to={"move": "e3-W9"}), 6, '"e3-W9"', "[R10]"),
            (changed(REPORT, "moves", 0, 0, to=""), 1, '""', "at offset 0"),
            (changed(REPORT, "moves", to=[*REPORT["moves"], ["resign"]]), 22, '"resign"', "the game is over before"),
            (changed(REPORT, "header", "players", 0, "result", to=1), 22, "1", "blue has won, the record says it is"),
            (changed(REPORT, "header", "players", 0, "result", to=2), 22, "2", "blue has won, the record says orange"),
            (changed(REPORT, "header", "volo", to={"termination": "passes"}), 22, '"passes"', "ended by flock"),
            (ended((0, 1)), 3, "0", "the game is not over, the record says blue has won and not by what"),
            (ended((1, 1)), 3, "1", "the game is not over, the record says it is a draw and not by what"),
            (ended((1, 1), "resign"), 3, '"resign"', "expected agreement or adjudication for 1/2-1/2"),
            (ended((0, 1), "draw"), 3, '"draw"', "expected resignation or time or forfeit"),
            (ended((0, 1), "resign", termination="time"), 3, '"time"', "resign ends a game by resignation"),
            (ended((0, 1), termination="magic"), 3, '"magic"', "expected one of flock, passes"),
        ],
    )
    def test_what_contradicts_the_rules_is_told_with_its_position(
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

    def test_all_faults_of_a_report_are_told_at_once(self) -> None:
        report = changed(changed(REPORT, "header", "site", to=5), "moves", 0, to=["b5", 6])
        error = refused(report)
        assert [each.text for each in (error, *error.also)] == ["5", "6"]


class TestArrays:
    @pytest.mark.parametrize(
        ("data", "games", "problem"),
        [
            (b"[%s", 1, "a comma or the end of the array belongs here"),
            (b"[%s %s]", 1, "a comma or the end of the array belongs here"),
            (b"[%s}", 1, "a comma or the end of the array belongs here"),
            (b"[%s,]", 1, "a game report belongs here"),
            (b"[%s,,%s]", 1, "a game report belongs here"),
            (b"[%s,", 1, "a game report belongs here"),
            (b"[%s] x", 1, "nothing belongs behind the end"),
            (b"[%s][%s]", 1, "nothing belongs behind the end"),
            (b"%s %s", 1, "nothing belongs behind the end"),
            (b"%s,%s", 1, "nothing belongs behind the end"),
            (b"[] x", 0, "nothing belongs behind the end"),
        ],
    )
    def test_what_stands_between_reports_is_told_and_ends_them(self, data: bytes, games: int, problem: str) -> None:
        data = data.replace(b"%s", text(REPORT))
        reader = read_records(io.BytesIO(data), format="abstract-play")
        assert sum(1 for _ in range(games) if next(reader)) == games
        with pytest.raises(RecordError, match=problem) as error:
            next(reader)
        located(error.value, data)
        assert list(reader) == []

    def test_a_report_that_is_cut_off_is_refused(self) -> None:
        data = b"[" + text(REPORT)
        for length in range(2, len(data), 7):
            reader = read_records(io.BytesIO(data[:length]), format="abstract-play")
            with pytest.raises(RecordError) as error:
                next(reader)
            located(error.value, data[:length])

    @pytest.mark.parametrize("value", [b"5", b'"a, ] \\" b"', b"null", b"{]", b'{"a": "\\\\"}', b"tru\xffe", b"x{}"])
    def test_a_value_that_is_no_report_is_refused_and_left(self, value: bytes) -> None:
        data = b"[" + text(REPORT) + b"," + value + b"," + text(REPORT) + b"]"
        reader = read_records(io.BytesIO(data))
        assert len(next(reader)) == 22
        with pytest.raises(RecordError) as error:
            next(reader)
        located(error.value, data)
        assert len(next(reader)) == 22

    def test_a_report_that_is_too_long_is_refused_and_left(self) -> None:
        long = changed(REPORT, "header", "event", to="x" * (17 << 20))
        error = refused(long)
        assert error.problem == "a game report has at most 16 MiB"
