"""Learn the smallest sky with MaskablePPO of sb3-contrib, against an opponent that plays at random."""

from __future__ import annotations

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from volo.envs.stable_baselines3 import VoloVecEnv

GAMES = 200


def games(number: int) -> VoloVecEnv:
    """Games in which the learner is Orange and Blue in turn."""
    return VoloVecEnv(number, edge=4, player=[0, 1] * (number // 2), max_plies=200, dtype="float32")


def score(model: MaskablePPO, number: int) -> float:
    """The share of games that the model wins."""
    envs = games(number)
    envs.seed(1)
    won: dict[int, bool] = {}
    observations = envs.reset()
    while len(won) < number:
        actions, _ = model.predict(observations, action_masks=envs.action_masks(), deterministic=True)
        observations, rewards, ended, _ = envs.step(actions)
        for game in np.flatnonzero(ended).tolist():
            # A game that has ended begins again, which does not count.
            won.setdefault(game, rewards[game] > 0)
    return sum(won.values()) / number


def main() -> None:
    """Train, and print the score before and after."""
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
    print(f"before: {score(model, GAMES):.0%} of {GAMES} games won", flush=True)
    model.learn(steps)
    print(f"after {steps} steps: {score(model, GAMES):.0%} of {GAMES} games won")


if __name__ == "__main__":
    main()
