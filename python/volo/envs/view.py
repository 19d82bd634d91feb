"""The observations and masks of an environment of Gymnasium, in new arrays or in arrays that are reused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from volo._volo import ActionSpace, Batch, Decision, Rules
from volo.color import Color
from volo.errors import VoloError

__all__ = ["Masks", "View"]

Masks: TypeAlias = Literal["dense", "packed"]
"""The format of a mask: a number, 0 or 1, or a bit for each action."""

_MASKS: Final[tuple[Masks | None, ...]] = ("dense", "packed", None)

# The largest number of each plane that can be larger than 1. A supply without a limit is 255.
_LARGEST: Final[Mapping[str, int]] = {"passes": 2, "own_hand": 255, "other_hand": 255, "passing": 3}


class View:
    """Writes the observations and masks of batches.

    Args:
        edge: the number of spaces on an edge of the sky.
        dtype: the type of the observations.
        masks: how to write masks; None to write none.
        is_reused: whether the arrays of a call are overwritten by the next one.

    Attributes:
        space: the space of the observations of one game.
        mask_space: the shape and the type of the mask of one game.

    Raises:
        VoloError: the type or the kind of masks is unknown.

    Examples:
        >>> import volo
        >>> view = View(4, "float32", "packed")
        >>> batch = volo.Batch(2, "standard-4")
        >>> view.observe(batch, None).shape, view.mask(batch).shape
        ((2, 12, 7, 7), (2, 151))
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
        high = np.array([_LARGEST.get(name, 1) for name in Decision.PLANES], blank.dtype)
        high = np.broadcast_to(high[:, None, None], blank.shape)
        self.space = spaces.Box(np.zeros_like(blank), high, dtype=blank.dtype.type)
        size = ActionSpace(edge).size
        self.mask_space = (size,), np.dtype(np.int8)
        if masks == "packed":
            self.mask_space = ((size + 7) // 8,), np.dtype(np.uint8)
        self._arrays: dict[str, NDArray[Any]] = {}

    def observe(self, batch: Batch, player: Color | None) -> NDArray[Any]:
        """The observations of all games, seen by a player; by default by the player to move."""
        out = self._array("observations", len(batch), self.space.shape, self.space.dtype)
        return batch.observe(out, size=self._side, player=player, dtype=self.space.dtype, chosen=True)

    def observe_ends(self, batch: Batch, player: Color | None) -> NDArray[Any]:
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

    def mask(self, batch: Batch) -> NDArray[Any] | None:
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
