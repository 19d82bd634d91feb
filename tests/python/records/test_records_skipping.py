"""Files with much to skip: skipping is fast, and errors have the right line."""

from __future__ import annotations

import io
from itertools import islice

import pytest

from support.hostile import is_within
from support.located import located, outcomes
from volo import RecordError
from volo.records import read_records

SIZE = 500_000
NANOSECONDS = 150
"""The maximum processor time per skipped byte. A quiet machine takes up to 20."""

LINE = b'{"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null}\n'
WRONG = b'{"rules":5}\n'
EMPTY = [b"\n", b"\r\n", b" \n", b"\n \t\r\n\n\n   \n", b" " * 1_000 + b"\n", b"\t" * 150_000 + b"\n"]
HEADS = {"jsonl": (b"", LINE), "abstract-play": (b"", b"[", b'{"header":['), "volo": (b"", b'[Event "?"]\n')}


def errors(data: bytes, *, lenient: bool) -> tuple[int, list[tuple[int, int]]]:
    """The number of games in JSON lines, and the line and the number of each error, after a check of its location."""
    found = list(outcomes(read_records(io.BytesIO(data), lenient=lenient, format="jsonl")))
    refused = [located(each, data) for each in found if isinstance(each, RecordError)]
    return len(found) - len(refused), [(error.line, error.game) for error in refused]


@pytest.mark.parametrize("size", [1, 1_000, 131_072, 400_000])
@pytest.mark.parametrize("line", EMPTY, ids=range(len(EMPTY)))
def test_empty_lines_between_games_are_accepted_or_one_error(line: bytes, size: int) -> None:
    empty = line * (size // len(line) + 1)
    data = LINE + empty + WRONG + LINE + empty + LINE + empty
    wrong = 2 + empty.count(b"\n")
    after = wrong + 2 + empty.count(b"\n")
    assert errors(data, lenient=True) == (3, [(wrong, 2)])
    assert errors(data, lenient=False) == (3, [(2, 2), (wrong, 3), (wrong + 2, 5), (after + 1, 7)])


def test_white_space_at_the_end_is_an_empty_line() -> None:
    for end in (b" ", b"\n\n  ", b"\n" * 200_000 + b"\t"):
        assert errors(LINE + end, lenient=True) == (1, [])
        assert errors(LINE + end, lenient=False) == (1, [(2, 2)])


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
