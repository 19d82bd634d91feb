"""Files with much to skip: skipping is fast. The table of games and mistakes has the lines of errors after it."""

from __future__ import annotations

import io
from itertools import islice

import pytest

from support.hostile import is_within
from support.located import outcomes
from volo.records import read_records

SIZE = 500_000
NANOSECONDS = 150
"""The maximum processor time per skipped byte. A quiet machine takes up to 20."""

LINE = b'{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\n'
HEADS = {"jsonl": (b"", LINE), "abstract-play": (b"", b"[", b'{"header":['), "volo": (b"", b'[Event "?"]\n')}


@pytest.mark.parametrize("form", HEADS)
@pytest.mark.parametrize(
    "piece",
    [b"\n", b" ", b"\t", b"\r\n", b"\r", b" \n", b"\xef\xbb\xbf", b"x", b'"', b"\\", b"[", b"[" * 63 + b"]" * 63],
)
def test_skipping_takes_nanoseconds_per_byte(piece: bytes, form: str) -> None:
    for head in HEADS[form]:
        data = head + piece * (SIZE // len(piece))
        for lenient in (False, True):

            def read(data: bytes = data, lenient: bool = lenient) -> None:
                list(islice(outcomes(read_records(io.BytesIO(data), lenient=lenient, format=form)), 4))

            assert is_within(SIZE * NANOSECONDS * 1e-9, read), head
