"""The types of policies: how players choose their moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["GamePolicies", "Policies", "Policy"]

Policy: TypeAlias = Literal["uniform", "careful"]
"""The policy of a random player; see :func:`volo.play_random` for their meanings."""

Policies: TypeAlias = Policy | tuple[Policy, Policy]
"""One policy for both players, or Orange's and Blue's."""

GamePolicies: TypeAlias = str | tuple[str, str]
"""Like :data:`Policies`, but a policy may also be that of an engine, such as ``"engine:400"``; see
:func:`volo.play_games`."""
