"""Kinds of values that a board and its script share."""

from __future__ import annotations

from typing import Any

import traitlets

from volo.color import as_color
from volo.errors import VoloError
from volo.render.svg.sky import turns_of

__all__ = ["Orientation", "Player"]


class Orientation(traitlets.TraitType[int, Any]):
    """How the sky is turned, in degrees counterclockwise. A player is accepted too."""

    def validate(self, _owner: Any, value: Any) -> int:
        """Return the degrees.

        Raises:
            traitlets.TraitError: it is neither a player nor one of 0, 60, 120, 180, 240, 300.
        """
        try:
            return 60 * turns_of(value)
        except (TypeError, VoloError) as error:
            raise traitlets.TraitError(str(error)) from error


class Player(traitlets.TraitType["str | None", Any]):
    """The name of a player, or None. A :class:`volo.Color` or its number is accepted too."""

    def validate(self, _owner: Any, value: Any) -> str | None:
        """Return the name.

        Raises:
            traitlets.TraitError: it is not a player.
        """
        try:
            return None if value is None else str(as_color(value))
        except (TypeError, VoloError) as error:
            raise traitlets.TraitError(f"regions: {error}") from error
