"""The programs of the cookbook that train a model run and learn, and Stable-Baselines3 accepts the environments."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

from support.pages import ROOT
from volo import Position
from volo.envs.gymnasium import VoloEnv

PROGRAMS = ROOT / "docs" / "examples"

pytestmark = pytest.mark.learning


# The Elo points that a model gains at the least.
LEARNERS = {"alphazero.py --minutes 5": 100, "mctx_gumbel.py": 100, "pointer_head.py": 100, "maskable_ppo.py": 100}


def printed(command: str) -> str:
    program, *arguments = command.split()
    words = [sys.executable, str(PROGRAMS / program), *arguments]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("command", "gain"), LEARNERS.items())
def test_a_model_learns(command: str, gain: int) -> None:
    if command == "mctx_gumbel.py" and sys.version_info < (3, 11):
        pytest.skip("JAX needs Python 3.11")
    output = printed(command)
    before, *_, after = map(int, re.findall(r"Elo ([+-]\d+)", output))
    assert after - before >= gain, output


def test_a_player_without_a_model_is_rated_against_levels() -> None:
    rated = dict(line.split()[::-1] for line in printed("elo.py").splitlines())
    assert len(rated) == 13
    assert next(iter(rated)).endswith("level=12")
    assert -300 < int(rated["uniform"]) < 100


def test_torchrl_and_rllib_accept_the_environment() -> None:
    output = printed("torchrl_rollout.py")
    (games,) = re.findall(r"(\d+) games in 1000 steps", output)
    assert int(games) > 20, output
    assert "observations (1000, 12, 7, 7), masks (1000, 1201)" in output
    numbers = [
        int(number) for number in re.findall(r"(\d+) games, mean return", printed("rllib_ppo.py --iterations 3"))
    ]
    assert len(numbers) == 3
    assert min(numbers) > 20


def test_the_checker_of_stable_baselines3_accepts_the_environment() -> None:
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        # The observations are not images.
        warnings.filterwarnings("ignore", "It seems that your observation|Treating image space|The minimal resolution")
        check_env(VoloEnv(edge=4, opponent=None, illegal="lose"))


def test_a_vector_environment_of_stable_baselines3_equals_single_ones() -> None:
    from stable_baselines3.common.vec_env import DummyVecEnv

    from volo.envs.stable_baselines3 import VoloVecEnv

    env = VoloVecEnv(6, 4, player=[0, 1] * 3, max_plies=20)
    singles = [functools.partial(VoloEnv, 4, player=game % 2, max_plies=20, masks=None) for game in range(6)]
    expected = DummyVecEnv(singles)
    random, ends = np.random.default_rng(1), 0
    starts: list[dict[str, Any]] = [{}, {"position": Position("standard-4").play("a3")}]
    for options in starts:
        for each in (env, expected):
            each.seed(3)
            each.set_options(options)
        assert np.array_equal(env.reset(), expected.reset())
        assert env.get_attr("decision") == expected.get_attr("decision")
        for _ in range(60):
            masks = np.stack(env.env_method("action_masks"))
            assert np.array_equal(masks, np.stack(expected.env_method("action_masks")))
            actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
            (*arrays, infos), (*others, other_infos) = env.step(actions), expected.step(actions)
            for array, other in zip(arrays, others, strict=True):
                assert np.array_equal(array, other)
                assert array.dtype == other.dtype
            for info, other in zip(infos, other_infos, strict=True):
                assert info.get("TimeLimit.truncated", False) == other["TimeLimit.truncated"]
                assert np.array_equal(info.get("terminal_observation"), other.get("terminal_observation"))
                ends += "terminal_observation" in info
    assert ends > 30
    (mask,) = env.get_attr("action_masks", 5)
    assert np.array_equal(mask(), env.action_masks()[5])
    for name in ("action_space", "observation_space", "render_mode", "spec"):
        assert env.get_attr(name) == expected.get_attr(name)
    for name in ("nonsense", "step", "num_envs"):
        assert not env.has_attr(name)
