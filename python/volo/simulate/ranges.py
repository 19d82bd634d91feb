"""Ranges of game numbers: the shards of a run, and the parts of a run for several machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from volo._support.checks import checked_integer
from volo.errors import VoloError
from volo.simulate.config import Configuration

__all__ = ["WHOLE", "Part", "Shard", "count_games", "count_shards", "is_shard_of", "shard_named", "shards_of"]

_MOST_PARTS = 10**9 - 1


@dataclass(frozen=True, slots=True)
class Shard:
    """The range of games in one file.

    Attributes:
        first: the number of the first game.
        games: the number of games.
    """

    first: int
    games: int

    @property
    def file(self) -> str:
        """The name of the file. Names sort in the order of the games.

        >>> Shard(first=20_000, games=10_000).file
        'games-000000020000.parquet'
        """
        return f"games-{self.first:012}.parquet"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a run: every ``of``-th shard, starting with the shard ``index``.

    Attributes:
        index: the number of the part, 1 to ``of``.
        of: the number of parts, 1 to 999,999,999.

    Raises:
        VoloError: a number is out of range.
        TypeError: a number is not an integer.

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
    """The shards of a part of a run, in order.

    >>> [shard.first for shard in shards_of(Configuration(games=55, shard_size=10), Part(2, 3))]
    [10, 40]
    """
    for index in _indices(configuration, part):
        yield _shard(index, configuration)


def count_shards(configuration: Configuration, part: Part = WHOLE) -> int:
    """The number of shards of a part of a run, in constant time.

    >>> count_shards(Configuration(games=55, shard_size=10), Part(2, 3))
    2
    """
    return len(_indices(configuration, part))


def count_games(configuration: Configuration, part: Part = WHOLE) -> int:
    """The number of games of a part of a run, in constant time.

    >>> count_games(Configuration(games=55, shard_size=10), Part(3, 3))
    15
    """
    indices = _indices(configuration, part)
    if not indices:
        return 0
    # Only the last shard of a run can have fewer games than the others.
    return (len(indices) - 1) * configuration.shard_size + _shard(indices[-1], configuration).games


def is_shard_of(shard: Shard, configuration: Configuration, part: Part) -> bool:
    """Whether :func:`shards_of` has this shard, in constant time."""
    index, rest = divmod(shard.first, configuration.shard_size)
    return rest == 0 and index in _indices(configuration, part) and shard == _shard(index, configuration)


def shard_named(file: str, configuration: Configuration, part: Part) -> Shard | None:
    """The shard of a part of a run that has this file name; None if there is no such shard.

    >>> shard_named("games-000000000050.parquet", Configuration(games=55, shard_size=10), Part(3, 3))
    Shard(first=50, games=5)
    """
    digits = re.fullmatch(r"games-([0-9]{12})\.parquet", file)
    if digits is None:
        return None
    shard = _shard(int(digits[1]) // configuration.shard_size, configuration)
    return shard if shard.file == file and is_shard_of(shard, configuration, part) else None


def _indices(configuration: Configuration, part: Part) -> range:
    """The indices of the shards of a part, counted from 0 in the whole run."""
    return range(part.index - 1, configuration.shards, part.of)


def _shard(index: int, configuration: Configuration) -> Shard:
    first = index * configuration.shard_size
    return Shard(first, min(configuration.shard_size, configuration.games - first))
