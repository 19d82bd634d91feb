"""The page that shows a recorded game, and positions and results as plain data for pages."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.data import DATA, read_jsonl
from support.elements import Elements
from support.strategies import positions
from support.web_data import HOSTILE, hostile_game, recorded_game, web_files
from volo import reference
from volo.render import svg
from volo.render.html import replay
from volo.render.view import data_of, result_sentence, view

TEXT = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from([*HOSTILE, *"<>&{}\ud800\0\r", "-->", "</p>"]), max_size=4).map("".join),
)


def annotated(tags: dict[str, Any], comments: dict[int, Any]) -> volo.Game:
    game = volo.Game("standard-4", ["a3", "d5", "b5"])
    game.tags |= tags
    game.comments |= comments
    return game


PLAIN = Elements(replay(annotated({}, {})))


def check_markup(game: volo.Game) -> None:
    """Check that the page of a game has no other elements and attributes than that of the same game without texts."""
    page = Elements(replay(game))
    assert page.attributes == PLAIN.attributes
    assert page.others == []
    assert page.open == []
    data, script = page.texts["script"]
    assert script == PLAIN.texts["script"][1]
    assert not re.search("[<>&\u2028\u2029\ud800-\udfff]", data)
    read = json.loads(data)
    assert read["tags"] == [[name, tag] for name, tag in game.tags.items() if tag.strip(" ?.")]
    assert read["comments"] == {str(ply): comment for ply, comment in sorted(game.comments.items())}


SPECIAL = st.sampled_from(["Orange", "Blue", "Result", "Termination"])


@given(st.dictionaries(TEXT | SPECIAL, TEXT, max_size=4), st.dictionaries(st.integers(0, 3), TEXT))
def test_no_text_of_a_game_becomes_markup(tags: dict[str, str], comments: dict[int, str]) -> None:
    check_markup(annotated({"Result": "1-0"} | tags, comments))
    check_markup(hostile_game())


def test_the_policy_permits_the_script_and_the_style_sheet_of_the_page_and_nothing_else() -> None:
    (policy,) = [attributes["content"] for tag, attributes in PLAIN.attributes if "http-equiv" in attributes]
    assert policy

    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    assert policy.split("; ") == [
        "default-src 'none'",
        f"script-src {hashed(PLAIN.texts['script'][1])}",
        f"style-src {hashed(PLAIN.texts['style'][0])}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    # The page loads nothing, and the picture has no style sheet of its own, which the policy would refuse.
    assert [tag for tag, _ in PLAIN.attributes].count("style") == 1
    for _, attributes in PLAIN.attributes:
        assert not {"src", "href", "style"} & attributes.keys()


def test_without_javascript_the_page_shows_the_final_position_and_the_moves() -> None:
    """`tests/data/web/game.html` is the page of a whole game. In this one, Blue begins."""
    game = volo.Game(volo.Position("standard-4").play("a3"), ["d5", "b5", "g2"])
    assert f"{svg.board(game.position, move=game.moves[-1])}<p>1. … d5 2. b5 g2</p>" in replay(game)
    game.comments[2] = "A comment."
    assert "<p>1. … d5 2. b5\nA comment.\ng2</p>" in replay(game)


def test_the_data_has_the_start_and_the_birds_that_each_move_drives_away() -> None:
    game = recorded_game()
    data = data_of(game)
    assert (data["edge"], data["turn"], data["orange"]) == (4, "orange", game.start.birds(volo.ORANGE))
    assert (data["blue"], data["title"]) == (game.start.birds(volo.BLUE), "Anna \u2013 Boris")
    assert {ply for ply, move in enumerate(game.moves, start=1) if move.keep is not None} <= data["left"].keys()
    for ply, gone in data["left"].items():
        before, after = game.positions[ply - 1 : ply + 1]
        opponent = before.turn.other
        assert set(gone) == set(before.birds(opponent)) - set(after.birds(opponent))


def test_a_game_without_moves_has_a_page() -> None:
    text = replay(volo.Game("standard-5"))
    page = Elements(text)
    assert json.loads(page.texts["script"][0])["moves"] == []
    assert (page.texts["p"], page.texts["title"][0]) == ([""], "A game of Volo")
    assert svg.board("standard-5") in text
    assert len(text) < 64 * 1024


def test_what_is_not_a_game_with_texts_is_refused() -> None:
    no_ply = "the game has no such ply"
    refused: list[tuple[Any, type[Exception], str]] = [
        (None, TypeError, "game must be a game"),
        (volo.Position(), TypeError, "game must be a game"),
        (annotated({"Event": 1}, {}), TypeError, "tag Event must be a str, not int"),
        (annotated({}, {1: None}), TypeError, "comment at ply 1 must be a str, not NoneType"),
        *((annotated({}, {ply: "x"}), volo.VoloError, f"ply {ply}: {no_ply}") for ply in (-1, 4, 10**30)),
    ]
    for game, error, message in refused:
        with pytest.raises(error, match=message):
            replay(game)


def test_the_files_and_the_sentences_of_the_tests_in_the_browser_are_up_to_date() -> None:
    results = {"orange": "1-0", "blue": "0-1", None: "1/2-1/2"}
    for end in read_jsonl("endings.jsonl"):
        assert result_sentence(results[end["winner"]], end["reason"]) == end["text"]
    folder = DATA / "web"
    files = dict(web_files())
    assert {path.name for path in folder.iterdir()} == files.keys()
    for name, content in files.items():
        assert (folder / name).read_text(encoding="utf-8") == content, f"{name} is out of date: run support.web_data"


def test_the_page_shows_the_beginnings_of_long_texts_and_names_that_move_nothing_around_them() -> None:
    game = volo.Game("standard-4", ["a3"])
    game.tags |= {"Orange": "A" * 5_000_000, "Blue": "B" * 80}
    game.comments[1] = "c" * 5_000_000
    data = data_of(game)
    assert data["title"] == f"{'A' * 80}… \u2013 {'B' * 80}"
    assert data["tags"] == [("Orange", f"{'A' * 10_000}…"), ("Blue", "B" * 80)]
    assert data["comments"] == {1: f"{'c' * 10_000}…"}
    game.tags |= {"Orange": "\u05d0\u05d1\u202e", "Blue": "\u200b"}
    assert data_of(game)["title"] == "\u2068\u05d0\u05d1\u2069 \u2013 ?"


@given(positions())
def test_a_view_tells_what_the_position_tells(given_position: reference.Position) -> None:
    position = volo.Position(given_position.fen())
    outcome = position.outcome()
    shown = json.loads(json.dumps(view(position)))
    assert volo.Position(shown["fen"]) == position
    assert volo.Rules.parse(shown["rules"]) == position.rules
    assert (shown["edge"], shown["turn"], shown["passes"]) == (position.rules.edge, str(position.turn), position.passes)
    assert shown["moves"] == [str(move) for move in position.legal_moves()]
    for color in volo.Color:
        side = shown[str(color)]
        assert side["flocks"] == [list(flock) for flock in position.flocks(color)]
        assert side["regions"] == [[*region.birds, *region.vacant] for region in position.regions(color)]
        assert side["hand"] == position.in_hand(color)
    winner = None if outcome is None or outcome.winner is None else str(outcome.winner)
    assert shown["outcome"] == (None if outcome is None else {"winner": winner, "reason": outcome.reason})
    assert shown["keeps"].keys() == {str(move) for move in position.legal_moves() if move.keep is not None}
    for move, side in shown["keeps"].items():
        after = position.play(move)
        assert {space for flock in side["flocks"] for space in flock} == set(after.birds(position.turn.other))
        end = after.outcome()
        assert side["hasWon"] == (end is not None and end.winner is position.turn.other)
