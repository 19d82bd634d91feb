"""Native records: Game.record, Game.from_record, and the reader of files. The grammar is tested in Rust."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from io import BytesIO, StringIO
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.hostile import WRONG_TYPES
from support.pages import ROOT
from support.recorded_games import annotated
from support.strategies import walk
from volo import Game, Position, RecordError, VoloError
from volo._volo import GameRecords, parse_record, write_record

(EXAMPLE,) = re.findall(
    r"^```\n(\[Event .*?)^```$", (ROOT / "docs/RECORDS.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
PARSED = parse_record(EXAMPLE)


def test_the_example_in_the_documentation_is_canonical() -> None:
    class Mine(Game):
        pass

    game = Mine.from_record(EXAMPLE)
    assert type(game) is Mine
    assert game.record() == EXAMPLE
    assert game.start == Position("standard-4")
    assert (game.tags["Orange"], game.tags["Date"]) == ("Anna", "2026.11.19")
    assert (game.result, game.termination, game.outcome()) == ("0-1", "resignation", None)
    assert [str(move) for move in game.moves] == ["a3", "d5", "b5", "e3", "a3-W1"]
    assert game.comments == {3: "Now a3 may fly home."}


@given(annotated(), st.booleans())
def test_a_written_record_is_read_and_written_as_the_same_text(game: Game, lenient: bool) -> None:
    text = game.record()
    again = Game.from_record(text, lenient=lenient)
    assert (again, again.positions, again.comments) == (game, game.positions, game.comments)
    # Required tags that the game does not have are written as unknown.
    assert again.tags | game.tags == again.tags
    assert (again.result, again.termination) == (game.result, game.termination)
    assert again.record() == text
    assert list(GameRecords(BytesIO(text.encode()), lenient)) == [parse_record(text, lenient)]


def test_a_game_read_from_a_record_can_be_continued() -> None:
    game = Game.from_record('[Rules "standard-4"]\n\na3 d5 *', lenient=True)
    assert (game.result, game.termination) == ("*", "unterminated")
    for move, _ in walk(Random(1), game.position, 300):
        game.push(move)
    outcome = game.outcome()
    assert outcome is not None
    assert game.termination == outcome.reason
    assert f'[Result "{game.result}"]\n[Termination "{outcome.reason}"]' in game.record()
    whole = Game.from_record(game.record())
    assert [whole.pop() for _ in range(len(whole))] == [game.pop() for _ in range(len(game))]


def test_a_result_without_a_termination_is_an_adjudication() -> None:
    game = Game()
    assert '[Orange "?"]\n[Blue "?"]\n[Rules "standard"]\n[Result "*"]\n[Termination "unterminated"]' in game.record()
    game.tags["Result"] = "1-0"
    assert (game.result, game.termination) == ("1-0", "adjudication")
    assert '[Result "1-0"]\n[Termination "adjudication"]' in game.record()


def test_an_error_has_its_cause_and_an_offset_in_characters_of_a_text_or_bytes_of_a_file() -> None:
    text = EXAMPLE.replace("Graz", "Žižkov 🐦").replace(" e3 ", " b3 ")
    with pytest.raises(RecordError) as refused:
        Game.from_record(text)
    error = refused.value
    position = Game(Position("standard-4"), ["a3", "d5", "b5"]).position
    assert (error.line, error.column, error.offset, error.game, error.ply) == (10, 39, text.index("b3"), 1, 4)
    assert (error.text, error.fen, error.source) == ("b3", position.fen(), None)
    assert isinstance(error.__cause__, volo.IllegalMoveError)
    assert (error.__cause__.move, error.__cause__.ruling) == ("b3", "R6")
    records = GameRecords(BytesIO("\n".join((EXAMPLE, text, EXAMPLE)).encode()))
    assert next(records) == PARSED
    with pytest.raises(RecordError) as refused:
        next(records)
    error = refused.value
    offset = len(EXAMPLE) + 1 + len(text[: text.index("b3")].encode())
    assert (error.offset, error.game, error.line, error.column) == (offset, 2, 21, 39)
    assert list(records) == [PARSED]


@pytest.mark.parametrize("text", ["\ud800", 'a"\udc80', "{\udfff}"])
def test_a_lone_surrogate_is_an_error_with_its_location(text: str) -> None:
    for good in ("Thursday", "Now"):
        bad = EXAMPLE.replace(good, f"ž{text}")
        with pytest.raises(RecordError, match="expected characters, not a lone surrogate") as refused:
            Game.from_record(bad)
        assert refused.value.offset == next(at for at, letter in enumerate(bad) if "\ud800" <= letter <= "\udfff")


# How a game may have ended otherwise than by the rules.
ENDS = dict.fromkeys(("1-0", "0-1"), "resignation or time or forfeit or adjudication")
ENDS |= {"1/2-1/2": "agreement or adjudication", "*": "unterminated or abandoned"}


@pytest.mark.parametrize(
    ("tags", "comments", "message"),
    [
        ({"\ud800": "?"}, {}, "the name of a tag: no lone surrogate can be written, at offset 0"),
        ({"Round": "a\ud800"}, {}, 'tag "Round": no lone surrogate can be written, at offset 1'),
        ({}, {3: "late"}, "comment at ply 3: the game has no such ply"),
        ({}, {-1: "early"}, "a comment is at a ply that no game has"),
        ({}, {10**10_000: "late"}, "a comment is at a ply that no game has"),
        ({}, {1: "\udfff"}, "comment at ply 1: no lone surrogate can be written, at offset 0"),
        *(
            ({name: ""}, {}, "expected a name of a letter")
            for name in ("", "1", "_a", "a b", "a-b", "É", "a\n", "a" * 65)
        ),
        *(({name: ""}, {}, "it is not to be given") for name in ("Rules", "FEN")),
        ({"A": "ab\tc"}, {}, "tag A: no value has the control character '\\t', at offset 2"),
        ({"Date": "19.11.2026"}, {}, "tag Date: expected a date"),
        ({"Result": "2-0"}, {}, "tag Result: expected one of 1-0"),
        ({"Termination": "tired"}, {}, "tag Termination: expected one of flock"),
        *(
            ({"Result": result, "Termination": "flock"}, {}, f"tag Termination: expected {ends} for {result} in a game")
            for result, ends in ENDS.items()
        ),
        ({}, {0: ""}, "comment at ply 0: expected a text"),
        ({}, {0: "a\n\r"}, "comment at ply 0: no comment has the control character '\\r', at offset 2"),
    ],
)
def test_invalid_tags_and_comments_are_not_written(
    tags: dict[str, str], comments: dict[int, str], message: str
) -> None:
    game = Game(moves=["c5", "c9"])
    game.tags, game.comments = tags, comments
    with pytest.raises(VoloError, match=re.escape(message)):
        game.record()


@pytest.mark.parametrize("wrong", WRONG_TYPES)
def test_wrong_types_are_type_errors(wrong: Any) -> None:
    start = Position()
    arguments: list[Any] = [(wrong, [], {}, {}), (start, [wrong], {}, {}), (start, [], [wrong], {})]
    arguments += [(start, [], {}, [wrong]), (start, [], {"Event": wrong}, {}), (start, [], {}, {0: wrong})]
    if wrong.__hash__ is not None and type(wrong) is not int:
        arguments += [(start, [], {wrong: "?"}, {}), (start, [], {}, {wrong: "?"})]
    calls: list[Callable[[], object]] = [partial(write_record, *each) for each in arguments]
    calls += [lambda: Game.from_record(wrong), lambda: GameRecords(wrong)]
    if not isinstance(wrong, bool):
        calls.append(lambda: Game.from_record(EXAMPLE, lenient=wrong))
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_a_reentrant_call_and_a_file_of_text_are_errors() -> None:
    class Reentrant(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            with pytest.raises(VoloError, match="is already being read"):
                next(records)
            return super().read1(size)

    records = GameRecords(Reentrant(EXAMPLE.encode()))
    assert list(records) == [PARSED]
    with pytest.raises(TypeError, match="the value read from the file must be bytes, not"):
        next(GameRecords(StringIO(EXAMPLE)))  # type: ignore[arg-type]
