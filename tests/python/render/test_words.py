"""How games ended, in sentences, and positions as plain data for a board in a browser."""

from __future__ import annotations

import json

from hypothesis import given

import volo
from support.data import read_jsonl
from support.strategies import positions
from volo import reference
from volo.render.view import data_of, result_sentence, view

RESULTS = {"orange": "1-0", "blue": "0-1", None: "1/2-1/2"}


def test_the_sentences_are_those_of_the_table_that_the_pages_read() -> None:
    for end in read_jsonl("endings.jsonl"):
        assert result_sentence(RESULTS[end["winner"]], end["reason"]) == end["text"]


def test_the_page_shows_the_beginnings_of_long_texts() -> None:
    game = volo.Game("standard-4", ["a3"])
    game.tags |= {"Orange": "A" * 5_000_000, "Blue": "B" * 80}
    game.comments[1] = "c" * 5_000_000
    data = data_of(game)
    assert data["title"] == f"{'A' * 80}… \u2013 {'B' * 80}"
    assert data["tags"] == [("Orange", f"{'A' * 10_000}…"), ("Blue", "B" * 80)]
    assert data["comments"] == {1: f"{'c' * 10_000}…"}


def test_a_name_of_a_player_moves_nothing_around_it_in_a_title() -> None:
    game = volo.Game("standard-4", ["a3"])
    game.tags |= {"Orange": "\u05d0\u05d1\u202e", "Blue": "\u200b"}
    title = data_of(game)["title"]
    assert title == "\u2068\u05d0\u05d1\u2069 \u2013 ?"


@given(positions())
def test_a_view_tells_what_the_position_tells(given_position: reference.Position) -> None:
    position = volo.Position(given_position.fen())
    shown = json.loads(json.dumps(view(position)))
    assert volo.Position(shown["fen"]) == position
    assert volo.Rules.parse(shown["rules"]) == position.rules
    assert shown["moves"] == [str(move) for move in position.legal_moves()]
    assert shown["edge"] == position.rules.edge
    for color in volo.Color:
        side = shown[str(color)]
        assert side["flocks"] == [list(flock) for flock in position.flocks(color)]
        assert {frozenset(region) for region in side["regions"]} == {
            frozenset(region.birds + region.vacant) for region in position.regions(color)
        }
        assert side["hand"] == position.in_hand(color)
    outcome = position.outcome()
    assert (shown["outcome"] is None) == (outcome is None)
    if outcome is not None:
        assert shown["outcome"]["winner"] == (None if outcome.winner is None else str(outcome.winner))
        assert shown["outcome"]["reason"] == outcome.reason


@given(positions())
def test_a_view_has_the_birds_that_each_choice_of_a_region_keeps(given_position: reference.Position) -> None:
    position = volo.Position(given_position.fen())
    keeps = view(position)["keeps"]
    assert keeps.keys() == {str(move) for move in position.legal_moves() if move.keep is not None}
    for move, side in keeps.items():
        after = position.play(move)
        left = {space for flock in side["flocks"] for space in flock}
        assert left == set(after.birds(position.turn.other))
        outcome = after.outcome()
        assert side["hasWon"] == (outcome is not None and outcome.winner is position.turn.other)
