"""How players choose their moves."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from volo.errors import VoloError

__all__ = ["POLICIES", "Policies", "Policy", "pair"]

Policy: TypeAlias = Literal["uniform", "careful"]
"""The policy of a player; see :func:`volo.play_random` for their meanings."""

Policies: TypeAlias = Policy | tuple[Policy, Policy]
"""One policy for both players, or Orange's and Blue's."""

POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)


def pair(policy: Policies) -> tuple[Policy, Policy]:
    """Orange's policy and Blue's policy.

    Raises:
        VoloError: a policy is unknown, or the tuple does not have two elements.
        TypeError: the policy is neither a str nor a tuple.

    >>> pair("careful"), pair(("careful", "uniform"))
    (('careful', 'careful'), ('careful', 'uniform'))
    """
    if isinstance(policy, str):
        policy = policy, policy
    elif not isinstance(policy, tuple):
        raise TypeError(f"policy must be a str or a tuple of two, not {type(policy).__name__}")
    if len(policy) != 2:
        raise VoloError("a tuple of policies has two: Orange's and Blue's")
    for each in policy:
        if not isinstance(each, str):
            raise TypeError(f"policy must be a str or a tuple of two, not a tuple with {type(each).__name__}")
        if each not in POLICIES:
            raise VoloError(f"policy must be one of {', '.join(POLICIES)}, not {each[:80]!r}")
    return policy
