"""Action spaces of Gymnasium from which an environment draws legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from volo._volo import Batch

__all__ = ["LegalActions", "LegalVectorActions"]


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

    def __init__(self, batch: Batch) -> None:
        super().__init__(batch.action_space.size)
        self.batch: Batch | None = batch

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

    def __init__(self, batch: Batch) -> None:
        super().__init__(np.full(len(batch), batch.action_space.size))
        self.batch: Batch | None = batch

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
