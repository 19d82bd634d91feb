"""Learn the smallest sky with MaskablePPO of sb3-contrib, against an opponent that plays at random."""

from __future__ import annotations

import argparse
import functools

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import volo
from volo.envs.gymnasium import VoloEnv

GAMES = 200


def game(player: volo.Color) -> VoloEnv:
    """An environment in which the learner is this player."""
    return VoloEnv(edge=4, player=player, max_plies=200, dtype="float32", masks=None)


def score(model: MaskablePPO, games: int) -> float:
    """The share of games that the model wins, half of them as each player."""
    wins = 0
    for number in range(games):
        env = game(volo.Color(number % 2))
        observation, _ = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        wins += reward > 0
    return wins / games


def main() -> None:
    """Train, and print the score before and after."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--steps", type=int, default=100_000)
    steps = arguments.parse_args().steps
    torch.set_num_threads(1)
    envs = VecMonitor(DummyVecEnv([functools.partial(game, volo.Color(number % 2)) for number in range(8)]))
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=1e-3,
        n_steps=256,
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
