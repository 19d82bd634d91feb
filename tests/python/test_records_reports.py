"""Abstract Play's game reports: written as their schema has it, read with nothing lost that the schema names."""

from __future__ import annotations

import copy
import io
import json
from datetime import datetime
from typing import Any

import jsonschema
import pytest
from conftest import DATA, read_jsonl
from hypothesis import given
from hypothesis import strategies as st
from located import located
from recorded_games import told

import volo
from volo import Game, RecordError, Rules
from volo.records import read_records, write_records

# From https://github.com/AbstractPlay/recranks, src/schemas/gamerecord.json, MIT licence, (c) 2021 Abstract Play.
SCHEMA = json.loads((DATA / "gamerecord.schema.json").read_text(encoding="utf-8"))
FORMATS = jsonschema.FormatChecker()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA, format_checker=FORMATS)


def is_time(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value.replace("Z", "+00:00")) is not None


FORMATS.checks("date-time", raises=ValueError)(is_time)


PLAYED: dict[str, Any] = read_jsonl("abstract-play.jsonl")[0]
# As the site's games library fills it in: `genRecord` in https://github.com/AbstractPlay/gameslib, src/games/_base.ts.
REPORT: dict[str, Any] = {
    "header": {
        "game": {"name": "Volo", "variants": ["Size-4 board"]},
        "event": "Thursday",
        "round": "3",
        "site": {"name": "Abstract Play", "gameid": "e7f53920-5be9-406a-9d5c-baa0316ab4f4"},
        "date-start": "2024-07-14T09:30:00.000Z",
        "date-end": "2024-07-20T21:00:00.123Z",
        "date-generated": "2024-07-21T00:00:00.000Z",
        "players": [
            {"name": "Anna", "userid": "46f6da78", "is_ai": False, "result": 0},
            {"name": "Boris", "userid": "afe1c2d9", "is_ai": True, "result": 1},
        ],
    },
    "moves": [PLAYED["moves"][index : index + 2] for index in range(0, 22, 2)],
}
OPEN = copy.deepcopy(REPORT) | {"moves": [["b5", "c6"], ["a3", None]]}


def changed(report: dict[str, Any], *path: Any, to: Any = None, without: bool = False) -> dict[str, Any]:
    """A report with a value in place of another, or without one."""
    copied = copy.deepcopy(report)
    value: Any = copied
    for step in path[:-1]:
        value = value[step]
    if without:
        del value[path[-1]]
    else:
        value[path[-1]] = to
    return copied


def ended(result: tuple[int, int], *moves: Any, **volo: Any) -> dict[str, Any]:
    """An open game with these results and last moves."""
    report = changed(OPEN, "header", "players", 0, "result", to=result[0])
    report = changed(report, "header", "players", 1, "result", to=result[1])
    report = changed(report, "moves", to=[["b5", "c6"], ["a3", *moves]])
    return changed(report, "header", "volo", to=volo) if volo else report


def text(report: object) -> bytes:
    return json.dumps(report, ensure_ascii=False, indent=2).encode()


def read(report: object, *, lenient: bool = False) -> Game:
    (game,) = read_records(io.BytesIO(text(report)), lenient=lenient)
    return game


def written(*games: Game) -> Any:
    file = io.StringIO()
    write_records(file, games, format="abstract-play")
    return json.loads(file.getvalue())


def refused(report: object, *, lenient: bool = False) -> RecordError:
    """The error about a report that stands between two good ones, which are read."""
    data = b"[ " + text(REPORT) + b" ,\n" + text(report) + b"," + text(REPORT) + b"]\n"
    reader = read_records(io.BytesIO(data), lenient=lenient)
    assert len(next(reader)) == 22
    with pytest.raises(RecordError) as error:
        next(reader)
    assert len(next(reader)) == 22
    assert list(reader) == []
    assert error.value.game == 2
    return located(error.value, data)


class TestSchema:
    def test_the_schema_is_one_and_the_example_is_of_it(self) -> None:
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        VALIDATOR.validate(REPORT)
        assert not VALIDATOR.is_valid(changed(REPORT, "header", "date-end", to="yesterday"))
        assert not VALIDATOR.is_valid(changed(REPORT, "header", "players", 0, "result", without=True))

    @given(told())
    def test_what_is_written_is_of_the_schema(self, game: Game) -> None:
        VALIDATOR.validate(written(game))

    @given(st.lists(told(), min_size=2, max_size=3))
    def test_several_games_are_an_array_of_reports(self, games: list[Game]) -> None:
        reports = written(*games)
        assert len(reports) == len(games)
        for report in reports:
            VALIDATOR.validate(report)


class TestReading:
    def test_a_report_of_the_site(self) -> None:
        game = read(REPORT)
        assert game == Game(volo.Position("abstract-play-4"), PLAYED["moves"])
        assert game.tags == {
            "Event": "Thursday",
            "Round": "3",
            "Site": "Abstract Play",
            "GameId": "e7f53920-5be9-406a-9d5c-baa0316ab4f4",
            "Date": "2024.07.14",
            "DateStart": "2024-07-14T09:30:00.000Z",
            "DateEnd": "2024-07-20T21:00:00.123Z",
            "DateGenerated": "2024-07-21T00:00:00.000Z",
            "Orange": "Anna",
            "OrangeId": "46f6da78",
            "OrangeIsAi": "false",
            "Blue": "Boris",
            "BlueId": "afe1c2d9",
            "BlueIsAi": "true",
        }

    @pytest.mark.parametrize(
        ("variants", "rules"),
        [
            ([], "abstract-play"),
            (["Size-7 board"], "abstract-play"),
            (["Size-6 board"], "abstract-play-6"),
            (["size-8"], "abstract-play-8"),
            (["standard"], "standard"),
            (["french-5"], "french-5"),
            (["edge=6,supply=50,pass=forced,stuck=draw"], "edge=6,supply=50,pass=forced,stuck=draw"),
        ],
    )
    def test_variants_are_rule_sets(self, variants: list[str], rules: str) -> None:
        report = changed(ended((0, 0), termination="unterminated"), "header", "game", "variants", to=variants)
        assert read(changed(report, "moves", to=[])).start == volo.Position(rules)

    def test_no_variants_are_the_board_of_the_site(self) -> None:
        report = changed(ended((0, 0), termination="unterminated"), "header", "game", "variants", without=True)
        assert read(changed(report, "moves", to=[])).start == volo.Position("abstract-play")

    @pytest.mark.parametrize(
        ("report", "tags"),
        [
            (ended((0, 1), "resign"), {"Result": "0-1", "Termination": "resignation"}),
            (ended((1, 0), "resign"), {"Result": "1-0", "Termination": "resignation"}),
            (ended((3, -5), "timeout"), {"Result": "1-0", "Termination": "time"}),
            (ended((1, 1), "draw"), {"Result": "1/2-1/2", "Termination": "agreement"}),
            (ended((0, 0), "abandoned"), {"Result": "*", "Termination": "abandoned"}),
            (ended((0, 1), "resign", termination="resignation"), {"Result": "0-1", "Termination": "resignation"}),
            (ended((0, 1), termination="forfeit"), {"Result": "0-1", "Termination": "forfeit"}),
            (ended((7, 7), None, termination="adjudication"), {"Result": "1/2-1/2", "Termination": "adjudication"}),
            (ended((0, 0), termination="unterminated"), {}),
        ],
    )
    def test_games_end_otherwise(self, report: dict[str, Any], tags: dict[str, str]) -> None:
        game = read(report)
        assert {name: value for name, value in game.tags.items() if name in {"Result", "Termination"}} == tags
        assert len(game) == 3
        VALIDATOR.validate(written(game))
        assert read(written(game)).tags == game.tags

    def test_who_resigned_first_may_have_had_no_move(self) -> None:
        game = read(changed(ended((0, 1)), "moves", to=[["resign"]]))
        assert (len(game), game.tags["Termination"]) == (0, "resignation")
        assert written(game)["moves"] == [["resign", None]]

    def test_results_are_those_of_the_site(self) -> None:
        """A winner has 1 and a loser 0; after two passes both players have won."""
        results = {"orange": (1, 0), "blue": (0, 1), "draw": (1, 1)}
        seen = set()
        for played in read_jsonl("abstract-play.jsonl"):
            players = written(Game(volo.Position(played["rules"]), played["moves"]))["header"]["players"]
            assert tuple(player["result"] for player in players) == results[played["winner"]]
            seen.add(played["winner"])
        assert seen == set(results)

    def test_blue_may_begin(self) -> None:
        game = Game(volo.Position("abstract-play-4").play("b5"), ["c6", "a3"])
        report = written(game)
        assert report["moves"] == [[None, "c6"], ["a3", None]]
        assert report["header"]["startingPosition"] == game.start.fen()
        assert read(report) == game

    def test_texts_with_moves_are_comments_and_back(self) -> None:
        moves = copy.deepcopy(REPORT["moves"])
        moves[0][1] = {"move": "c6", "result": "Far\naway."}
        moves[1][0] = {"move": "a3", "sequence": 1}
        game = read(changed(REPORT, "moves", to=moves))
        assert game.comments == {2: "Far\naway."}
        moves[1][0] = "a3"
        assert written(game)["moves"] == moves

    def test_what_else_is_told_with_moves_comes_back(self) -> None:
        moves = copy.deepcopy(REPORT["moves"])
        moves[0][0] = {"move": "b5", "result": [{"type": "place", "where": "b5"}]}
        game = read(changed(REPORT, "moves", to=moves))
        assert game.comments == {}
        assert written(game)["moves"] == moves

    def test_several_reports_may_stand_in_an_array(self) -> None:
        data = b"\n[" + b" , ".join([text(REPORT)] * 3) + b"\n]\n\n"
        assert list(map(len, read_records(io.BytesIO(data)))) == [22] * 3

    def test_order_of_members_and_spaces_mean_nothing(self) -> None:
        turned = {"moves": REPORT["moves"], "header": dict(reversed(REPORT["header"].items()))}
        for indent in (None, 1, 7):
            data = json.dumps(turned, indent=indent).encode()
            (game,) = read_records(io.BytesIO(data))
            assert game.tags == read(REPORT).tags


class TestNothingIsLost:
    @pytest.mark.parametrize(
        "report",
        [
            REPORT,
            changed(REPORT, "header", "unrated", to=True),
            changed(REPORT, "header", "unrated", to=False),
            changed(REPORT, "header", "pied", to=True),
            changed(REPORT, "header", "pie-invoked", to=True),
            changed(REPORT, "header", "clock", to={"hours": [1, 2.5, None], "name": "\x7fÄ\u202e"}),
            changed(REPORT, "header", "players", 0, "rating", to=[1500.5]),
            changed(REPORT, "header", "players", 1, "score", to=12),
            changed(REPORT, "header", "players", 1, "score", to=-0.25),
            changed(REPORT, "header", "site", "gameid", to=12345),
            changed(REPORT, "header", "site", "gameid", to=0.5),
            changed(REPORT, "header", "site", "gameid", without=True),
            changed(REPORT, "header", "event", without=True),
            changed(REPORT, "header", "round", without=True),
            changed(REPORT, "header", "event", to=""),
            changed(REPORT, "header", "players", 0, "userid", without=True),
            changed(REPORT, "header", "date-end", to="2024-07-20T21:00:00+02:00"),
            changed(REPORT, "header", "site", "name", to="?"),
        ],
    )
    def test_report_game_report(self, report: dict[str, Any]) -> None:
        VALIDATOR.validate(report)
        assert written(read(report)) == report

    def test_what_has_no_place_in_the_schema_has_one_beside_it(self) -> None:
        game = Game(volo.Position("abstract-play-4"), ["b5"])
        game.comments = {0: "The start.", 1: "The move."}
        game.tags = {"Annotator": "Carla", "Date": "2026.11.??", "Result": "1-0", "Termination": "forfeit"}
        own = written(game)["header"]["volo"]
        assert own == {
            "termination": "forfeit",
            "comment": "The start.",
            "tags": {"Annotator": "Carla", "Date": "2026.11.??"},
        }

    def test_dates_that_are_not_known_are_not_made_up(self) -> None:
        game = Game(volo.Position("abstract-play-4"))
        assert {written(game)["header"][f"date-{each}"] for each in ("start", "end", "generated")} == {
            "0001-01-01T00:00:00Z"
        }
        assert read(written(game)).tags == {}
        game.tags = {"Date": "2026.11.19"}
        assert written(game)["header"]["date-start"] == "2026-11-19T00:00:00Z"
        assert read(written(game)).tags == game.tags

    def test_two_players_of_one_name_are_two(self) -> None:
        game = Game(volo.Position("abstract-play-4"))
        players = written(game)["header"]["players"]
        assert [player["color"] for player in players] == ["orange", "blue"]


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


class TestLenient:
    def test_it_forgives_what_is_named(self) -> None:
        report = changed(REPORT, "header", "date-end", without=True)
        report = changed(report, "header", "site", without=True)
        report = changed(report, "version", to=3)
        assert len(read(report, lenient=True)) == 22
        assert read(ended((0, 1)), lenient=True).tags["Termination"] == "adjudication"

    def test_it_forgives_nothing_else(self) -> None:
        assert refused(changed(REPORT, "header", "players", 0, "result", to=1), lenient=True).ply == 22
        assert refused(changed(REPORT, "header", "date-end", to="x"), lenient=True).text == '"x"'


def test_rule_sets_are_variants() -> None:
    for rules in ("abstract-play-5", "standard", "two-sizes-small", "french-8"):
        (variant,) = written(Game(volo.Position(rules)))["header"]["game"]["variants"]
        edge = Rules.parse(rules).edge
        assert variant == (f"Size-{edge} board" if rules.startswith("abstract-play") else rules)
