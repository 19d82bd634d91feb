"""What the environments of Gymnasium share: their specification, starts and pictures, and checks of arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from operator import index
from typing import Any, Final, Literal, SupportsIndex, TypeAlias

import numpy as np
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from volo._support.integers import checked_integer
from volo._volo import MAX_PLIES, Batch, Decision, Rules
from volo.color import Color, ColorLike, as_color
from volo.envs.text import board
from volo.errors import VoloError
from volo.player import Policy

__all__ = [
    "RENDER_MODES",
    "SEEDS",
    "RenderMode",
    "Specified",
    "check_mode",
    "learner",
    "limit",
    "out_of_range",
    "seeds",
    "shown",
    "started",
]

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


def learner(opponent: Policy | None, player: ColorLike | None) -> Color | None:
    """The player whose rewards and views count; None if the caller plays both."""
    if opponent is None:
        return None
    return Color.ORANGE if player is None else as_color(player)


def limit(max_plies: int | None) -> int | None:
    """The number of turns after which a game is truncated.

    Raises:
        VoloError: it is out of range.
        TypeError: it is not an integer.
    """
    return None if max_plies is None else checked_integer("max_plies", max_plies, 1, MAX_PLIES)


def seeds(first: int, games: int) -> NDArray[np.uint64]:
    """The seed of each game. They begin again at 0 after the largest one."""
    return np.arange(games, dtype=np.uint64) + np.uint64(first % SEEDS)


def started(batch: Batch, options: Mapping[str, Any] | None, games: int) -> list[Decision] | None:
    """The turns at which games begin by ``options["position"]``; None if they begin by the rules.

    Raises:
        VoloError: the number of positions is wrong, or a game cannot begin there.
    """
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


def check_mode(render_mode: object) -> None:
    """Check the render mode of an environment.

    Raises:
        VoloError: it is unknown.
        ModuleNotFoundError: it needs pygame, which is not installed.
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise VoloError(f"unknown render mode {render_mode!r}; expected one of {', '.join(RENDER_MODES)}")
    if render_mode == "rgb_array":
        # If pygame is missing, the import fails here and not in the middle of a game.
        import volo.envs.picture  # noqa: F401


def shown(render_mode: str | None, turn: Decision) -> str | NDArray[np.uint8] | None:
    """A turn as the render mode says; None without one."""
    if render_mode == "rgb_array":
        from volo.envs.picture import pixels

        return pixels(turn)
    return None if render_mode is None else board(turn)
