"""The calls of the page about positions and games."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.page_client import Page
from volo.play.positions import set_up
from volo.play.rulings import RULINGS
from volo.render.view import view

ROOT = Path(__file__).parents[3]
DIVIDES = "2/bo1b1/4oo/b1bo/4bb/oo3/2 b 0 standard-4"
OVER = "2/5/1bbb2/b3/1o1b2/1oob1/2 o 0 standard-4"


@pytest.mark.parametrize("rules", ["standard-5", "edge=6,supply=50,pass=forced,stuck=draw", "abstract-play"])
def test_a_game_starts_by_the_rules(page: Page, rules: str) -> None:
    assert page.call("start", rules=rules) == view(volo.Position(volo.Rules.parse(rules)))


def test_a_position_is_shown_with_what_each_region_keeps(page: Page) -> None:
    shown = page.call("position", fen=DIVIDES)
    assert shown == view(volo.Position(DIVIDES))
    assert shown["keeps"]


def test_a_move_is_played_and_written_in_canonical_form(page: Page) -> None:
    after = volo.Position(DIVIDES).play("f1-SE2/d6")
    answer = page.call("play", fen=DIVIDES, move="f1-SE2/d6")
    assert answer == {"move": str(volo.Position(DIVIDES).parse_move("f1-SE2/d6")), "view": view(after)}


def test_an_illegal_move_is_refused_with_the_ruling_in_words(page: Page) -> None:
    error = page.refused("play", fen="standard", move="b3")
    assert error == {
        "kind": "IllegalMoveError",
        "message": "illegal move b3: touches the friendly bird at b2 [R6]",
        "reason": "touches the friendly bird at b2",
        "ruling": "R6",
        "rule": "The player puts one bird from the hand on a vacant space that touches no friendly bird.",
    }
    assert page.refused("play", fen=OVER, move="a2")["kind"] == "IllegalMoveError"


@pytest.mark.parametrize(
    ("fen", "space", "ruling"),
    [
        ("standard-4", "b2", "R12"),
        (DIVIDES, "f1", None),  # it can fly alone, and each of its flights needs a region to keep
        ("2/1o3/obbb2/b2o/oo1o2/3b1/1o b 0 standard-4", "e3", "R11"),
        ("2/1o1bb/2o3/1b1o/1boo2/1bob1/2 o 0 standard-4", "c3", "R10"),
    ],
)
def test_a_bird_that_cannot_fly_has_a_ruling_that_says_why(
    page: Page, fen: str, space: str, ruling: str | None
) -> None:
    assert page.call("grounded", fen=fen, space=space) == {"ruling": ruling}


def test_the_rulings_in_words_are_those_of_the_page() -> None:
    text = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
    found = re.findall(r"^- \[(R\d+b?)\] (.*?)(?=\n- |\n\n|\n#)", text, re.MULTILINE | re.DOTALL)
    assert len(found) >= 20
    assert {number: re.sub(r"[`*]", "", " ".join(words.split())) for number, words in found} == RULINGS


@pytest.mark.parametrize(
    ("name", "request_", "kind", "part"),
    [
        ("start", {"rules": "wings"}, "InvalidRulesError", "wings"),
        ("position", {"fen": "o/x"}, "NotationError", "offset"),
        ("play", {"fen": "standard", "move": "b2-N3"}, "NotationError", "offset"),
        ("position", {"fen": 7}, "VoloError", "must be a string"),
        ("position", {}, "VoloError", "'fen'"),
        ("position", {"fen": "standard", "fin": ""}, "VoloError", "'fin'"),
        ("puzzle", {"edge": 8, "plies": None, "number": 1}, "VoloError", "no such puzzle"),
        ("puzzle", {"edge": 4, "plies": 5, "number": True}, "VoloError", "must be an integer"),
        ("explore", {"fen": "standard"}, "VoloError", "--games"),
        ("statistics", {}, "VoloError", "--games"),
        ("export", {"start": "standard", "moves": [], "format": "png"}, "VoloError", "svg"),
        ("export", {"start": "standard", "moves": [], "format": "svg", "comments": {"1": "?"}}, "VoloError", "ply"),
        (
            "export",
            {"start": "standard-4", "moves": ["a3"], "format": "svg", "comments": {"+1": ""}},
            "VoloError",
            "ply",
        ),
        ("import", {"text": " \n"}, "VoloError", "empty"),
        ("import", {"text": '[Rules "standard-4"]\n\n1. b3 *\n'}, "RecordError", "R6"),
    ],
)
def test_a_wrong_value_is_refused(page: Page, name: str, request_: dict[str, object], kind: str, part: str) -> None:
    error = page.refused(name, **request_)
    assert error["kind"] == kind
    assert part in error["message"]


def test_an_error_has_the_offset_of_the_wrong_character(page: Page) -> None:
    assert page.refused("position", fen="2/x")["offset"] == 2


def test_the_position_after_each_node_of_a_tree_is_listed(page: Page) -> None:
    nodes = [{"parent": -1, "move": "a3"}, {"parent": 0, "move": "d5"}, {"parent": 0, "move": "g2"}]
    start = volo.Position("standard-4")
    first = start.play("a3")
    views = page.call("views", start="standard-4", nodes=nodes)["views"]
    assert views == [first.fen(), first.play("d5").fen(), first.play("g2").fen()]
    assert (
        "nodes[1]: parent"
        in page.refused("views", start="standard-4", nodes=[nodes[0], nodes[2] | {"parent": 1}])["message"]
    )


def test_a_position_is_set_up(page: Page) -> None:
    start = volo.Position("standard-4")
    request = {"rules": "standard-4", "orange": ["b2", "d6", "f2"], "blue": ["b4", "d2", "f4"], "passes": 0}
    assert page.call("set-up", turn="orange", **request) == {"view": view(start), "reasons": []}
    assert page.call("set-up", turn="blue", **request)["view"]["turn"] == "blue"
    assert page.refused("set-up", turn="green", **request)["kind"] == "VoloError"


def test_every_reason_against_a_position_is_given(page: Page) -> None:
    request = {"rules": "edge=4,supply=3,pass=standard,stuck=draw", "turn": "blue", "passes": 0}
    answer = page.call("set-up", orange=["a2", "a3", "g2", "g3"], blue=[], **request)
    with pytest.raises(volo.InvalidPositionError) as refused:
        volo.Position.from_fen("oo/5/6/4/6/5/oo b 0 edge=4,supply=3,pass=standard,stuck=draw")
    assert answer == {"view": None, "reasons": list(refused.value.reasons)}
    assert len(answer["reasons"]) >= 2
    wrong = page.call("set-up", orange=["a2", "a1"], blue=["a2", "z99"], **request)["reasons"]
    assert len(wrong) == 3


@given(
    position=st.sampled_from([DIVIDES, OVER, "standard-8", "abstract-play-6"]),
    plies=st.integers(0, 40),
    seed=st.integers(0, 9),
)
def test_any_position_can_be_set_up_again(position: str, plies: int, seed: int) -> None:
    games = volo.play_random(1, position=position, seed=seed, record=True, max_plies=plies)
    assert games.moves is not None
    game = volo.Game(position, map(volo.Move.from_code, games.moves.tolist()))
    found = game.position
    request = {
        "rules": str(found.rules),
        "orange": list(found.birds(volo.ORANGE)),
        "blue": list(found.birds(volo.BLUE)),
        "turn": str(found.turn),
        "passes": found.passes,
    }
    assert set_up(request)["view"] == view(found)


def game() -> volo.Game:
    """A short game with a tag and a comment."""
    made = volo.Game("standard-4", ["a3", "d5"])
    made.tags |= {"Orange": "Anna <b>", "Blue": "Boris"}
    made.comments[1] = "At the rim."
    return made


@pytest.mark.parametrize(("format_", "name"), [("record", "volo"), ("json-lines", "jsonl"), ("report", "json")])
def test_records_are_exported_and_imported(page: Page, format_: str, name: str) -> None:
    made = game()
    comments = {} if format_ == "report" else {"1": "At the rim."}
    exported = page.call(
        "export", start=made.start.fen(), moves=["a3", "d5"], tags=made.tags, comments=comments, format=format_
    )
    assert exported["name"] == f"game.{name}"
    (read,) = volo.read_records(io.StringIO(exported["text"]))
    assert read == made
    imported = page.call("import", text=exported["text"])
    assert imported["kind"] == "records"
    (plain,) = imported["games"]
    assert (plain["start"], plain["moves"], plain["result"]) == (made.start.fen(), ["a3", "d5"], "*")
    assert plain["tags"]["Orange"] == "Anna <b>"
    assert plain["comments"] == comments


def test_a_position_and_a_board_are_imported(page: Page) -> None:
    position = volo.Position(DIVIDES)
    for text, kind in ((DIVIDES, "fen"), (f"\n{position}\n", "board"), (position.board(unicode=True), "board")):
        imported = page.call("import", text=text)
        assert imported["kind"] == kind
        assert [(each["moves"], each["result"]) for each in imported["games"]] == [([], "*")]
        if kind == "fen":
            assert imported["games"][0]["start"] == DIVIDES
    assert page.call("import", text="standard-5")["games"][0]["start"] == volo.Position("standard-5").fen()


def test_the_recorded_games_are_imported(page: Page) -> None:
    text = (ROOT / "tests" / "data" / "abstract-play.jsonl").read_text(encoding="utf-8")
    games = list(volo.read_records(io.StringIO(text)))
    imported = page.call("import", text=text)["games"]
    assert len(imported) == 52
    assert [each["moves"] for each in imported] == [[str(move) for move in each] for each in games]
    assert [each["result"] for each in imported] == [each.result for each in games]


def test_games_of_boardspace_are_imported_and_exported(page: Page) -> None:
    names = ("1-standard-current", "2-small-old", "3-swapped-time")
    texts = [(ROOT / "tests" / "data" / "boardspace" / f"{name}.sgf").read_text(encoding="utf-8") for name in names]
    games = list(volo.read_records(io.StringIO("".join(texts))))
    imported = page.call("import", text="\n".join(texts))
    assert imported["kind"] == "records"
    assert [each["moves"] for each in imported["games"]] == [[str(move) for move in each] for each in games]
    (first, *_) = imported["games"]
    exported = page.call("export", start=first["start"], moves=first["moves"], tags=first["tags"], format="sgf")
    assert exported == {"name": "game.sgf", "text": texts[0]}


def test_too_many_games_are_refused(page: Page) -> None:
    line = '{"rules":"standard-4","moves":[],"legal_moves":[],"winner":null}\n'
    assert len(page.call("import", text=line * 1000)["games"]) == 1000
    assert "1,000" in page.refused("import", text=line * 1001)["message"]


def test_a_picture_and_a_text_of_the_last_position_are_exported(page: Page) -> None:
    made = game()
    request = {"start": "standard-4", "moves": ["a3", "d5"]}
    picture = page.call("export", **request, format="svg")
    assert (picture["name"], ET.fromstring(picture["text"]).tag.endswith("svg")) == ("position.svg", True)
    assert picture["text"] == made._repr_svg_()
    assert page.call("export", **request, format="text")["text"] == f"{made}\n"
    assert page.call("export", start=OVER, moves=[], format="svg")["text"] == volo.render.svg.board(volo.Position(OVER))


def test_puzzles_go_round(page: Page) -> None:
    chosen = volo.puzzles.load(edge=4, plies=5)
    for number in (0, 1, len(chosen) - 1, len(chosen), -1):
        puzzle = chosen[number % len(chosen)]
        assert page.call("puzzle", edge=4, plies=5, number=number) == {
            "number": number % len(chosen),
            "count": len(chosen),
            "view": view(puzzle.position),
            "plies": 5,
            "solution": str(puzzle.move),
        }
    assert page.call("puzzle", edge=None, plies=None, number=0)["count"] == len(volo.puzzles.load())


def test_the_page_learns_how_it_was_started(page: Page) -> None:
    about = page.call("info")
    assert (about["version"], about["games"], about["opening"], about["levels"]) == (volo.__version__, False, None, 10)
    for rules in about["rules"]:
        assert str(volo.Rules.parse(rules)) == rules
    for edge in about["edges"]:
        assert page.call("start", rules=f"standard-{edge}")["edge"] == edge


def test_answers_are_ascii_so_that_no_text_can_break_them(page: Page) -> None:
    body = json.dumps({"fen": "\u2028</script>\x00"}).encode()
    status, _, content = page.request("POST", "api/position", body, {"Content-Type": "application/json"})
    assert (status, "error" in json.loads(content)) == (200, True)
    assert content.isascii()
