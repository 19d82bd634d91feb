"""Games and mistakes in every format, from the tables that the tests in Rust read too, and conversions of any game."""

from __future__ import annotations

import io
import json
import re
from datetime import datetime
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import volo
from support.data import DATA, read_jsonl
from support.located import located, outcomes
from support.recorded_games import RECORDS, TWO, annotated, written
from volo import Game, VoloError
from volo.records import FORMATS, Format, read_records

TABLE = read_jsonl("records.jsonl")
assert {row["format"] for row in TABLE} == {*FORMATS}
GAMES = DATA / "abstract-play.jsonl"

# From https://github.com/AbstractPlay/recranks, src/schemas/gamerecord.json, MIT license, (c) 2021 Abstract Play.
SCHEMA = json.loads((DATA / "gamerecord.schema.json").read_text(encoding="utf-8"))
CHECKER = jsonschema.FormatChecker()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA, format_checker=CHECKER)


def is_time(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value.replace("Z", "+00:00")) is not None


CHECKER.checks("date-time", raises=ValueError)(is_time)


def encoded(text: str | list[Any]) -> bytes:
    """The text of a row. It may be in pieces: a text, a text and the number of its copies, or a byte."""
    if isinstance(text, str):
        return text.encode()
    pieces = (piece if isinstance(piece, list) else [piece, 1] for piece in text)
    return b"".join((bytes([piece]) if isinstance(piece, int) else piece.encode()) * times for piece, times in pieces)


def read(row: dict[str, Any], before: bytes = b"", after: bytes = b"") -> None:
    """Check what is found in the text of a row. With something before and after it, it is between two good games."""
    data = before + encoded(row["text"]) + after
    try:
        file: Any = io.StringIO(data.decode(), newline="") if before else io.BytesIO(data)
    except UnicodeDecodeError:
        file = io.BytesIO(data)
    file.name = row.get("file_name", "games")
    options = {name: True for name in ("lenient", "skip_other_games") if name in row}
    found = list(outcomes(read_records(file, format=row["format"], **options)))
    if before:
        first, *found, last = found
        assert first == last == TWO[0]
    for number, (came, expected) in enumerate(zip(found, row["found"], strict=True), start=2 if before else 1):
        if isinstance(came, Game):
            assert came.record() == expected
            continue
        assert (located(came, data).game, came.source) == (number, file.name)
        assert expected["problem"] in came.problem
        place = (came.offset - len(before), came.text, came.ply, came.path, came.fen)
        assert place == (expected["offset"], expected["text"], *map(expected.get, ("ply", "path", "fen")))
        assert getattr(came.__cause__, "ruling", None) == expected.get("ruling")
        assert type(came.__cause__).__name__ == expected.get("cause", "NoneType")
        assert before or (came.line, came.column) == (expected["line"], expected["column"])


def around(form: Format) -> tuple[bytes, bytes]:
    """What makes a text of this format the second of three games."""
    one = written(form, TWO[:1])
    others = {
        "jsonl": (one, b"\n" + one),
        "volo": (one + b"\n", b"\n" + one),
        "abstract-play": (b"[%b," % one, b",%b]" % one),
    }
    return others.get(form, (one, one))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['format']}: {row['why']}")
def test_games_are_read_or_refused_as_the_table_says(row: dict[str, Any]) -> None:
    read(row)
    if "is_file" not in row:
        read(row, *around(row["format"]))
    if "written" in row:
        text = written(row["format"], [Game.from_record(game) for game in row["found"]])
        assert text == encoded(row["text"])
        if row["format"] == "abstract-play" and row["found"]:
            VALIDATOR.validate(json.loads(text))


@pytest.mark.parametrize("row", read_jsonl("unwritable.jsonl"), ids=lambda row: row["why"])
def test_games_that_a_format_does_not_have_are_refused(row: dict[str, Any]) -> None:
    with pytest.raises(VoloError, match=re.escape(row["problem"])):
        written(row["format"], [Game.from_record(row["game"])])


def records(games: list[Game]) -> list[str]:
    """The games with all of their tags and comments. Every file of Boardspace has the same site."""
    for game in games:
        game.tags |= {"Site": "?"} if game.tags.get("Site") == "Boardspace.net" else {}
    return [game.record() for game in games]


@given(st.lists(annotated(), max_size=3), st.permutations(["volo", "jsonl", "abstract-play"]))
@example(list(map(Game.from_record, RECORDS)), ["jsonl", "abstract-play", "volo"])
def test_conversion_through_all_formats_is_lossless(games: list[Game], formats: list[Format]) -> None:
    found = games
    for form in formats:
        found = list(read_records(io.BytesIO(written(form, found)), format=form))
    assert records(found) == records(games)
    reports = json.loads(written("abstract-play", games))
    for report in [reports] if len(games) == 1 else reports:
        VALIDATOR.validate(report)


def test_the_schema_refuses_other_reports() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    report = json.loads(written("abstract-play", TWO[:1]))
    report["header"]["date-end"] = "yesterday"
    assert not VALIDATOR.is_valid(report)


def content(game: Game) -> tuple[object, ...]:
    return game.moves, game.result, game.termination


def test_games_of_boardspace_are_those_of_their_records_and_are_read_back() -> None:
    files = [path.read_bytes() for path in sorted((DATA / "boardspace").glob("*.sgf"))]
    games = list(read_records(io.BytesIO(b"".join(files))))
    assert [*map(content, games)] == [*map(content, read_records(DATA / "boardspace" / "examples.volo"))]
    assert written("boardspace", games[:1]) == files[0]
    for rules in ("boardspace", "boardspace-6"):
        games += volo.play_random(20, position=rules, record=True, seed=1)
    for game in games:
        text = written("boardspace", [game])
        (again,) = read_records(io.BytesIO(text))
        assert (content(again), written("boardspace", [again])) == (content(game), text)


def test_games_of_another_implementation_are_written_as_the_same_bytes() -> None:
    games = list(read_records(GAMES))
    assert (len(games), sum(map(len, games))) == (52, 3_748)
    assert written("jsonl", games) == GAMES.read_bytes()
    assert records(list(read_records(DATA / "boardspace" / "examples.json"))) == records(
        list(read_records(DATA / "boardspace" / "examples.volo"))
    )
