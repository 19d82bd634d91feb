"""Check Volo as an environment of TorchRL, and collect random games with masks."""

from __future__ import annotations

from typing import Any

import torch
from torchrl.data import Binary
from torchrl.envs import GymWrapper, TransformedEnv, check_env_specs
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform, StepCounter

from volo.envs.gymnasium import VoloEnv


def environment(**arguments: Any) -> TransformedEnv:
    """An environment of TorchRL. Its ``action_mask`` decides from which actions a policy or ``rand_action`` chooses."""
    game = VoloEnv(**arguments)
    wrapped = GymWrapper(game, categorical_action_encoding=True)
    mask = Binary(game.decision.action_space.size, dtype=torch.int8)
    wrapped.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec={"action_mask": mask}))
    # Gymnasium prescribes masks of int8, and TorchRL needs bools.
    cast = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(wrapped, Compose(cast, ActionMask(), StepCounter()))


def main() -> None:
    """Check the environment, and count the games in a rollout."""
    env = environment(edge=4, max_plies=200)
    check_env_specs(env)
    env.set_seed(1)
    steps = env.rollout(1000, break_when_any_done=False)
    print(f"{int(steps['next', 'done'].sum())} games in {len(steps)} steps")
    print(f"observations {tuple(steps['observation'].shape)}, masks {tuple(steps['action_mask'].shape)}")


if __name__ == "__main__":
    main()
