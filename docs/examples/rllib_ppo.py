"""Train with PPO of RLlib for a few iterations on the smallest sky, with masked actions."""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env

from volo.envs.gymnasium import VoloEnv


class MaskInObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Puts the mask into the observation, where the module of RLlib expects it, and makes the planes one vector."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        planes, actions = env.observation_space, env.decision.action_space.size
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.flatten_space(planes),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.float32),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._joined(observation, info), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._joined(observation, info), float(reward), terminated, truncated, {}

    def _joined(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        mask = info["action_mask"].astype(np.float32)
        return {"observations": observation.reshape(-1), "action_mask": mask}


def main() -> None:
    """Train, and print the mean return of the games of each iteration."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--iterations", type=int, default=5)
    iterations = arguments.parse_args().iterations
    register_env("volo", lambda _: MaskInObservation(VoloEnv(edge=4, max_plies=200, dtype="float32")))
    config = (
        PPOConfig()
        .environment("volo")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=2000, minibatch_size=250, num_epochs=4, lr=1e-3)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256, 256]},
            )
        )
    )
    algorithm = config.build_algo()
    for iteration in range(iterations):
        results = algorithm.train()["env_runners"]
        games, mean = int(results["num_episodes"]), results["episode_return_mean"]
        print(f"iteration {iteration}: {games} games, mean return {mean:+.2f}", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
