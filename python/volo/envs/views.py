"""What the environments of Gymnasium share: specifications, starts, action spaces, observations and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from volo._volo import _LARGEST, ActionSpace, Batch, Decision, Rules
from volo.color import Color, ColorLike, as_color
from volo.envs.common import board
from volo.envs.games import Games
from volo.errors import VoloError

RenderMode: TypeAlias = Literal["ansi", "rgb_array"]
"""How an environment of Gymnasium shows its games: as texts or as arrays of pixels."""

RENDER_MODES: Final[tuple[RenderMode, ...]] = ("ansi", "rgb_array")

SEEDS: Final = 2**64
"""The number of seeds of a game."""


class Specified:
    """An environment whose specification can be written as JSON, whatever its arguments were."""

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """The specification that the environment was made from; None if it was made without one.

        Colors, rule sets, modes and types of numbers are in it by name, and arrays as lists.
        """
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec = replace(spec, kwargs={name: _plain(value) for name, value in spec.kwargs.items()})
        self._spec = spec

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space.batch = self._batch  # type: ignore[attr-defined]


def _plain(argument: object) -> object:
    """An argument in a form that JSON has and that means the same."""
    if isinstance(argument, Enum):
        return argument.value
    if isinstance(argument, Rules):
        return str(argument)
    if isinstance(argument, type):
        return np.dtype(argument).name
    if isinstance(argument, np.ndarray):
        return argument.tolist()
    if isinstance(argument, (list, tuple)):
        return [_plain(each) for each in argument]
    if isinstance(argument, SupportsIndex) and not isinstance(argument, bool):
        return index(argument)
    return argument


def learner(opponent: object, player: ColorLike | None) -> Color | None:
    """The player whose rewards and views count; None if the caller plays both."""
    if opponent is None:
        return None
    return Color.ORANGE if player is None else as_color(player)


def seeds(first: int, games: int) -> NDArray[np.uint64]:
    """The seed of each game. They begin again at 0 after the largest one."""
    return np.arange(games, dtype=np.uint64) + np.uint64(first % SEEDS)


def started(batch: Batch | Games, options: Mapping[str, Any] | None, games: int) -> list[Decision] | None:
    """The turns at which games begin by ``options["position"]``; None if they begin by the rules."""
    given = (options or {}).get("position")
    if given is None:
        return None
    positions = given if isinstance(given, Sequence) and not isinstance(given, str) else [given] * games
    if len(positions) != games:
        raise VoloError(f"expected a position for each of the {games} games, not {len(positions)}")
    turns = [each if isinstance(each, Decision) else Decision(each) for each in positions]
    for turn in turns:
        if turn.action_space != batch.action_space:
            raise VoloError(
                f"the position has a sky of edge {turn.action_space.edge}, but the environment has one of edge "
                f"{batch.action_space.edge}"
            )
        if turn.outcome() is not None:
            raise VoloError(f"the game is over in the position '{turn.position.fen()}'")
    return turns


def out_of_range(game: int, action: int, size: int) -> VoloError:
    """The error about an action that the space does not have."""
    return VoloError(f"game {game}: action {action} is out of range: the action space has {size} actions")


def shown(render_mode: str | None, turn: Decision) -> str | NDArray[np.uint8] | None:
    """A turn as the render mode says; None without one."""
    if render_mode == "rgb_array":
        from volo.envs.picture import pixels

        return pixels(turn)
    return None if render_mode is None else board(turn)


if TYPE_CHECKING:
    _Discrete: TypeAlias = spaces.Discrete[np.int64]
    _MultiDiscrete: TypeAlias = spaces.MultiDiscrete[np.int64]
else:
    # Older versions of Gymnasium do not know the type of the numbers.
    _Discrete, _MultiDiscrete = spaces.Discrete, spaces.MultiDiscrete


class LegalActions(_Discrete):
    """The actions of :class:`volo.ActionSpace`. Without a mask, :meth:`sample` draws one of the actions that are legal
    in the environment. A copy of the space alone is not part of an environment, and draws any action.

    Args:
        batch: the batch with the game of the environment.
    """

    def __init__(self, batch: Batch | Games) -> None:
        super().__init__(batch.action_space.size)
        self.batch: Batch | Games | None = batch

    def sample(self, mask: NDArray[Any] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A random action; a legal one if neither argument is given and the game is not over."""
        if mask is None and probability is None and self.batch is not None:
            actions, _ = self.batch.legal_actions()
            if len(actions):
                return np.int64(actions[self.np_random.integers(len(actions))])
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "batch": None}


class LegalVectorActions(_MultiDiscrete):
    """An action for each game of a batch; see :class:`LegalActions`.

    Args:
        batch: the batch of the environment.
    """

    def __init__(self, batch: Batch | Games) -> None:
        super().__init__(np.full(len(batch), batch.action_space.size))
        self.batch: Batch | Games | None = batch

    def sample(
        self, mask: tuple[NDArray[Any], ...] | None = None, probability: tuple[NDArray[Any], ...] | None = None
    ) -> NDArray[np.int64]:
        """Random actions; legal ones if neither argument is given, except in games that are over."""
        if mask is not None or probability is not None or self.batch is None:
            return super().sample(mask, probability)
        actions, offsets = self.batch.legal_actions()
        counts = np.diff(offsets)
        (live,) = np.nonzero(counts)
        sampled = np.zeros(len(counts), np.int64)
        sampled[live] = actions[offsets[live] + self.np_random.integers(counts[live])]
        return sampled

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "batch": None}


Masks: TypeAlias = Literal["dense", "packed"]
"""The format of a mask: a number, 0 or 1, or a bit for each action."""

_MASKS: Final[tuple[Masks | None, ...]] = ("dense", "packed", None)


class View:
    """Writes the observations and masks of batches. With ``is_reused``, the next call overwrites the arrays of a call.

    Attributes:
        space: the space of the observations of one game.
        mask_space: the shape and the type of the mask of one game.
    """

    space: spaces.Box[Any]
    mask_space: tuple[tuple[int, ...], np.dtype[Any]]

    def __init__(
        self, edge: int, dtype: str | type[np.number], masks: Masks | None, *, is_reused: bool = False
    ) -> None:
        if masks not in _MASKS:
            raise VoloError(f"masks must be 'dense', 'packed' or None, not {masks!r}")
        self._masks = masks
        self._is_reused = is_reused
        numbers: np.dtype[Any] = np.dtype(dtype)
        # This refuses types that an observation cannot have.
        blank = Decision(Rules(edge=edge)).observe(dtype=numbers)
        self._side: Any = blank.shape[1]
        high = np.array([_LARGEST[name] for name in Decision.PLANES], blank.dtype)
        high = np.broadcast_to(high[:, None, None], blank.shape)
        self.space = spaces.Box(np.zeros_like(blank), high, dtype=blank.dtype.type)
        size = ActionSpace(edge).size
        self.mask_space = (size,), np.dtype(np.int8)
        if masks == "packed":
            self.mask_space = ((size + 7) // 8,), np.dtype(np.uint8)
        self._arrays: dict[str, NDArray[Any]] = {}

    def observe(self, batch: Batch | Games, player: Color | None = None) -> NDArray[Any]:
        """The observations of all games, seen by a player; by default by the player to move."""
        out = self._array("observations", len(batch), self.space.shape, self.space.dtype)
        return batch.observe(out, size=self._side, player=player, dtype=self.space.dtype, chosen=True)

    def observe_ends(self, batch: Batch | Games, player: Color | None) -> NDArray[Any]:
        """Like :meth:`observe`, in a new array. A game that the last step reset is shown at its end."""
        return batch.observe(size=self._side, player=player, dtype=self.space.dtype, chosen=True, before_reset=True)

    def _array(self, name: str, games: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """An array to write to. Batches of different lengths share no array."""
        array = self._arrays.get(name)
        if array is None or len(array) != games:
            array = np.empty((games, *shape), dtype)
            if self._is_reused:
                self._arrays[name] = array
        return array

    def mask(self, batch: Batch | Games) -> NDArray[Any] | None:
        """The masks of all games; None if there are no masks."""
        if self._masks is None:
            return None
        shape, dtype = self.mask_space
        out = self._array("masks", len(batch), shape, dtype)
        if self._masks == "packed":
            return batch.legal_mask(out, packed=True)
        # Gymnasium prescribes int8. The bytes are the same.
        batch.legal_mask(out.view(np.bool_))
        return out
