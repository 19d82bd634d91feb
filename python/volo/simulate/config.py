"""What a run plays: everything that its games depend on, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias, get_args

from volo._volo import Position
from volo.errors import KeptGamesError, VoloError
from volo.whole import whole

__all__ = ["MOST_GAMES", "POLICIES", "Configuration", "Policy"]

Policy: TypeAlias = Literal["uniform", "careful"]
POLICIES: tuple[Policy, ...] = get_args(Policy)

MOST_GAMES = 10**12
_MOST_PLIES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a run plays. Equal configurations make equal games, on any machine and any number of threads.

    Attributes:
        games: how many, 1 to 10**12; they are numbered from 0.
        position: where each game begins; the start under standard rules unless given.
        seed: 0 to 2**64 - 1.
        orange: Orange's policy, ``"uniform"`` or ``"careful"``.
        blue: Blue's policy.
        max_plies: a game is cut off after so many plies [R19].
        shard_size: how many games are kept in one file; the last file may have fewer.

    Raises:
        VoloError: a number is out of range, or there is no such policy.
        TypeError: a field is not an integer, or ``position`` is not a :class:`volo.Position`.

    >>> Configuration(games=25, shard_size=10).shards
    3
    """

    games: int
    position: Position = field(default_factory=Position)
    seed: int = 0
    orange: Policy = "uniform"
    blue: Policy = "uniform"
    max_plies: int = 2000
    shard_size: int = 10_000

    def __post_init__(self) -> None:
        if not isinstance(self.position, Position):
            raise TypeError(f"position must be a volo.Position, not {type(self.position).__name__}")
        for name, least, most in (
            ("games", 1, MOST_GAMES),
            ("seed", 0, 2**64 - 1),
            ("max_plies", 0, _MOST_PLIES),
            ("shard_size", 1, MOST_GAMES),
        ):
            object.__setattr__(self, name, whole(name, getattr(self, name), least, most))
        for color in ("orange", "blue"):
            if (policy := getattr(self, color)) not in POLICIES:
                raise VoloError(f"{color} must be one of {', '.join(POLICIES)}, not {policy!r}")

    @property
    def shards(self) -> int:
        """How many files the games are kept in."""
        return -(-self.games // self.shard_size)

    def to_dict(self) -> dict[str, object]:
        """The configuration as JSON has it, the position as its fen."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return values | {"position": self.position.fen()}

    @classmethod
    def from_dict(cls, values: object) -> Configuration:
        """The configuration that :meth:`to_dict` wrote.

        Raises:
            KeptGamesError: it is none; the message says why.

        >>> Configuration.from_dict(Configuration(games=7, seed=3).to_dict())
        Configuration(games=7, position=Position.from_fen('...'), seed=3, ...)
        """
        names = [each.name for each in fields(cls)]
        if not isinstance(values, dict) or sorted(values) != sorted(names):
            raise KeptGamesError(f"a configuration has {', '.join(names)}, and is not {json.dumps(values)[:200]}")
        chosen: dict[str, Any] = dict(values)
        try:
            return cls(**chosen | {"position": Position.from_fen(chosen["position"])})
        except (VoloError, TypeError) as error:
            raise KeptGamesError(f"a configuration that no run has: {error}") from error

    def differences(self, other: Configuration) -> list[str]:
        """What the other configuration has different, each as ``name: here, there``.

        >>> Configuration(games=7).differences(Configuration(games=7, seed=3))
        ['seed: 0, not 3']
        """
        here, there = self.to_dict(), other.to_dict()
        return [f"{name}: {here[name]}, not {there[name]}" for name in here if here[name] != there[name]]
