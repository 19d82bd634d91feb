"""The answers of a function that chooses actions in many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from volo.errors import VoloError


def checked_actions(answers: Any, masks: NDArray[np.bool_], who: str, games: NDArray[Any]) -> NDArray[np.integer[Any]]:
    """An action for each game. Of scores for all actions, it is the best legal one.

    Raises:
        VoloError: the answers are something else, or an action does not exist.
    """
    actions = np.asarray(answers)
    if actions.dtype.kind == "f" and actions.shape == masks.shape:
        actions = np.where(masks, actions, -np.inf).argmax(axis=1)
    if actions.dtype.kind not in "iu" or actions.shape != (len(games),):
        expected = f"{who} must return an integer for each of {len(games)} games, or a float for each of all actions"
        raise VoloError(f"{expected}, not an array of {actions.dtype} with the shape {actions.shape}")
    most = masks.shape[1] - 1
    for game in np.flatnonzero((actions < 0) | (actions > most)):
        raise VoloError(f"game {games[game]}: the action of {who} must be 0 to {most}, not {actions[game]}")
    return actions
