"""Hostile records: each is read or refused with a VoloError, in linear time. Tests in Rust measure the memory."""

from __future__ import annotations

import io
from functools import partial
from itertools import cycle, islice
from typing import Any

import pytest

from support.data import read_jsonl
from support.hostile import BY_HAND, is_within, mutants, offer
from support.located import located, outcomes
from volo import Game
from volo.records import FORMATS, Format, read_records

# Short texts of games, without mistakes.
GOOD = {
    form: [
        row["text"]
        for row in read_jsonl("records.jsonl")
        if row["format"] == form and {type(each) for each in [row["text"], *row["found"]]} == {str}
        if len(row["text"]) < 3_000
    ]
    for form in FORMATS
}


def exhaust(text: str, form: Format | None, *, lenient: bool = False, is_text: bool = False) -> None:
    """Read all games and raise the first error. Check the locations of all errors, and write each game again."""
    data = text.encode("utf-8", "surrogatepass")
    file: Any = io.StringIO(text, newline="") if is_text else io.BytesIO(data)
    first = None
    for came in outcomes(read_records(file, lenient=lenient, format=form)):
        if isinstance(came, Game):
            again = Game.from_record(came.record())
            assert (again, again.record()) == (came, came.record())
        else:
            first = first or located(came, data)
    if first is not None:
        raise first


WAYS: list[dict[str, Any]] = [{}, {"lenient": True}, {"is_text": True}]


@pytest.mark.parametrize("number", [400, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("form", FORMATS)
def test_mutants_are_read_or_refused(form: Format, number: int) -> None:
    refused = 0
    ways = [*(partial(exhaust, form=form, **way) for way in WAYS), partial(exhaust, form=None)]
    for read, text in zip(cycle(ways), mutants(GOOD[form], number), strict=False):
        refused += offer(read, text) is not None
    assert refused > number / 2


@pytest.mark.parametrize("form", [None, *FORMATS])
def test_bad_texts_made_by_hand_are_read_or_refused(form: Format | None) -> None:
    for text in BY_HAND:
        for way in WAYS:
            offer(partial(exhaust, form=form, **way), text, seconds=5.0)


# Skipping is fast. The table of games and mistakes has the lines of errors after it.

SIZE = 500_000
NANOSECONDS = 150
"""The maximum processor time per skipped byte. A quiet machine takes up to 20."""

LINE = b'{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\n'
HEADS = {"jsonl": (b"", LINE), "abstract-play": (b"", b"[", b'{"header":['), "volo": (b"", b'[Event "?"]\n')}
SPACE = [b"\n", b" ", b"\t", b"\r\n", b"\r", b" \n", b"\xef\xbb\xbf"]


@pytest.mark.parametrize("form", HEADS)
@pytest.mark.parametrize("piece", [*SPACE, b"x", b'"', b"\\", b"[", b"[" * 63 + b"]" * 63])
def test_skipping_takes_nanoseconds_per_byte(piece: bytes, form: str) -> None:
    def read(data: bytes, lenient: bool) -> None:
        list(islice(outcomes(read_records(io.BytesIO(data), lenient=lenient, format=form)), 4))

    for head in HEADS[form]:
        data = head + piece * (SIZE // len(piece))
        for lenient in (False, True):
            assert is_within(SIZE * NANOSECONDS * 1e-9, partial(read, data, lenient)), head
