"""Ranges of game numbers: the shards of a run, and the part of them that one machine plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from volo.errors import VoloError
from volo.simulate.config import Configuration
from volo.whole import whole

__all__ = ["WHOLE", "Part", "Shard", "is_shard_of", "shards_of"]

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
    for number in range(part.index - 1, configuration.shards, part.of):
        first = number * configuration.shard_size
        yield Shard(first, min(configuration.shard_size, configuration.games - first))


def is_shard_of(shard: Shard, configuration: Configuration, part: Part) -> bool:
    """Whether the shard is one of :func:`shards_of`."""
    number, beside = divmod(shard.first, configuration.shard_size)
    games = min(configuration.shard_size, configuration.games - shard.first)
    return beside == 0 and number % part.of == part.index - 1 and shard.games == games > 0
