"""Many games in lockstep: steps, observations and masks."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from libraries import pgx_games
from pytest_benchmark.fixture import BenchmarkFixture

from volo import Batch

GAMES = 4_096

THREADS = pytest.mark.parametrize("threads", [1, 2])


@cache
def batch(threads: int = 1) -> Batch:
    """Games at all stages."""
    games = Batch(GAMES, threads=threads, seed=1, autoreset="same-step")
    for _ in range(100):
        games.step(games.random_actions())
    return games


def chosen(listed: tuple[Any, Any], random: np.random.Generator) -> Any:
    """An entry for each game, drawn from lists one after the other."""
    entries, offsets = listed
    return entries[random.integers(offsets[:-1], offsets[1:])]


@pytest.mark.benchmark(group=f"step {GAMES:,} games, and draw the actions")
class TestSteps:
    @THREADS
    def test_random_actions(self, benchmark: BenchmarkFixture, threads: int) -> None:
        games = batch(threads)
        _, terminated, _ = benchmark(lambda: games.step(games.random_actions()))
        assert 0 < terminated.sum() < GAMES / 10

    def test_listed_actions(self, benchmark: BenchmarkFixture) -> None:
        games, random = batch(), np.random.default_rng(1)
        _, terminated, _ = benchmark(lambda: games.step(chosen(games.legal_actions(), random)))
        assert 0 < terminated.sum() < GAMES / 10

    def test_listed_moves(self, benchmark: BenchmarkFixture) -> None:
        games, random = batch().copy(), np.random.default_rng(1)

        def step() -> Any:
            games.play(chosen(games.legal_moves(), random))
            over = games.outcome != Batch.ONGOING
            games.reset(over)
            return over

        assert 0 < benchmark(step).sum() < GAMES / 10

    @pytest.mark.parametrize("game", ["hex", "chess"])
    def test_pgx_with_masks_and_observations(self, benchmark: BenchmarkFixture, game: str) -> None:
        games = pgx_games(game, GAMES)
        state = benchmark(lambda: games.step(games.draw()))
        assert state.legal_action_mask.any(axis=1).sum() == GAMES


@pytest.mark.benchmark(group=f"write the observations of {GAMES:,} games")
@THREADS
@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_observations(benchmark: BenchmarkFixture, threads: int, dtype: Any) -> None:
    games = batch(threads)
    planes = benchmark(games.observe, games.observe(size=13, dtype=dtype), size=13, dtype=dtype)
    assert planes.dtype == dtype
    assert all((planes[game] == games.positions[game].observe()).all() for game in range(0, GAMES, 100))


@pytest.mark.benchmark(group=f"write the masks of {GAMES:,} games")
@THREADS
@pytest.mark.parametrize("packed", [False, True])
def test_masks(benchmark: BenchmarkFixture, threads: int, packed: bool) -> None:
    games: Any = batch(threads)
    size = games.action_space.size
    mask = benchmark(games.legal_mask, games.legal_mask(packed=packed), packed=packed)
    bits = np.unpackbits(mask, axis=1, count=size, bitorder="little") if packed else mask
    assert np.array_equal(np.flatnonzero(bits) % size, games.legal_actions()[0])


@pytest.mark.benchmark(group=f"write the masks of {GAMES:,} games")
@THREADS
def test_lists(benchmark: BenchmarkFixture, threads: int) -> None:
    games = batch(threads)
    actions, offsets = benchmark(games.legal_actions)
    assert np.array_equal(games.legal_mask().sum(axis=1), np.diff(offsets))
    assert len(actions) == offsets[-1]
