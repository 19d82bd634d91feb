"""Tests of the progress callback of play_random."""

from __future__ import annotations

import threading
from time import monotonic, process_time

import pytest

import volo
from volo import Position


def test_the_last_call_reports_all_games() -> None:
    calls: list[int] = []
    volo.play_random(50, position=Position("standard-4"), progress=calls.append)
    assert calls[-1] == 50


def test_calls_are_rare_ordered_and_on_the_calling_thread() -> None:
    calls: list[tuple[int, float]] = []

    def progress(finished: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        calls.append((finished, monotonic()))

    games, began = 1000, monotonic()
    while len(calls) < 5:
        calls.clear()
        games, began = 2 * games, monotonic()
        volo.play_random(games, threads=2, progress=progress)
    counts, times = zip(*calls, strict=True)
    assert list(counts) == sorted(counts)
    assert 0 < counts[1] < counts[-1] == games
    assert len(calls) - 1 <= (times[-1] - began) / 0.1


def test_an_exception_of_the_callback_ends_the_run() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def progress(finished: int) -> None:
        raise Enough(finished)

    began = process_time()
    with pytest.raises(Enough) as raised:
        volo.play_random(1_000_000, position=Position("standard-8"), threads=2, progress=progress)
    assert process_time() - began < 5.0  # all the games take minutes
    assert raised.value.args[0] < 1_000_000
    with pytest.raises(Enough):
        volo.play_random(1, progress=progress)


def test_progress_does_not_change_the_games() -> None:
    reported, plain = (volo.play_random(100, seed=3, progress=progress) for progress in (lambda _: None, None))
    assert reported.plies.tolist() == plain.plies.tolist()


def test_a_callback_must_be_callable() -> None:
    with pytest.raises(TypeError):
        volo.play_random(1, progress=5)  # type: ignore[call-overload]
