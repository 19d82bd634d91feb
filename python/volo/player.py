"""The types of the policies of players in simulated games. docs/explain/players.md describes them."""

from __future__ import annotations

from typing import Literal, TypeAlias

Policy: TypeAlias = Literal["uniform", "careful"]
"""The policy of a random player; see :func:`volo.play_games` for their meanings."""

GamePolicies: TypeAlias = str | tuple[str, str]
"""One policy for both players, or Orange's and Blue's, such as ``"uniform"`` and ``"engine:400"``; see
:func:`volo.play_games`."""
