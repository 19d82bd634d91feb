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
