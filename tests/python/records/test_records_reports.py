"""Game reports: they conform to the schema of Abstract Play, and reading them keeps everything in the schema."""

from __future__ import annotations

import copy
import io
import json
from datetime import datetime
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.data import DATA, read_jsonl
from support.game_reports import PLAYED, REPORT, changed, ended, read, text, written
from support.recorded_games import annotated
from volo import Game, Rules
from volo.records import read_records

# From https://github.com/AbstractPlay/recranks, src/schemas/gamerecord.json, MIT license, (c) 2021 Abstract Play.
SCHEMA = json.loads((DATA / "gamerecord.schema.json").read_text(encoding="utf-8"))
FORMATS = jsonschema.FormatChecker()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA, format_checker=FORMATS)


def is_time(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value.replace("Z", "+00:00")) is not None


FORMATS.checks("date-time", raises=ValueError)(is_time)


class TestSchema:
    def test_the_schema_is_valid_and_the_example_conforms_to_it(self) -> None:
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        VALIDATOR.validate(REPORT)
        assert not VALIDATOR.is_valid(changed(REPORT, "header.date-end", to="yesterday"))
        assert not VALIDATOR.is_valid(changed(REPORT, "header.players.0.result", without=True))

    @given(annotated())
    def test_a_written_report_conforms_to_the_schema(self, game: Game) -> None:
        VALIDATOR.validate(written(game))

    @given(st.lists(annotated(), min_size=2, max_size=3))
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
            (["Size-6 board"], "abstract-play-6"),
            (["size-8"], "abstract-play-8"),
            (["standard"], "standard"),
            (["edge=6,supply=50,pass=forced,stuck=draw"], "edge=6,supply=50,pass=forced,stuck=draw"),
        ],
    )
    def test_variants_are_rule_sets(self, variants: list[str], rules: str) -> None:
        report = changed(ended((0, 0), termination="unterminated"), "header.game.variants", to=variants)
        assert read(changed(report, "moves", to=[])).start == volo.Position(rules)

    def test_no_variants_are_the_rules_of_abstract_play(self) -> None:
        report = changed(ended((0, 0), termination="unterminated"), "header.game.variants", without=True)
        assert read(changed(report, "moves", to=[])).start == volo.Position("abstract-play")

    @pytest.mark.parametrize(
        ("report", "tags"),
        [
            (ended((0, 1), "resign"), {"Result": "0-1", "Termination": "resignation"}),
            (ended((3, -5), "timeout"), {"Result": "1-0", "Termination": "time"}),
            (ended((1, 1), "draw"), {"Result": "1/2-1/2", "Termination": "agreement"}),
            (ended((0, 0), "abandoned"), {"Result": "*", "Termination": "abandoned"}),
            (ended((0, 1), "resign", termination="resignation"), {"Result": "0-1", "Termination": "resignation"}),
            (ended((0, 1), termination="forfeit"), {"Result": "0-1", "Termination": "forfeit"}),
            (ended((0, 0), termination="unterminated"), {}),
        ],
    )
    def test_terminations_are_tags(self, report: dict[str, Any], tags: dict[str, str]) -> None:
        game = read(report)
        assert {name: value for name, value in game.tags.items() if name in {"Result", "Termination"}} == tags
        assert len(game) == 3
        VALIDATOR.validate(written(game))
        assert read(written(game)).tags == game.tags

    def test_a_player_may_resign_without_a_move(self) -> None:
        game = read(changed(ended((0, 1)), "moves", to=[["resign"]]))
        assert (len(game), game.tags["Termination"]) == (0, "resignation")
        assert written(game)["moves"] == [["resign", None]]

    def test_results_are_those_of_abstract_play(self) -> None:
        """A winner has the result 1 and a loser 0. After two passes both players have the result 1."""
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

    def test_string_results_of_moves_are_comments(self) -> None:
        moves = copy.deepcopy(REPORT["moves"])
        moves[0][1] = {"move": "c6", "result": "Far\naway."}
        moves[1][0] = {"move": "a3", "sequence": 1}
        game = read(changed(REPORT, "moves", to=moves))
        assert game.comments == {2: "Far\naway."}
        moves[1][0] = "a3"
        assert written(game)["moves"] == moves

    def test_other_results_of_moves_are_kept(self) -> None:
        moves = copy.deepcopy(REPORT["moves"])
        moves[0][0] = {"move": "b5", "result": [{"type": "place", "where": "b5"}]}
        game = read(changed(REPORT, "moves", to=moves))
        assert game.comments == {}
        assert written(game)["moves"] == moves

    def test_an_array_may_have_several_reports(self) -> None:
        data = b"\n[" + b" , ".join([text(REPORT)] * 3) + b"\n]\n\n"
        assert list(map(len, read_records(io.BytesIO(data)))) == [22] * 3


class TestRoundTrips:
    @pytest.mark.parametrize(
        "report",
        [
            REPORT,
            changed(REPORT, "header.unrated", to=True),
            changed(REPORT, "header.pie-invoked", to=True),
            changed(REPORT, "header.clock", to={"hours": [1, 2.5, None], "name": "\x7fÄ\u202e"}),
            changed(REPORT, "header.players.0.rating", to=[1500.5]),
            changed(REPORT, "header.players.1.score", to=12),
            changed(REPORT, "header.players.1.score", to=10**31 - 1),
            changed(REPORT, "header.site.gameid", to=12345),
            changed(REPORT, "header.site.gameid", without=True),
            changed(REPORT, "header.event", without=True),
            changed(REPORT, "header.event", to=""),
            changed(REPORT, "header.date-end", to="2024-07-20T21:00:00+02:00"),
            changed(REPORT, "header.site.name", to="?"),
        ],
    )
    def test_a_report_is_written_as_it_was_read(self, report: dict[str, Any]) -> None:
        VALIDATOR.validate(report)
        assert written(read(report)) == report

    def test_the_member_volo_has_what_the_schema_lacks(self) -> None:
        game = Game(volo.Position("abstract-play-4"), ["b5"])
        game.comments = {0: "The start.", 1: "The move."}
        game.tags = {"Annotator": "Carla", "Date": "2026.11.??", "Result": "1-0", "Termination": "forfeit"}
        own = written(game)["header"]["volo"]
        assert own == {
            "termination": "forfeit",
            "comment": "The start.",
            "tags": {"Annotator": "Carla", "Date": "2026.11.??"},
        }

    def test_unknown_dates_stay_unknown(self) -> None:
        game = Game(volo.Position("abstract-play-4"))
        assert {written(game)["header"][f"date-{each}"] for each in ("start", "end", "generated")} == {
            "0001-01-01T00:00:00Z"
        }
        assert read(written(game)).tags == {}
        game.tags = {"Date": "2026.11.19"}
        assert written(game)["header"]["date-start"] == "2026-11-19T00:00:00Z"
        assert read(written(game)).tags == game.tags

    def test_players_with_equal_names_have_colors(self) -> None:
        game = Game(volo.Position("abstract-play-4"))
        players = written(game)["header"]["players"]
        assert [player["color"] for player in players] == ["orange", "blue"]


class TestLenient:
    def test_it_accepts_the_documented_deviations(self) -> None:
        report = changed(REPORT, "header.date-end", without=True)
        report = changed(report, "header.site", without=True)
        report = changed(report, "version", to=3)
        assert len(read(report, lenient=True)) == 22
        assert read(ended((0, 1)), lenient=True).tags["Termination"] == "adjudication"


def test_rule_sets_are_variants() -> None:
    for rules in ("abstract-play-5", "standard", "two-sizes-small", "french-8"):
        (variant,) = written(Game(volo.Position(rules)))["header"]["game"]["variants"]
        edge = Rules.parse(rules).edge
        assert variant == (f"Size-{edge} board" if rules.startswith("abstract-play") else rules)


def test_only_redundant_content_is_dropped() -> None:
    report = changed(REPORT, "header.event", without=True)
    wordy = changed(report, "header.event", to="?")
    wordy["header"]["startingPosition"] = ""
    wordy["header"]["game"]["variants"] = ["size-4"]
    for player, color, result in zip(wordy["header"]["players"], ("orange", "blue"), (3, 17), strict=True):
        player |= {"color": color, "result": result}
    first, second = wordy["moves"][0]
    wordy["moves"][0] = [{"move": first, "sequence": 1, "result": ""}, {"move": second, "sequence": 2, "result": []}]
    assert written(read(wordy)) == written(read(report)) == report
