"""Hostile native records: each is read or refused, in linear time and with little memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from support.command_line import in_new_process
from support.ctrl_c import seconds_to_answer
from support.game_records import example, random_record, read_all
from support.hostile import BY_HAND, HUGE, mutants, offer
from support.memory import on_linux
from volo import Game, RecordError, VoloError
from volo._volo import parse_record


@pytest.mark.parametrize("lenient", [False, True])
def test_bad_texts_are_refused_in_time(lenient: bool) -> None:
    good = [
        example(),
        *(random_record(seed, rules) for seed, rules in enumerate(("standard-4", "french", "two-sizes"))),
    ]
    refused = 0
    for text in (*BY_HAND, *mutants(good, 6000, seed=lenient)):
        error = offer(lambda text: Game.from_record(text, lenient=lenient), text)
        refused += error is not None
        assert error is None or type(error) is RecordError
        if error is None:
            game = Game.from_record(text, lenient=lenient)
            assert Game.from_record(game.record()) == game
    assert refused > 3000


def test_bad_files_are_refused_in_time_and_read_to_their_end() -> None:
    good = [example(), random_record(1), random_record(2)]
    for text in (*BY_HAND, *mutants(good, 5000, seed=2)):
        data = f"{text}\n{example()}".encode(errors="surrogatepass")
        read: list[object] = []
        offer(lambda _: read.extend(read_all(BytesIO(data))), text)  # noqa: B023
        assert read
        for record in read:
            error = offer(lambda _: None if isinstance(record, tuple) else raised(record), "")  # noqa: B023
            assert error is None or type(error) is RecordError


def raised(error: object) -> None:
    assert isinstance(error, VoloError)
    raise error


def huge() -> Iterator[str]:
    """Yield texts of 100 million characters."""
    before = example().partition("Now")[0]
    yield "x" * HUGE
    yield "[" * HUGE
    yield "\n" * HUGE
    yield before + "{" * HUGE
    yield before + "ž" * HUGE
    yield f'[Event "{"x" * HUGE}"]'
    yield '[E "?"]\n' * (HUGE // 8)
    yield example().replace("2.", "2" * HUGE + ".")
    yield "\ud800" * HUGE


@pytest.mark.long
def test_huge_texts_are_refused_in_time() -> None:
    for text in huge():
        for lenient in (False, True):
            assert offer(lambda text: Game.from_record(text, lenient=lenient), text, 10.0) is not None  # noqa: B023
        data = text.encode(errors="surrogatepass") + b"\n\n" + example().encode()
        read: list[Any] = []
        offer(lambda _: read.extend(read_all(BytesIO(data))), "", 20.0)  # noqa: B023
        assert isinstance(read[0], RecordError)
        assert read[-1] == parse_record(example())


def megabytes_of(program: str) -> float:
    """Run a program in a new process, and return its peak memory in MB after the line `BEGIN`."""
    begun = program.replace("BEGIN", "from support.memory import measure; taken = measure()")
    return float(in_new_process(f"{begun}\nprint(taken())").split()[-1])


GENERATED = """
from volo._volo import GameRecords
class File:
    def __init__(self, text, times): self.text, self.times = text, times
    def read(self, n):
        self.times -= 1
        return self.text if self.times >= 0 else b""
"""


@on_linux
@pytest.mark.parametrize("size", [4, 16])
def test_a_large_record_takes_a_few_times_its_size(size: int) -> None:
    program = f"""
from volo import Game
start = Game.from_record({example()!r})
start.comments[3] = "x" * ({size} * 2**20 - 1000)
text = start.record()
BEGIN
assert Game.from_record(text).record() == text
"""
    assert megabytes_of(program) < 8 * size


@on_linux
@pytest.mark.long
def test_endless_junk_takes_little_memory() -> None:
    for text in (b"x", b"[", b"\n", b'[E "?"]\n', b"\xff"):
        program = f"""
{GENERATED}
from volo.errors import RecordError
text = {text!r} * 100_000
BEGIN
records = GameRecords(File(text, 200_000_000 // len(text)))
try:
    next(records)
except RecordError as error:
    print(error)
"""
        assert megabytes_of(program) < 60


@on_linux
@pytest.mark.long
def test_a_stream_of_200_mb_takes_little_memory() -> None:
    program = f"""
{GENERATED}
text = {random_record(1, "standard").encode()!r} + b"\\n"
times = 200_000_000 // len(text)
list(GameRecords(File(text[:-1], 1)))
BEGIN
count = 0
for record in GameRecords(File(text * 50, times // 50)):
    count += 1
    if count == times // 50 * 50 - 1:
        break
assert count > 1000
"""
    assert megabytes_of(program) < 20


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_interrupts_skipping() -> None:
    assert seconds_to_answer(GENERATED, 'next(GameRecords(File(b"x" * 1_000_000, 10**9)))') < 0.5
