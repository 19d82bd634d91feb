"""How games ended, in sentences."""

from __future__ import annotations

from random import Random

import volo
from support.data import read_jsonl
from volo.render.view import data_of, result_sentence

RESULTS = {"orange": "1-0", "blue": "0-1", None: "1/2-1/2"}


def test_the_sentences_are_those_of_the_table_that_the_pages_read() -> None:
    for end in read_jsonl("endings.jsonl"):
        assert result_sentence(RESULTS[end["winner"]], end["reason"]) == end["text"]


def test_the_ends_by_the_rules_have_the_words_that_the_core_writes_below_a_board() -> None:
    seen = set()
    random = Random(1)
    for number in range(2000):
        game = volo.Game(("standard-4", "french-4")[number % 2])
        while (outcome := game.outcome()) is None:
            game.push(random.choice(game.position.legal_moves()))
        sentence = result_sentence(game.result, game.termination)
        assert f"\n{sentence.removesuffix('.')}, after " in str(game.position)
        seen.add(outcome.reason)
        if len(seen) == 3:
            return
    raise AssertionError(seen)


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
