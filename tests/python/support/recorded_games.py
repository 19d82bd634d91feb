"""Games with tags and comments, and functions that write games and compress them."""

from __future__ import annotations

import io
from typing import Any, Final

from hypothesis import strategies as st

from support.data import read_jsonl
from volo import Game
from volo.records import Format, write_records
from volo.records.files.compression import compressing

# Games that every format has.
TWO: Final = [Game("boardspace-6", ["b5", "c4"]), Game("boardspace", ["d5"])]

# The native records of all games in the table of formats.
RECORDS: Final = sorted(
    {found for row in read_jsonl("records.jsonl") for found in row["found"] if isinstance(found, str)}
)

_TAGS = ["Event", "Site", "Orange", "Blue", "Round", "GameId", "OrangeId", "Annotator", "GameNumber", "BlueScore"]
_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
_COMMENT = st.text(st.one_of(st.just("\n"), st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=40)


@st.composite
def annotated(draw: st.DrawFn) -> Game:
    """Games of the table of formats with other texts in tags and comments."""
    game = Game.from_record(draw(st.sampled_from(RECORDS)))
    game.tags |= draw(st.dictionaries(st.sampled_from(_TAGS), _TEXT))
    game.comments |= draw(st.dictionaries(st.integers(0, len(game)), _COMMENT, max_size=3))
    return game


def written(form: Format, games: list[Game]) -> bytes:
    file = io.BytesIO()
    assert write_records(file, games, format=form) == len(games)
    return file.getvalue()


def compressed(data: bytes, method: Any) -> bytes:
    """Return data as the writer of records compresses them, with ``"gzip"`` or ``"zstd"``."""
    file = io.BytesIO()
    with compressing(method, file) as stream:
        stream.write(data)
    return file.getvalue()
