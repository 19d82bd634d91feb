"""Ranges of game numbers: the shards of a run, and the part of them that one machine plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from volo.errors import VoloError
from volo.simulate.config import Configuration
from volo.whole import whole

__all__ = ["WHOLE", "Part", "Shard", "count_games", "count_shards", "is_shard_of", "shard_named", "shards_of"]

_MOST_PARTS = 10**9 - 1


@dataclass(frozen=True, slots=True)
class Shard:
    """The games that one file keeps.

    Attributes:
        first: the number of the first game.
        games: how many games.
    """

    first: int
    games: int

    @property
    def file(self) -> str:
        """The name of its file. Names sort as the games do.

        >>> Shard(first=20_000, games=10_000).file
        'games-000000020000.parquet'
        """
        return f"games-{self.first:012}.parquet"


@dataclass(frozen=True, slots=True)
class Part:
    """Every ``of``-th shard of a run, beginning at the shard ``index``, counted from 1.

    Raises:
        VoloError: there is no such part.
        TypeError: a number is none.

    >>> Part.parse("2/4")
    Part(index=2, of=4)
    """

    index: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        for name in ("index", "of"):
            object.__setattr__(self, name, whole(name, getattr(self, name), 1, _MOST_PARTS))
        if self.index > self.of:
            raise VoloError(f"there is no part {self}: the parts of N are 1/N to N/N")

    @classmethod
    def parse(cls, text: str) -> Part:
        """The part that is written ``I/N``.

        Raises:
            VoloError: the text is not two numbers with a stroke between, or there is no such part.
        """
        numbers = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
        if numbers is None:
            raise VoloError(f"a part is written I/N, such as 1/4, and not {text[:80]!r}")
        return cls(int(numbers[1]), int(numbers[2]))

    def __str__(self) -> str:
        return f"{self.index}/{self.of}"


WHOLE = Part()


def shards_of(configuration: Configuration, part: Part = WHOLE) -> Iterator[Shard]:
    """The shards of a part of a run, in order.

    >>> [shard.first for shard in shards_of(Configuration(games=55, shard_size=10), Part(2, 3))]
    [10, 40]
    """
    for number in _numbers(configuration, part):
        yield _shard(number, configuration)


def count_shards(configuration: Configuration, part: Part = WHOLE) -> int:
    """How many shards a part of a run has. This takes the same time for any number.

    >>> count_shards(Configuration(games=55, shard_size=10), Part(2, 3))
    2
    """
    return len(_numbers(configuration, part))


def count_games(configuration: Configuration, part: Part = WHOLE) -> int:
    """How many games a part of a run has. This takes the same time for any number.

    >>> count_games(Configuration(games=55, shard_size=10), Part(3, 3))
    15
    """
    numbers = _numbers(configuration, part)
    if not numbers:
        return 0
    # Only the last shard of the run may be smaller than the others.
    return (len(numbers) - 1) * configuration.shard_size + _shard(numbers[-1], configuration).games


def is_shard_of(shard: Shard, configuration: Configuration, part: Part) -> bool:
    """Whether the shard is one of :func:`shards_of`."""
    number, rest = divmod(shard.first, configuration.shard_size)
    return rest == 0 and number in _numbers(configuration, part) and shard == _shard(number, configuration)


def shard_named(file: str, configuration: Configuration, part: Part) -> Shard | None:
    """The shard of a part of a run whose file has this name; None if the part has none.

    >>> shard_named("games-000000000050.parquet", Configuration(games=55, shard_size=10), Part(3, 3))
    Shard(first=50, games=5)
    """
    digits = re.fullmatch(r"games-([0-9]{12})\.parquet", file)
    if digits is None:
        return None
    shard = _shard(int(digits[1]) // configuration.shard_size, configuration)
    return shard if shard.file == file and is_shard_of(shard, configuration, part) else None


def _numbers(configuration: Configuration, part: Part) -> range:
    """The numbers of the shards of a part, counted from 0 in the whole run."""
    return range(part.index - 1, configuration.shards, part.of)


def _shard(number: int, configuration: Configuration) -> Shard:
    first = number * configuration.shard_size
    return Shard(first, min(configuration.shard_size, configuration.games - first))
