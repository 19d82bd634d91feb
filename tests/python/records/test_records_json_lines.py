"""JSON lines: members, moves, results and text, and the error with its location for each fault."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import volo
from support.data import read_jsonl
from support.located import refused_second
from volo import Game, RecordError
from volo.records import read_records, write_records

GAME: dict[str, Any] = read_jsonl("abstract-play.jsonl")[0]
OPEN: dict[str, Any] = {"rules": "standard-4", "moves": ["b5"], "legal_moves": [9], "winner": None}


def text(game: object) -> bytes:
    return json.dumps(game, ensure_ascii=False).encode()


def refused(line: bytes, *, lenient: bool = False) -> RecordError:
    """Return the error about a line between two valid lines, and check that the valid lines are read."""
    good = text(GAME)
    data = good + b"\n" + line + b"\n" + good + b"\n"
    error = refused_second(data, lenient=lenient)
    assert error.line == 2
    return error


def read(game: object, *, lenient: bool = False) -> Game:
    (found,) = read_records(io.BytesIO(text(game)), lenient=lenient, format="jsonl")
    return found


class TestMembers:
    @pytest.mark.parametrize(
        ("change", "found", "problem"),
        [
            ({"rules": 4}, "4", "rules must be a string"),
            ({"rules": "chess"}, '"chess"', "unknown rule set"),
            ({"moves": "b5"}, '"b5"', "moves must be an array"),
            ({"moves": ["b5", 6]}, "6", "a move must be a string"),
            ({"legal_moves": None}, "null", "legal_moves must be an array"),
            ({"legal_moves": [9.0] * 22}, "9.0", "must be an integer"),
            ({"legal_moves": [9]}, "[9]", "moves has 22 elements, but legal_moves has 1"),
            ({"winner": "nobody"}, '"nobody"', "winner must be one of orange, blue, draw, or null"),
            ({"fen": "here"}, '"here"', "at offset"),
            ({"fen": volo.Position().fen()}, '"5/1o4b1', "the rule set of the position is not abstract-play-4"),
            ({"tags": []}, "[]", "tags must be an object"),
            ({"tags": {"Orange": 5}}, "5", "Orange must be a string"),
            ({"tags": {"a b": "c"}}, '"c"', "expected a name of a letter"),
            ({"tags": {"Rules": "c"}}, '"c"', "it follows from where the game begins"),
            ({"tags": {"Date": "today"}}, '"today"', "expected a date of the calendar"),
            ({"tags": {"Orange": "a\nb"}}, '"a\\nb"', "no value has the control character"),
            ({"comments": {"0": ""}}, '""', "expected a text"),
            ({"comments": {"23": "x"}}, '"x"', "must be a number of moves from 0 to 22"),
            ({"comments": {"٣": "x"}}, '"x"', "must be a number of moves from 0 to 22"),
            ({"comments": {"1": "\u0007"}}, '"\\u0007"', "no comment has the control character"),
            ({"color": "blue"}, '"color"', "unknown member of a game; expected one of rules, fen, moves"),
        ],
    )
    def test_a_wrong_member_is_an_error_with_its_location(
        self, change: dict[str, Any], found: str, problem: str
    ) -> None:
        error = refused(text(GAME | change))
        assert problem in error.problem
        assert error.text.startswith(found)
        assert error.ply is None

    @pytest.mark.parametrize("key", ["rules", "moves", "legal_moves", "winner"])
    def test_a_missing_member_is_an_error(self, key: str) -> None:
        error = refused(text({name: value for name, value in GAME.items() if name != key}))
        assert (error.problem, error.text, error.column) == (f"a game must have the member {key}", "", 1)

    @pytest.mark.parametrize(
        ("change", "path"),
        [
            ({"color": "blue"}, "$.color"),
            ({"tags": {"a b": "c"}}, "$.tags['a b']"),
            ({"tags": {"\x1b[31m\u202e": 5}}, r"$.tags['\x1b[31m\u202e']"),
            ({"x" * 1_000_000: 5}, "$." + "x" * 98),
            ({"tags": {"A": "1"}, "comments": {"0": 5}}, "$.comments['0']"),
        ],
        ids=["name", "other name", "control characters", "long name", "number"],
    )
    def test_an_error_has_the_path_of_the_value(self, change: dict[str, Any], path: str) -> None:
        assert refused(text(GAME | change)).path == path

    def test_all_faults_of_a_game_are_reported_at_once(self) -> None:
        error = refused(text({"color": 1, "rules": 4, "moves": ["b5", 6, 7], "winner": "x", "tags": {"Site": None}}))
        found = [each.text for each in (error, *error.also)]
        assert found == ['"color"', "4", "6", "7", "", '"x"', "null"]

    def test_at_most_a_hundred_faults_are_reported(self) -> None:
        error = refused(text(GAME | {"legal_moves": ["x"] * 1000}))
        assert len(error.also) == 99


class TestMoves:
    @pytest.mark.parametrize(
        ("ply", "move", "problem"),
        [
            (1, "b2", "[R6]"),
            (5, "a3-NW9", "[R10]"),
            (2, "z9", "at offset 0"),
            (4, "pass", "[R13]"),
            (22, "e1\u202e", "at offset"),
        ],
    )
    def test_an_illegal_move_is_an_error_with_its_position(self, ply: int, move: str, problem: str) -> None:
        moves = GAME["moves"].copy()
        moves[ply - 1] = move
        error = refused(text(GAME | {"moves": moves}))
        position = volo.Position("abstract-play-4")
        for played in GAME["moves"][: ply - 1]:
            position = position.play(played)
        assert problem in error.problem
        assert (error.ply, error.fen, error.text) == (ply, position.fen(), f'"{move}"')
        assert error.path == f"$.moves[{ply - 1}]"
        assert str(error).endswith(f", path $.moves[{ply - 1}]")
        assert isinstance(error.__cause__, volo.IllegalMoveError | volo.NotationError)

    def test_a_move_after_the_end_is_an_error(self) -> None:
        error = refused(text(GAME | {"moves": [*GAME["moves"], "pass"], "legal_moves": [*GAME["legal_moves"], 0]}))
        assert (error.ply, error.text) == (23, '"pass"')

    def test_every_wrong_number_of_legal_moves_is_an_error(self) -> None:
        counts = GAME["legal_moves"].copy()
        counts[1], counts[20] = 8, 0
        error = refused(text(GAME | {"legal_moves": counts}))
        assert (error.ply, error.text, error.problem) == (2, "8", "9 legal moves, but the record has 8")
        (other,) = error.also
        assert (other.ply, other.text, other.problem) == (21, "0", "6 legal moves, but the record has 0")
        assert other.fen is not None

    def test_numbers_of_legal_moves_are_checked_up_to_an_illegal_move(self) -> None:
        moves = [*GAME["moves"][:3], "b2", *GAME["moves"][4:]]
        error = refused(text(GAME | {"moves": moves, "legal_moves": [1] * 22}))
        assert [each.ply for each in (error, *error.also)] == [1, 2, 3, 4, 4]


class TestEnds:
    @pytest.mark.parametrize(
        ("game", "found", "problem"),
        [
            (
                GAME | {"winner": "orange"},
                '"orange"',
                "the game ended with a win for blue, but the record has a win for orange",
            ),
            (GAME | {"termination": "passes"}, '"passes"', "the game ended by flock"),
            (
                OPEN | {"winner": "blue"},
                '"blue"',
                "the game is not over, but the record has a win for blue and no termination",
            ),
            (
                OPEN | {"winner": "draw", "termination": "time"},
                '"time"',
                "expected agreement or adjudication for 1/2-1/2",
            ),
            (OPEN | {"winner": "blue", "termination": "flock"}, '"flock"', "expected resignation or time or forfeit"),
        ],
    )
    def test_a_wrong_result_or_termination_is_an_error(self, game: dict[str, Any], found: str, problem: str) -> None:
        error = refused(text(game))
        assert problem in error.problem
        assert (error.text, error.ply) == (found, len(game["moves"]))
        assert error.path in {"$.winner", "$.termination"}
        assert error.fen is not None

    @pytest.mark.parametrize(
        ("winner", "termination", "tags"),
        [
            (None, None, {}),
            (None, "unterminated", {}),
            (None, "abandoned", {"Result": "*", "Termination": "abandoned"}),
            ("orange", "time", {"Result": "1-0", "Termination": "time"}),
            ("draw", "agreement", {"Result": "1/2-1/2", "Termination": "agreement"}),
        ],
    )
    def test_other_terminations_are_tags(
        self, winner: str | None, termination: str | None, tags: dict[str, str]
    ) -> None:
        game = OPEN | {"winner": winner}
        assert read(game if termination is None else game | {"termination": termination}).tags == tags

    def test_a_termination_by_the_rules_is_not_a_tag(self) -> None:
        assert read(GAME | {"termination": "flock"}).tags == {}


class TestText:
    @pytest.mark.parametrize(
        ("line", "column", "problem"),
        [
            (b"", 1, "invalid JSON"),
            (b"{", 2, "invalid JSON"),
            (b"[]", 1, "a game must be an object"),
            (b'{"rules": "\xff"}', 12, "invalid UTF-8"),
            ('{"rules": "äö'.encode() + b'\xc3"}', 14, "invalid UTF-8"),
            (b'{"rules": "a", "rules": "b"}', 16, "duplicate key"),
            (b'{"a": {"b": 1}, "c": {"b": 1, "b": 2}}', 31, "duplicate key"),
            (b'{"\\ud83d": 5}', 2, "unpaired surrogate"),
            (b'{"rules": [1, -Infinity]}', 16, "invalid JSON: invalid number"),
            (b'{"a": ' * 64 + b"1" + b"}" * 64, 2, "unknown member of a game"),
            (b'{"rules": NaN}', 11, "invalid JSON: expected value"),
            (b'{"rules": 1e999}', 11, "number with more than 32 characters"),
            (b'{"rules": ' + b"9" * 1_000_000 + b"}", 11, "number with more than 32 characters"),
            (b'{"rules": "\\ud800"}', 11, "unpaired surrogate"),
            (b'{"rules": "a\tb"}', 13, "invalid JSON"),
            (b"{'rules': 1}", 2, "invalid JSON"),
            (b'{"rules": 1} {}', 14, "invalid JSON: trailing characters"),
            (b'{"a": ' * 65 + b"1" + b"}" * 65, 64 * 6 + 1, "nested more than 64 levels deep"),
            (b'{"a":' * 1_000_000, 64 * 5 + 1, "nested more than 64 levels deep"),
            (b"[" + b"[]," * 499_999 + b"[]]", 3 * 499_999 + 2, "more than 500,000 arrays and objects"),
            (b"[" + b'"[",' * 600_000 + b"[],x", 4 * 600_000 + 5, "invalid JSON"),
        ],
    )
    def test_text_that_is_not_strict_json_is_an_error_with_its_location(
        self, line: bytes, column: int, problem: str
    ) -> None:
        error = refused(line)
        assert problem in error.problem
        assert error.column == column

    def test_pairs_of_surrogates_are_characters(self) -> None:
        assert read(GAME | {"tags": {"Orange": "\U0001f426"}}).tags == {"Orange": "\U0001f426"}
        data = json.dumps(GAME | {"tags": {"Orange": "\U0001f426"}}).encode()
        assert b"\\ud83d" in data
        assert next(read_records(io.BytesIO(data))).tags == {"Orange": "\U0001f426"}

    def test_reading_resumes_after_a_line_that_is_too_long(self) -> None:
        error = refused(b'{"rules": "' + b"x" * (40 << 20) + b'"}')
        assert error.problem == "the line is longer than 16 MiB"
        assert error.text.startswith('{"rules": "xxx')


class TestLenient:
    def test_it_accepts_the_documented_deviations(self) -> None:
        game = {name: value for name, value in GAME.items() if name != "legal_moves"} | {"elo": {"a": [1]}}
        assert len(read(game, lenient=True)) == 22
        data = "\ufeff".encode() + b"\n \t\r\n" + text(game) + b"\r\n\n" + text(OPEN | {"winner": "blue"})
        first, second = read_records(io.BytesIO(data), lenient=True)
        assert len(first) == 22
        assert second.tags == {"Result": "0-1", "Termination": "adjudication"}

    def test_it_accepts_nothing_else(self) -> None:
        assert refused(text(GAME | {"winner": "orange"}), lenient=True).ply == 22
        assert refused(text(GAME | {"rules": None}), lenient=True).text == "null"
        assert refused(text(GAME | {"legal_moves": [9]}), lenient=True).text == "[9]"
        assert refused(b'{"a": 1, "a": 2}', lenient=True).column == 10

    def test_locations_count_the_byte_order_mark_and_empty_lines(self) -> None:
        data = "\ufeff\n\n".encode() + text(GAME | {"winner": "orange"})
        with pytest.raises(RecordError) as error:
            next(read_records(io.BytesIO(data), lenient=True))
        assert error.value.line == 3
        assert data[error.value.offset :].startswith(b'"orange"')

    @pytest.mark.parametrize("before", ["\ufeff", "\n", "\ufeff\n"])
    def test_strict_reading_accepts_nothing_before_the_first_game(self, before: str) -> None:
        with pytest.raises(RecordError, match="invalid JSON"):
            next(read_records(io.BytesIO(before.encode() + text(GAME))))


class TestWriting:
    def test_optional_members_without_content_are_not_written(self) -> None:
        file = io.StringIO()
        game = Game(volo.Position("standard-4").play("b5"), ["c6"])
        write_records(file, [game], format="jsonl")
        assert list(json.loads(file.getvalue())) == ["rules", "fen", "moves", "legal_moves", "winner"]

    def test_all_members_are_written_in_a_fixed_order(self) -> None:
        file = io.StringIO()
        game = Game(volo.Position("standard-4"), ["b5"])
        game.tags = {"Zoo": "z", "Result": "1-0", "Event": "?", "Termination": "time", "Orange": "Ännchen"}
        game.comments = {1: "last", 0: "first"}
        write_records(file, [game], format="jsonl")
        assert file.getvalue() == (
            '{"rules":"standard-4","moves":["b5"],"legal_moves":[9],"winner":"orange","termination":"time",'
            '"tags":{"Orange":"Ännchen","Zoo":"z"},"comments":{"0":"first","1":"last"}}\n'
        )
