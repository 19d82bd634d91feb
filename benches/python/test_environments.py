"""Steps of the environments, beside games that are part of the same libraries and beside pgx."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from libraries import library, pgx_games, play_plies
from pytest_benchmark.fixture import BenchmarkFixture
from test_batches import GAMES, chosen

STEPS = 500


@pytest.mark.benchmark(group=f"steps of {GAMES:,} environments")
class TestVectors:
    """The actions are drawn before the clock starts."""

    @pytest.mark.parametrize(
        ("masks", "edge", "threads"),
        [("dense", 7, 1), ("packed", 7, 1), (None, 7, 1), ("packed", 5, 1), ("dense", 7, 2)],
    )
    def test_gymnasium(self, benchmark: BenchmarkFixture, masks: Any, edge: int, threads: int) -> None:
        module = pytest.importorskip("volo.envs.gymnasium")
        env = module.VoloVectorEnv(
            GAMES, edge, masks=masks, threads=threads, opponent=None, autoreset_mode="SameStep", copy=False
        )
        env.reset(seed=1)
        random = np.random.default_rng(1)
        for _ in range(100 if benchmark.enabled else 1):
            env.step(chosen(env.legal_actions(), random))

        def draw() -> Any:
            return (chosen(env.legal_actions(), random),), {}

        rounds = 100 if benchmark.enabled else 1
        observations, *_, info = benchmark.pedantic(env.step, setup=draw, rounds=rounds)  # type: ignore[no-untyped-call]
        assert len(observations) == GAMES
        if masks == "dense":
            assert info["action_mask"].sum() == len(env.legal_actions()[0])

    @pytest.mark.parametrize("game", ["hex", "chess"])
    def test_pgx(self, benchmark: BenchmarkFixture, game: str) -> None:
        games = pgx_games(game, GAMES)
        rounds = {"hex": 100, "chess": 5}[game] if benchmark.enabled else 1
        state = benchmark.pedantic(games.step, setup=lambda: ((games.draw(),), {}), rounds=rounds)  # type: ignore[no-untyped-call]
        assert len(state.observation) == GAMES
        assert state.legal_action_mask.any(axis=1).sum() == GAMES


@pytest.mark.benchmark(group=f"steps of Gymnasium, {STEPS}")
@pytest.mark.parametrize("masks", ["dense", None])
def test_gymnasium(benchmark: BenchmarkFixture, masks: Any) -> None:
    module = pytest.importorskip("volo.envs.gymnasium")
    env = module.VoloEnv(masks=masks)
    env.action_space.seed(1)

    def play() -> int:
        ended = 0
        env.reset(seed=1)
        for _ in range(STEPS):
            if env.step(env.action_space.sample())[2]:
                ended += 1
                env.reset()
        return ended

    assert benchmark(play) > 0


@pytest.mark.benchmark(group=f"steps of OpenSpiel, {STEPS}")
@pytest.mark.parametrize("game", ["python_volo", "python_tic_tac_toe", "chess", "hive"])
def test_open_spiel(benchmark: BenchmarkFixture, game: str) -> None:
    played = library(f"OpenSpiel: {game}")
    state, ended = benchmark(play_plies, played, STEPS)
    assert len(played.moves(state)) == played.count(state)
    assert state.move_number() + ended <= STEPS


@pytest.mark.benchmark(group=f"steps of PettingZoo, {STEPS}")
@pytest.mark.parametrize("game", ["volo.envs.pettingzoo", "pettingzoo.classic.connect_four_v3"])
def test_pettingzoo(benchmark: BenchmarkFixture, game: str) -> None:
    with warnings.catch_warnings():
        # PettingZoo deprecates the way in which its own suites import its games.
        warnings.simplefilter("ignore", DeprecationWarning)
        env = pytest.importorskip(game).env()

    def play() -> int:
        ended = 0
        env.reset(seed=1)
        for _ in range(STEPS):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                ended += 1
                env.reset()
                observation, *_ = env.last()
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return ended

    assert benchmark(play) > 0
