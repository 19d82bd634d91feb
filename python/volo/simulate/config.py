"""The configuration of a run, its shards, and its parts for several machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any, Final, TypedDict

from volo._support.checks import checked_integer
from volo._volo import MAX_GAMES, MAX_PLIES, Position, _policies
from volo.errors import KeptGamesError, VoloError
from volo.game import PositionLike
from volo.player import GamePolicies
from volo.simulate.versions import check_members, newer

_NAMES: Final = ("games", "position", "seed", "orange", "blue", "max_plies", "shard_size")
"""The members of the JSON object of a configuration, in order. A missing member has the default of the constructor."""

_MOST_PARTS = 10**9 - 1

# A thread plays so many random games in a second, or fewer.
_GAMES_IN_A_SECOND = {4: 100_000, 5: 50_000, 6: 20_000, 7: 10_000, 8: 10_000}


class Terms(TypedDict, total=False):
    """The arguments of :class:`Configuration` that decide how a game is played."""

    position: PositionLike | None
    seed: int
    policy: GamePolicies
    max_plies: int


@dataclass(frozen=True, slots=True, init=False)
class Configuration:
    """The configuration of a run. Equal configurations give equal games, on any machine and with any number of threads.

    Runs that differ only in the number of games are the same run, of which one has more games. Games with an engine
    also depend on the version of volo, because a new version may have a stronger engine.

    Args:
        games: the number of games, 1 to 10**12; they are numbered from 0.
        position: the starting position of each game; by default the start by the ``standard`` rules.
        seed: 0 to 2**64 - 1.
        policy: how both players choose their moves, such as ``"uniform"``, ``"careful"`` or ``"engine:400"``, or a
            tuple of Orange's policy and Blue's; see :func:`volo.play_games`.
        max_plies: the number of plies after which a game is cut off [R19].
        shard_size: the number of games that are kept in one file; the last file may have fewer. By default, a file of
            random games takes a thread about a second or more, and up to 10**10 games take at most 10,000 files. Only
            the edge and the number of games decide, so all parts of a run have the same.

    Attributes:
        position: always a :class:`volo.Position`.
        policy: always a tuple of two. The policy of an engine always names its opening, and its temperature unless it
            is 0, as in ``"engine:400,opening=4"``.

    Raises:
        VoloError: a number is out of range, a policy is unknown, or the text is neither a rule set nor a position.

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
        position: PositionLike | None = None,
        seed: int = 0,
        policy: GamePolicies = "uniform",
        max_plies: int = 2000,
        shard_size: int | None = None,
    ) -> None:
        games = checked_integer("games", games, 1, MAX_GAMES)
        start = Position(position)
        if shard_size is None:
            shard_size = fitting_size(games, _GAMES_IN_A_SECOND[start.rules.edge])
        for name, value in {
            "games": games,
            "position": start,
            "seed": checked_integer("seed", seed, 0, 2**64 - 1),
            "policy": _policies(policy),
            "max_plies": checked_integer("max_plies", max_plies, 0, MAX_PLIES),
            "shard_size": checked_integer("shard_size", shard_size, 1, MAX_GAMES),
        }.items():
            object.__setattr__(self, name, value)

    @property
    def terms(self) -> Terms:
        """What decides how a game is played, as arguments of :func:`volo.play_games`.

        >>> Configuration(games=25, position="standard-4", seed=7).terms
        {'position': Position.from_fen('...'), 'seed': 7, 'policy': ('uniform', 'uniform'), 'max_plies': 2000}
        """
        return {"position": self.position, "seed": self.seed, "policy": self.policy, "max_plies": self.max_plies}

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
    def from_dict(cls, values: object, writer: object = None) -> Configuration:
        """The configuration from its JSON object; the inverse of :meth:`to_dict`.

        A missing member has the default of the constructor. The number of games must be there.

        Args:
            values: the object.
            writer: the version of volo that wrote it, for an error about a member that this version does not know.

        Raises:
            KeptGamesError: the value is not a configuration; the message says why.

        >>> Configuration.from_dict(Configuration(games=7, seed=3).to_dict())
        Configuration(games=7, position=Position.from_fen('...'), seed=3, ...)
        """
        if not isinstance(values, dict) or "games" not in values:
            raise KeptGamesError(f"a configuration must have the members {', '.join(_NAMES)}, not {values!r:.200}")
        check_members(values, _NAMES, "the configuration", "member", writer)
        chosen: dict[str, Any] = dict(values)
        policy = tuple(chosen.pop(color, "uniform") for color in ("orange", "blue"))
        try:
            if "position" in chosen:
                chosen["position"] = Position.from_fen(chosen["position"])
            return cls(**chosen, policy=policy)
        except (VoloError, TypeError) as error:
            problem = f"the configuration is invalid: {error}"
            # A newer version may have a policy or a rule set that this one does not know.
            raise (KeptGamesError(problem) if writer is None else newer(problem, writer)) from error

    def differences(self, other: Configuration) -> list[str]:
        """The values that make this and another configuration different runs, each as ``name: this, not other``.

        The number of games does not: a game depends on its number, and not on how many games follow.

        >>> Configuration(games=7).differences(Configuration(games=8, seed=3))
        ['seed: 0, not 3']
        """
        here, there = (each.to_dict() | {"games": None} for each in (self, other))
        return [f"{name}: {here[name]}, not {there[name]}" for name in here if here[name] != there[name]]


def fitting_size(games: int, least: int) -> int:
    """At least so many games that a run has 10,000 shards, but no more than 1,000,000; a round number."""
    size, round_size = min(max(least, -(-games // 10_000)), 1_000_000), 1
    while round_size < size:
        round_size = round_size * 5 // 2 if str(round_size)[0] == "2" else round_size * 2
    return round_size


@dataclass(frozen=True, slots=True)
class Shard:
    """The range of games in one file."""

    first: int
    games: int

    @property
    def file(self) -> str:
        """The name of the file. Names sort in the order of the games."""
        return f"games-{self.first:012}.parquet"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a run: every ``of``-th shard, starting with the shard ``index``.

    Attributes:
        index: the number of the part, 1 to ``of``.
        of: the number of parts, 1 to 999,999,999.

    >>> Part.parse("2/4")
    Part(index=2, of=4)
    """

    index: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        for name in ("index", "of"):
            object.__setattr__(self, name, checked_integer(name, getattr(self, name), 1, _MOST_PARTS))
        if self.index > self.of:
            raise VoloError(f"there is no part {self}: the index must be 1 to {self.of}")

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read a part that is written ``I/N``: ``index``, a slash, and ``of``.

        Raises:
            VoloError: the text does not have this form, or a number is out of range.
        """
        numbers = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
        if numbers is None:
            raise VoloError(f"a part must be written I/N, such as 1/4, not {text[:80]!r}")
        return cls(int(numbers[1]), int(numbers[2]))

    def meets(self, other: Part) -> bool:
        """Whether a long run has shards that belong to both parts.

        >>> Part(1, 2).meets(Part(2, 2)), Part(1, 2).meets(Part(3, 4))
        (False, True)
        """
        return (self.index - other.index) % gcd(self.of, other.of) == 0

    def __str__(self) -> str:
        return f"{self.index}/{self.of}"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


WHOLE = Part()


def shards_of(configuration: Configuration, part: Part = WHOLE) -> Iterator[Shard]:
    """The shards of a part of a run, in order."""
    for index in _indices(configuration, part):
        yield _shard(index, configuration)


def count_shards(configuration: Configuration, part: Part = WHOLE) -> int:
    """The number of shards of a part of a run, in constant time."""
    return len(_indices(configuration, part))


def count_games(configuration: Configuration, part: Part = WHOLE) -> int:
    """The number of games of a part of a run, in constant time."""
    indices = _indices(configuration, part)
    if not indices:
        return 0
    # Only the last shard of a run can have fewer games than the others.
    return (len(indices) - 1) * configuration.shard_size + _shard(indices[-1], configuration).games


def shard_at(first: int, configuration: Configuration, part: Part) -> Shard | None:
    """The shard of a part of a run that begins with this game, in constant time; None if there is no such shard."""
    index, rest = divmod(first, configuration.shard_size)
    return _shard(index, configuration) if rest == 0 and index in _indices(configuration, part) else None


def shard_named(file: str, configuration: Configuration, part: Part) -> Shard | None:
    """The shard of a part of a run that has this file name; None if there is no such shard."""
    digits = re.fullmatch(r"games-([0-9]{12})\.parquet", file)
    return None if digits is None else shard_at(int(digits[1]), configuration, part)


def _indices(configuration: Configuration, part: Part) -> range:
    return range(part.index - 1, configuration.shards, part.of)


def _shard(index: int, configuration: Configuration) -> Shard:
    first = index * configuration.shard_size
    return Shard(first, min(configuration.shard_size, configuration.games - first))
