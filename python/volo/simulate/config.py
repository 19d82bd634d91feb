"""The configuration of a run: all values on which its games depend, and no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from volo._support.checks import checked_integer
from volo._volo import MAX_GAMES, MAX_PLIES, Position, Rules, _policies
from volo.errors import KeptGamesError, VoloError
from volo.player import GamePolicies

__all__ = ["Configuration"]

_NAMES: Final = ("games", "position", "seed", "orange", "blue", "max_plies", "shard_size")
"""The members of the JSON object of a configuration, in order."""


@dataclass(frozen=True, slots=True, init=False)
class Configuration:
    """The configuration of a run. Equal configurations give equal games, on any machine and with any number of threads.

    Games with an engine also depend on the version of volo, because a new version may have a stronger engine.

    Args:
        games: the number of games, 1 to 10**12; they are numbered from 0.
        position: the starting position of each game: a position or a rule set, or the text of either. For a rule set,
            it is the start by these rules. The default is the start by the ``standard`` rules.
        seed: 0 to 2**64 - 1.
        policy: how both players choose their moves, such as ``"uniform"``, ``"careful"`` or ``"engine:400"``, or a
            tuple of Orange's policy and Blue's; see :func:`volo.play_games`.
        max_plies: the number of plies after which a game is cut off [R19].
        shard_size: the number of games that are kept in one file; the last file may have fewer.

    Attributes:
        position: always a :class:`volo.Position`.
        policy: always a tuple of two. The policy of an engine always names its opening, and its temperature unless it
            is 0, as in ``"engine:400,opening=4"``.

    Raises:
        VoloError: a number is out of range, a policy is unknown, or the text is neither a rule set nor a position.
        TypeError: an argument has the wrong type.

    >>> Configuration(games=25, position="french-5", policy="careful", shard_size=10)
    Configuration(games=25, position=Position.from_fen('...'), seed=0, policy=('careful', 'careful'), ...)
    """

    games: int
    position: Position
    seed: int
    policy: tuple[str, str]
    max_plies: int
    shard_size: int

    def __init__(
        self,
        games: int,
        position: Position | Rules | str | None = None,
        seed: int = 0,
        policy: GamePolicies = "uniform",
        max_plies: int = 2000,
        shard_size: int = 10_000,
    ) -> None:
        for name, value in {
            "games": checked_integer("games", games, 1, MAX_GAMES),
            "position": Position(position),
            "seed": checked_integer("seed", seed, 0, 2**64 - 1),
            "policy": _policies(policy),
            "max_plies": checked_integer("max_plies", max_plies, 0, MAX_PLIES),
            "shard_size": checked_integer("shard_size", shard_size, 1, MAX_GAMES),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def shards(self) -> int:
        """The number of files in which the games are kept.

        >>> Configuration(games=25, shard_size=10).shards
        3
        """
        return -(-self.games // self.shard_size)

    def to_dict(self) -> dict[str, object]:
        """The configuration as a JSON object. The position is a FEN; each policy has the name of its player as its key.

        >>> list(Configuration(games=1).to_dict())
        ['games', 'position', 'seed', 'orange', 'blue', 'max_plies', 'shard_size']
        """
        orange, blue = self.policy
        values = {"position": self.position.fen(), "orange": orange, "blue": blue}
        return {name: values[name] if name in values else getattr(self, name) for name in _NAMES}

    @classmethod
    def from_dict(cls, values: object) -> Configuration:
        """The configuration from its JSON object; the inverse of :meth:`to_dict`.

        Raises:
            KeptGamesError: the value is not a configuration; the message says why.

        >>> Configuration.from_dict(Configuration(games=7, seed=3).to_dict())
        Configuration(games=7, position=Position.from_fen('...'), seed=3, ...)
        """
        if not isinstance(values, dict) or set(values) != set(_NAMES):
            raise KeptGamesError(f"a configuration must have the members {', '.join(_NAMES)}, not {values!r:.200}")
        chosen: dict[str, Any] = dict(values)
        policy = chosen.pop("orange"), chosen.pop("blue")
        try:
            return cls(**chosen | {"position": Position.from_fen(chosen["position"]), "policy": policy})
        except (VoloError, TypeError) as error:
            raise KeptGamesError(f"the configuration is invalid: {error}") from error

    def differences(self, other: Configuration) -> list[str]:
        """The values that differ between this and another configuration, each as ``name: this, not other``.

        >>> Configuration(games=7).differences(Configuration(games=7, seed=3))
        ['seed: 0, not 3']
        """
        here, there = self.to_dict(), other.to_dict()
        return [f"{name}: {here[name]}, not {there[name]}" for name in here if here[name] != there[name]]
