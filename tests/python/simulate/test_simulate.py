"""Runs: the chunks in which games are played do not affect the games."""

from __future__ import annotations

import pytest

import volo
from volo import Position
from volo.simulate import Summary, run, runner


def last(games: int, **options: object) -> Summary:
    """Play a run to the end, and return the last summary."""
    *_, summary = run(games, **options)  # type: ignore[arg-type]
    return summary


@pytest.fixture
def chunk_of(monkeypatch: pytest.MonkeyPatch) -> object:
    """A function that fixes the number of games in a chunk."""

    def fix(size: int) -> None:
        monkeypatch.setattr(runner, "_FIRST_CHUNK", size)
        monkeypatch.setattr(runner, "_next_size", lambda size, *_: size)

    return fix


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_chunks_do_not_change_the_games(size: int, chunk_of: object) -> None:
    whole = Summary.of(volo.play_random(150, position=Position("standard-4"), seed=5, tally=True))
    chunk_of(size)  # type: ignore[operator]
    cumulative = list(run(150, position=Position("standard-4"), seed=5))
    assert [each.games for each in cumulative] == [*range(size, 150, size), 150]
    assert cumulative[-1] == whole


def test_threads_do_not_change_the_games() -> None:
    one, two, three = (last(120, position=Position("standard-4"), threads=threads) for threads in (1, 2, 3))
    assert one == two == three


def test_chunks_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    assert runner._next_size(256, 0.001, 0.2) == 512
    assert runner._next_size(256, 0.2, 0.2) == 256
    assert runner._next_size(256, 5.0, 0.2) == 128
    assert runner._next_size(1, 60.0, 0.2) == 1
    assert runner._next_size(1 << 16, 0.001, 0.2) == 1 << 16


def test_a_run_of_zero_games_yields_no_summary() -> None:
    assert list(run(0)) == []
