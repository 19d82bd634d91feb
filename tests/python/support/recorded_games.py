"""Hypothesis strategies for games with tags and comments, and functions that write games and compress them."""

from __future__ import annotations

import io
from datetime import date
from typing import Any, Final

from hypothesis import strategies as st

from support.strategies import positions, randoms, walk
from volo import Game
from volo.game import RESULTS
from volo.records import Format, write_records
from volo.records.files.compression import compressing

# Games that every format has.
TWO: Final = [Game("boardspace-6", ["b5", "c4"]), Game("boardspace", ["d5"])]

_ENDS: Final = (
    *((result, way) for way in ("resignation", "time", "forfeit") for result in ("1-0", "0-1")),
    *((result, "adjudication") for result in ("1-0", "0-1", "1/2-1/2")),
    ("1/2-1/2", "agreement"),
    ("*", "abandoned"),
)

_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
_COMMENT = st.text(st.one_of(st.just("\n"), st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=40)
_TIMES = st.datetimes().map(lambda time: f"{time:%Y}".zfill(4) + f"-{time:%m-%dT%H:%M:%S}.123Z")
_NUMBERS = st.one_of(st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False)).map(repr)
_DATES = st.one_of(
    st.dates(date(1000, 1, 1)).map(lambda day: f"{day:%Y.%m.%d}"), st.sampled_from(["2026.??.??", "2026.02.??"])
)
_TAGS: Final[dict[str, st.SearchStrategy[str]]] = {
    **dict.fromkeys(("Event", "Site", "Orange", "Blue", "Round", "GameId", "OrangeId", "BlueId", "Annotator"), _TEXT),
    **dict.fromkeys(("GameNumber", "BlueScore"), st.one_of(_NUMBERS, _TEXT)),
    **dict.fromkeys(("Unrated", "Pied"), st.sampled_from(["true", "false", "no"])),
    **dict.fromkeys(("DateStart", "DateEnd"), st.one_of(_TIMES, _TEXT)),
    "Date": _DATES,
    "DateGenerated": _TIMES,
    "OrangeIsAi": st.one_of(st.sampled_from(["true", "false", "1"]), _TEXT),
    "HeaderExtras": st.one_of(
        _TEXT, st.sampled_from(['{"header":{"pie-invoked":true}}', '{"orange":{"name":1}}', "[]"])
    ),
    "MoveResults": st.one_of(_TEXT, st.sampled_from(['{"1":[{"type":"place"}]}', '{"1":"x"}', '{"999":[]}'])),
}


@st.composite
def annotated(draw: st.DrawFn) -> Game:
    """Games from any position with tags and comments: finished by the rules, finished otherwise, or unfinished."""
    game = Game(draw(positions(edges=(4, 5))))
    for move, _ in walk(draw(randoms), game.start, draw(st.integers(0, 40))):
        game.push(move)
    game.tags = draw(st.fixed_dictionaries({}, optional=_TAGS))
    game.comments = draw(st.dictionaries(st.integers(0, len(game)), _COMMENT, max_size=3))
    if game.outcome() is None and (end := draw(st.sampled_from([None, *_ENDS]))) is not None:
        game.tags["Result"], game.tags["Termination"] = end
    return game


@st.composite
def boardspace_games(draw: st.DrawFn) -> Game:
    """Games that Boardspace can have: finished by one flock, resigned, won on time, or unfinished."""
    game = Game(draw(st.sampled_from(["boardspace", "boardspace-6"])))
    for move, _ in walk(draw(randoms), game.start, draw(st.sampled_from([0, 3, 20, 400]))):
        game.push(move)
    names = st.one_of(_TEXT.filter(str.strip), st.just("Dumbot"))
    game.tags = draw(st.fixed_dictionaries({}, optional={"Orange": names, "Blue": names, "Speed": st.just("slow")}))
    game.comments = draw(st.dictionaries(st.integers(0, len(game)), _COMMENT, max_size=3))
    end = draw(st.sampled_from([None, "resignation", "time"]))
    if game.outcome() is None and end is not None:
        wins = game.position.turn if end == "time" else game.position.turn.other
        game.tags |= {"Result": RESULTS[wins], "Termination": end}
    return game


def written(form: Format, games: list[Game]) -> bytes:
    """Return the file that contains some games."""
    file = io.BytesIO()
    assert write_records(file, games, format=form) == len(games)
    return file.getvalue()


def compressed(data: bytes, method: Any) -> bytes:
    """Return data as the writer of records compresses them, with ``"gzip"`` or ``"zstd"``."""
    file = io.BytesIO()
    with compressing(method, file) as stream:
        stream.write(data)
    return file.getvalue()
