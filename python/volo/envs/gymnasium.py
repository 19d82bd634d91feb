"""Volo as environments of Gymnasium. The import registers ``Volo-v0``.

An environment of Gymnasium has one agent, so the other player is an opponent that is part of the environment. It plays
its turns within :meth:`~gymnasium.Env.step`, and within :meth:`~gymnasium.Env.reset` if it moves first.

>>> import gymnasium
>>> import volo.envs.gymnasium
>>> env = gymnasium.make("Volo-v0", edge=4, opponent="careful")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> observation.shape, info["action_mask"].shape
((12, 7, 7), (1201,))

``gymnasium.make_vec("Volo-v0", num_envs=64)`` makes a :class:`VoloVectorEnv`, which plays many games at once.
"""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from volo._volo import Decision, Rules
from volo.color import ColorLike
from volo.envs.common import check_mode, chosen_rules, limit
from volo.envs.games import Illegal, Opponent, begin, games_of
from volo.envs.vector import VoloVectorEnv
from volo.envs.views import (
    RENDER_MODES,
    LegalActions,
    LegalVectorActions,
    Masks,
    RenderMode,
    Specified,
    View,
    learner,
    out_of_range,
    seeds,
    shown,
    started,
)

__all__ = ["Illegal", "LegalActions", "LegalVectorActions", "Masks", "Opponent", "VoloEnv", "VoloVectorEnv"]


class VoloEnv(Specified, gymnasium.Env[NDArray[Any], int | np.integer[Any]]):
    """A game against an opponent. ``gymnasium.make("Volo-v0")`` makes it.

    An action is a decision of :class:`volo.ActionSpace`. After a flight that divides the opponent, the next action
    chooses the region to keep [R15]. An observation has the planes of :meth:`volo.Decision.observe`, seen by the
    learner. ``info["action_mask"]`` shows the legal actions, and ``env.action_space.sample()`` draws one of them.
    The reward is 1 in the step in which the learner wins, -1 in the step in which it loses, and 0 otherwise.

    An environment can be pickled, and copied with ``copy.deepcopy``, in the middle of a game. If a step or a reset
    raises an error, nothing has changed.

    Args:
        edge: the number of spaces on an edge of the sky, 4 to 8. The default is the edge of the rule set, which is 7
            unless its text names another one.
        rules: a rule set or its text.
        opponent: ``"uniform"`` or ``"careful"``; :func:`volo.play_games` explains them. ``"engine:NODES"`` and
            ``"engine:level=LEVEL"`` are players of :func:`volo.play_games`, which forget everything before each move. A
            function is an :data:`Opponent`. With None, there is no opponent: the actions are those of both players in
            turn, each observation is that of the player to move, and the reward is that of the player who acted.
        player: the player that the learner is: a :class:`volo.Color`, ``"orange"`` or ``"blue"``, 0 or 1; by default
            Orange, who moves first.
        max_plies: the number of turns of both players after which a game is truncated [R19]. By default, games have no
            limit.
        dtype: the type of the observations: uint8, int16, int32, int64, float32 or float64.
        masks: ``"dense"`` for masks of type int8; ``"packed"`` for bits, as in :meth:`volo.Decision.mask`; None if the
            info has no mask. :meth:`action_masks` and the sampling of actions do not depend on it.
        illegal: what an illegal action does. With ``"raise"``, it raises an error. With ``"lose"``, who acted loses the
            game: the step terminates it, with the reward -1 for this player.
        render_mode: ``"ansi"`` if :meth:`render` returns the board as text, ``"rgb_array"`` if it returns an array of
            pixels, as ``gymnasium.wrappers.RecordVideo`` needs it. Pixels need the extra ``volo[png]``.

    Attributes:
        metadata: the render modes.
        action_space: the actions of :class:`volo.ActionSpace`.
        observation_space: the observations, with the bounds of each plane.

    Raises:
        InvalidRulesError: the rule set does not exist, or has another edge.
        VoloError: another argument is not one of the values above.
        ModuleNotFoundError: the render mode needs a package that is not installed.
        TypeError: an argument has the wrong type; or there are a player and no opponent.

    Examples:
        >>> env = VoloEnv(edge=5)
        >>> observation, info = env.reset(seed=1)
        >>> observation, reward, *_ = env.step(env.unwrapped.decision.action_space.of("d3")[0])
        >>> reward, int(info["action_mask"].sum()) == len(env.decision.legal_actions())
        (0.0, False)
    """

    # Gymnasium declares it so.
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012
    action_space: LegalActions
    observation_space: spaces.Box[Any]

    def __init__(
        self,
        edge: int | None = None,
        rules: Rules | str = "standard",
        *,
        opponent: Opponent | None = "uniform",
        player: ColorLike | None = None,
        max_plies: int | None = None,
        dtype: str | type[np.number] = "uint8",
        masks: Masks | None = "dense",
        illegal: Illegal = "raise",
        render_mode: RenderMode | None = None,
    ) -> None:
        given = chosen_rules(edge, rules)
        check_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self._view = View(given.edge, dtype, masks)
        self._batch = games_of(
            1,
            given,
            opponent=opponent,
            player=player,
            illegal=illegal,
            observe=self._view.observe,
            threads=1,
            max_plies=limit(max_plies),
        )
        self._player = learner(opponent, player)
        self.action_space = LegalActions(self._batch)
        self.observation_space = self._view.space
        self._size = self._batch.action_space.size
        self._seeded = False
        self._action = np.zeros(1, np.int64)
        self._out = np.zeros((1, 2), np.float32), np.zeros(1, np.bool_), np.zeros(1, np.bool_)

    @property
    def decision(self) -> Decision:
        """The current :class:`volo.Decision`."""
        return self._batch.decisions[0]

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as bools of shape ``(size,)``, for MaskablePPO of sb3-contrib."""
        mask: NDArray[np.bool_] = self._batch.legal_mask()[0]
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: the seed of the opponent's random numbers, modulo 2**64. Without a seed, the sequence of numbers goes
            on.
            options: ``options["position"]`` is the position at which this game begins: a :class:`volo.Position`, a
                :class:`volo.Decision` or a text. If the opponent is to move there and ends the game at once, nothing is
                legal. If it loses by an illegal action, the next step is the last one, whatever its action.

        Raises:
            VoloError: the sky of the position has another edge, or its game is over.
            gymnasium.error.Error: the seed is negative or not an int.
        """
        turns = started(self._batch, options, 1)
        super().reset(seed=seed)
        is_seeded = seed is None and self._seeded
        begin(self._batch, None, turns, [] if is_seeded else [seeds(self.np_random_seed, 1)])
        self._seeded = True
        return self._seen()

    def step(self, action: int | np.integer[Any]) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent play.

        Raises:
            IllegalMoveError: the action breaks a rule, which the error names; or that of a function that is the
                opponent does.
            VoloError: the action is out of range, or the opponent does not return one.
        """
        number = index(action)
        if not 0 <= number < self._size:
            raise out_of_range(0, number, self._size)
        self._action[0] = number
        player = self._batch.turn.item() if self._player is None else self._player
        rewards, terminated, truncated = self._batch.step(self._action, out=self._out)
        observation, info = self._seen()
        return observation, rewards.item(player), terminated.item(), truncated.item(), info

    def _seen(self) -> tuple[NDArray[Any], dict[str, Any]]:
        mask = self._view.mask(self._batch)
        return self._view.observe(self._batch, self._player)[0], {} if mask is None else {"action_mask": mask[0]}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text, or pixels of shape ``(height, width, 3)``; None without a render mode."""
        return shown(self.render_mode, self.decision)


if "Volo-v0" not in gymnasium.registry:
    gymnasium.register(
        "Volo-v0",
        entry_point="volo.envs.gymnasium:VoloEnv",
        vector_entry_point="volo.envs.gymnasium:VoloVectorEnv",
    )
