"""Volo as a vector environment of Stable-Baselines3, which plays all games in one :class:`volo.Batch`.

>>> from sb3_contrib import MaskablePPO
>>> from volo.envs.stable_baselines3 import VoloVecEnv
>>> env = VoloVecEnv(8, edge=4, player=[0, 1] * 4)
>>> model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, seed=1).learn(128)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from volo._volo import Decision, Rules
from volo.color import ColorLike
from volo.envs.common import chosen_rules
from volo.envs.games import Illegal, Opponent
from volo.envs.vector import VoloVectorEnv
from volo.envs.views import RenderMode

if TYPE_CHECKING:
    from volo.envs.untyped import Untyped as _VecEnv
else:
    from stable_baselines3.common.vec_env import VecEnv as _VecEnv

__all__ = ["VoloVecEnv"]

_METHODS: Final = ("action_masks", "render")

_SHARED: Final = {
    "action_space": "single_action_space",
    "metadata": "metadata",
    "observation_space": "single_observation_space",
    "render_mode": "render_mode",
    "spec": "spec",
}
"""The attributes that all games share, and their names in the vector environment."""


class VoloVecEnv(_VecEnv):
    """Many games, each against an opponent.

    It gives the same numbers as a ``DummyVecEnv`` with a :class:`volo.envs.gymnasium.VoloEnv` for each game, in less
    time. ``env_method("action_masks")`` returns the masks that MaskablePPO of sb3-contrib needs. Other learners choose
    illegal actions too, and need ``illegal="lose"``. The arguments and the errors are those of
    :class:`volo.envs.gymnasium.VoloVectorEnv`.
    """

    def __init__(
        self,
        num_envs: int,
        edge: int | None = None,
        rules: Rules | str = "standard",
        *,
        opponent: Opponent | None = "uniform",
        player: ColorLike | Sequence[ColorLike] | NDArray[np.integer[Any]] | None = None,
        max_plies: int | None = None,
        dtype: str | type[np.number] = "uint8",
        illegal: Illegal = "raise",
        threads: int | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        self._start = Decision(chosen_rules(edge, rules))
        self._env = VoloVectorEnv(
            num_envs,
            edge,
            rules,
            opponent=opponent,
            player=player,
            max_plies=max_plies,
            autoreset_mode=AutoresetMode.SAME_STEP,
            threads=threads,
            dtype=dtype,
            masks=None,
            illegal=illegal,
            render_mode=render_mode,
        )
        self._actions: NDArray[Any] = np.empty(0, np.int64)
        super().__init__(self._env.num_envs, self._env.single_observation_space, self._env.single_action_space)
        self.metadata: dict[str, Any] = self._env.metadata

    @property
    def decisions(self) -> list[Decision]:
        """The current :class:`volo.Decision` of each game."""
        return self._env.decisions

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as bools of shape ``(num_envs, size)``."""
        return self._env.action_masks()

    def reset(self) -> NDArray[Any]:
        """Begin new games, with the seeds of ``seed(...)`` and the positions of ``set_options({"position": ...})``."""
        options: dict[str, Any] = {}
        if any(self._options):
            options["position"] = [each.get("position", self._start) for each in self._options]
        seeds = None if None in self._seeds else self._seeds
        observations, _ = self._env.reset(seed=seeds, options=options)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Set the actions of :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions, and let the opponents play. Games that end begin again.

        Returns:
            The observations, the rewards, whether each game ended, and infos. The info of a game that ended has its
            last observation, ``"terminal_observation"``, and ``"TimeLimit.truncated"``.

        Raises:
            IllegalMoveError: an action breaks a rule, which the error names. No game has changed.
        """
        observations, rewards, terminated, truncated, ends = self._env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(terminated | truncated):
            infos[game] = {
                "terminal_observation": ends["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game]),
            }
        return observations, rewards.astype(np.float32), terminated | truncated, infos

    def close(self) -> None:
        """Nothing needs to be closed."""

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The pixels of each game; None without the render mode ``"rgb_array"``."""
        return self.env_method("render") if self.render_mode == "rgb_array" else [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute or a method of :class:`volo.envs.gymnasium.VoloEnv` of some games: ``decision``, the spaces,
        ``metadata``, ``render_mode``, ``spec``, ``action_masks`` or ``render``.

        Raises:
            AttributeError: games have no other attributes.
        """
        games = self._get_indices(indices)
        if attr_name == "decision":
            decisions = self.decisions
            return [decisions[game] for game in games]
        if attr_name in _METHODS:
            return [partial(self._call, attr_name, game) for game in games]
        if attr_name not in _SHARED:
            raise AttributeError(f"games have no attribute {attr_name!r}")
        return [getattr(self._env, _SHARED[attr_name]) for _ in games]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Raise an AttributeError, because games have no attributes of their own."""
        raise AttributeError(
            f"cannot set {attr_name!r} of games {indices} to {value!r}: they have no attributes of their own"
        )

    def env_method(self, method_name: str, *, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Call ``action_masks`` or ``render`` of some games.

        Raises:
            AttributeError: games have no other methods.
        """
        if method_name not in _METHODS:
            raise AttributeError(f"unknown method {method_name!r}; expected one of {', '.join(_METHODS)}")
        results = getattr(self._env, method_name)()
        return [None if results is None else results[game] for game in self._get_indices(indices)]

    def _call(self, method: str, game: int) -> Any:
        return self.env_method(method, indices=game)[0]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:  # noqa: ARG002
        """False for each game."""
        return [False for _ in self._get_indices(indices)]
