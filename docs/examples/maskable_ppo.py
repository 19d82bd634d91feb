"""Learn the smallest sky with MaskablePPO of sb3-contrib, against an opponent that plays at random.

It needs `elo.py` in the same folder.
"""

from __future__ import annotations

import argparse

import torch
from elo import shown
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from volo.engine.match import player_of
from volo.envs.stable_baselines3 import VoloVecEnv


def games(number: int) -> VoloVecEnv:
    """Games in which the learner is Orange and Blue in turn."""
    return VoloVecEnv(number, edge=4, player=[0, 1] * (number // 2), max_plies=200, dtype="float32")


def main() -> None:
    """Train, and print the rating before and after."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--steps", type=int, default=150_000)
    steps = arguments.parse_args().steps
    torch.set_num_threads(1)
    envs = VecMonitor(games(32))
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=1e-3,
        n_steps=64,
        batch_size=256,
        n_epochs=4,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    print(f"before: {shown(player_of(model))}", flush=True)
    model.learn(steps)
    print(f"after {steps} steps: {shown(player_of(model))}")


if __name__ == "__main__":
    main()
