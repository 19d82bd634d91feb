"""Many games as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from volo._support.checks import checked_integer
from volo._volo import MAX_GAMES, Decision, Rules
from volo.color import Color, ColorLike, as_color
from volo.envs.common import check_mode, chosen_rules, limit
from volo.envs.games import Illegal, Opponent, begin, games_of
from volo.envs.views import (
    RENDER_MODES,
    SEEDS,
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
from volo.errors import VoloError

_AUTORESETS: Final[dict[AutoresetMode, Literal["next-step", "same-step"] | None]] = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: None,
}


@lru_cache(maxsize=8)
def _masks_of_ends(games: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The masks of games at their ends, where nothing is legal.

    One read-only mask serves all games: one of each takes megabytes.
    """
    return np.broadcast_to(np.zeros(shape, dtype), (games, *shape))


class VoloVectorEnv(Specified, VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many games, each against an opponent, played in one :class:`volo.Batch`.

    It gives the same numbers as ``gymnasium.vector.SyncVectorEnv`` with a :class:`volo.envs.gymnasium.VoloEnv` for each
    game, including the infos of all three autoreset modes. Other arguments than these are those of this class, and so
    are the errors.

    Args:
        num_envs: the number of games.
        player: the player that the learner is: a :class:`volo.Color`, its name or its number; or a list with a
            player for each game, or an array of integers, 0 for Orange and 1 for Blue.
        autoreset_mode: when a new game begins after the end of a game; see ``gymnasium.vector.AutoresetMode``. If it is
            disabled, ``reset(options={"reset_mask": ...})`` begins new games.
        seed: the seed of the first reset, if that gets no seed.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once. The results do not
            depend on it.
        copy: whether each call returns new arrays. Otherwise the next call overwrites the arrays, which is faster.

    Examples:
        >>> env = VoloVectorEnv(3, edge=4, masks="packed")
        >>> observations, infos = env.reset(seed=1)
        >>> observations, rewards, terminated, truncated, infos = env.step(env.action_space.sample())
        >>> observations.shape, rewards.tolist(), infos["action_mask"].shape
        ((3, 12, 7, 7), [0.0, 0.0, 0.0], (3, 151))
    """

    num_envs: int
    metadata: dict[str, Any]
    autoreset_mode: AutoresetMode
    single_action_space: spaces.Discrete[Any]
    action_space: LegalVectorActions
    single_observation_space: spaces.Box[Any]
    observation_space: spaces.Space[Any]

    def __init__(
        self,
        num_envs: int,
        edge: int | None = None,
        rules: Rules | str = "standard",
        *,
        opponent: Opponent | None = "uniform",
        player: ColorLike | Sequence[ColorLike] | NDArray[np.integer[Any]] | None = None,
        max_plies: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        threads: int | None = None,
        dtype: str | type[np.number] = "uint8",
        masks: Masks | None = "dense",
        illegal: Illegal = "raise",
        copy: bool = True,
        render_mode: RenderMode | None = None,
    ) -> None:
        given = chosen_rules(edge, rules)
        if isinstance(player, Sequence) and not isinstance(player, str):
            player = np.array([as_color(each) for each in player], np.intp)
        check_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.num_envs = checked_integer("num_envs", num_envs, 1, MAX_GAMES)
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            names = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise VoloError(f"unknown autoreset mode {autoreset_mode!r}; expected one of {names}") from None
        self.autoreset_mode = mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": mode}
        self._view = View(given.edge, dtype, masks, is_reused=not copy)
        self._batch = games_of(
            self.num_envs,
            given,
            opponent=opponent,
            player=player,
            illegal=illegal,
            observe=self._view.observe,
            threads=threads,
            max_plies=limit(max_plies),
            autoreset=_AUTORESETS[mode],
        )
        self._has_masks = masks is not None
        # The learner: one color for all games; a color for each game; or None if there is no opponent.
        self._player: Color | None = None
        self._players: NDArray[np.intp] | None = None
        if isinstance(player, np.ndarray):
            self._players = player.astype(np.intp)
        else:
            self._player = learner(opponent, player)
        self._games = np.arange(self.num_envs)
        self._size = self._batch.action_space.size
        self._given_seed = None if seed is None else checked_integer("seed", seed, 0, SEEDS - 1)
        self._seeded = False
        self.single_action_space = spaces.Discrete(self._size)
        self.action_space = LegalVectorActions(self._batch)
        self.single_observation_space = self._view.space
        self.observation_space = batch_space(self._view.space, self.num_envs)

    @property
    def decisions(self) -> list[Decision]:
        """The current :class:`volo.Decision` of each game."""
        return self._batch.decisions

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as bools of shape ``(num_envs, size)``."""
        return self._batch.legal_mask()

    def legal_actions(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """The legal actions of all games, concatenated, and where those of each game begin; see
        :meth:`volo.Batch.legal_actions`.
        """
        return self._batch.legal_actions()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[np.integer[Any]] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new games.

        Args:
            seed: the seed of the opponents' random numbers: an int, to which the index of each game is added (modulo
                2**64), or an int or None for each game. Without a seed, the sequence of numbers goes on.
            options: ``options["reset_mask"]`` is an array of bools that is true for the games that begin again; by
                default, all games do. ``options["position"]`` is the position at which they begin, as in
                :meth:`volo.envs.gymnasium.VoloEnv.reset`, or a list with a position for each of them.

        Raises:
            VoloError: the sky of a position has another edge, or its game is over; the number of positions, of seeds or
                of bools is wrong; or there are seeds and a reset mask.
            gymnasium.error.Error: the seed is a negative int.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
                raise TypeError("options['reset_mask'] must be an array of bools")
            if mask.shape != (self.num_envs,):
                raise VoloError(f"options['reset_mask'] must have the shape ({self.num_envs},), not {mask.shape}")
            if seed is not None:
                raise VoloError("a seed cannot be combined with options['reset_mask']")
        if isinstance(seed, np.ndarray) and seed.ndim == 0:
            seed = seed.item()
        if isinstance(seed, (Sequence, np.ndarray)) and len(seed) != self.num_envs:
            raise VoloError(f"expected a seed for each of the {self.num_envs} games, not {len(seed)}")
        turns = started(self._batch, options, self.num_envs if mask is None else int(mask.sum()))
        given: list[int | None] = []
        if isinstance(seed, (Sequence, np.ndarray)):
            given = [None if each is None else checked_integer("seed", each, 0, SEEDS - 1) for each in seed]
            seed = None
        if seed is None and not self._seeded:
            seed = self._given_seed
        super().reset(seed=seed)
        to_seed: list[Any] = [given] if given else []
        if seed is not None or not self._seeded:
            to_seed.insert(0, seeds(int(self.np_random_seed or 0), self.num_envs))
        begin(self._batch, mask, turns, to_seed)
        self._seeded = True
        infos = self._infos()
        if mask is not None and "action_mask" in infos:
            # As in SyncVectorEnv, other games have no info.
            infos["action_mask"][~mask] = 0
            infos["_action_mask"] = mask.copy()
        return self._observed(), infos

    def step(
        self, actions: NDArray[Any] | Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each game, and let the opponents play.

        Args:
            actions: an array of any integer type. The action of a game that begins again in this step is ignored.

        Raises:
            IllegalMoveError: an action breaks a rule, which the error names; ``index`` is the index of the first such
                game. No game has changed. The same holds for the actions of a function that is the opponent.
            VoloError: an action is out of range, or the number of actions is not the number of games.
        """
        given = np.asarray(actions)
        # The batch refuses other arrays. It takes some numbers that are not actions for no action.
        is_usable = given.dtype.kind in "iu" and given.shape == (self.num_envs,)
        if is_usable and (given.min() < 0 or given.max() >= self._size):
            given = self._ignored(given)
        movers = self._batch.turn if self._player is None and self._players is None else self._players
        both, terminated, truncated = self._batch.step(given)
        rewards = both[:, self._player] if movers is None else both[self._games, movers]
        is_same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        # They come before the masks, which displace everything else from the cache.
        final = self._final_infos(terminated | truncated) if is_same_step else {}
        return self._observed(), rewards.astype(np.float64), terminated, truncated, self._infos() | final

    def _ignored(self, actions: NDArray[Any]) -> NDArray[Any]:
        wrong = (actions < 0) | (actions >= self._size)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            over = self._batch.terminated | self._batch.truncated
            actions = np.where(over, 0, actions)
            wrong &= ~over
        for game in np.flatnonzero(wrong).tolist():
            raise out_of_range(game, int(actions[game]), self._size)
        return actions

    def _observed(self) -> NDArray[Any]:
        observations = self._view.observe(self._batch, self._player)
        if self._players is not None:
            # A player to move is the learner, except where the game is over.
            over = np.flatnonzero(self._batch.terminated | self._batch.truncated)
            observations[over] = self._ends(over)
        return observations

    def _ends(self, games: NDArray[np.intp]) -> NDArray[Any]:
        """The observations of some games at their ends, also if the last step reset them."""
        if self._players is None:
            return self._view.observe_ends(self._batch[games], self._player)
        ends = np.empty((len(games), *self._view.space.shape), self._view.space.dtype)
        for color in Color:
            chosen = self._players[games] == color
            ends[chosen] = self._view.observe_ends(self._batch[games[chosen]], color)
        return ends

    def _infos(self) -> dict[str, Any]:
        mask = self._view.mask(self._batch)
        return {} if mask is None else {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        games = np.flatnonzero(ended)
        if not games.size:
            return {}
        # NumPy fills it with None.
        final = np.empty(self.num_envs, dtype=object)
        final[games] = list(self._ends(games))
        info: dict[str, Any] = {}
        if self._has_masks:
            info["action_mask"] = _masks_of_ends(self.num_envs, *self._view.mask_space)
            info["_action_mask"] = ended.copy()
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """The board of each game as text or as pixels; None without a render mode."""
        return None if self.render_mode is None else tuple(shown(self.render_mode, turn) for turn in self.decisions)
