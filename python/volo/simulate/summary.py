"""What many games have in common, in memory that does not grow with their number."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, fields
from itertools import accumulate
from math import ceil, nan

import numpy as np
from numpy.typing import NDArray

from volo.playouts import Playouts

__all__ = ["Summary"]

_ORANGE, _BLUE, _DRAW, _TRUNCATED = 0, 1, -1, -2


@dataclass(frozen=True, slots=True)
class Summary:
    """Sums over games. Summaries of different games add up with ``+``, in any order.

    Attributes:
        games: how many games.
        orange: games that Orange won.
        blue: games that Blue won.
        draws: games that ended in a draw.
        truncated: games that were cut off, which are neither won nor drawn [R19].
        handed_over: games won by the player who had not moved last [R18].
        lengths: how many games had each number of plies, cut-off games with the plies that they came to.
        legal_moves: the numbers of legal moves before each ply, added up.
        adds: plies that were adds.
        flights: plies that were flights.
        passes: plies that were passes.
        clearings: flights that made the opponent lose birds [R15].
    """

    games: int = 0
    orange: int = 0
    blue: int = 0
    draws: int = 0
    truncated: int = 0
    handed_over: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    legal_moves: int = 0
    adds: int = 0
    flights: int = 0
    passes: int = 0
    clearings: int = 0

    @classmethod
    def of(cls, playouts: Playouts) -> Summary:
        """The summary of these games.

        Raises:
            ValueError: the games were played without ``count_moves=True``.

        >>> import volo
        >>> Summary.of(volo.play_random(10, count_moves=True)).games
        10
        """
        if playouts.legal_moves is None:
            raise ValueError("a summary needs games played with count_moves=True")
        lengths, counts = np.unique(playouts.plies, return_counts=True)
        winner = playouts.winner
        return cls(
            games=len(playouts),
            orange=_count(winner == _ORANGE),
            blue=_count(winner == _BLUE),
            draws=_count(winner == _DRAW),
            truncated=_count(winner == _TRUNCATED),
            handed_over=_count(playouts.handed_over),
            lengths=Counter(dict(zip(lengths.tolist(), counts.tolist(), strict=True))),
            legal_moves=int(playouts.legal_moves.sum()),
            adds=int(playouts.adds.sum(dtype=np.int64)),
            flights=int(playouts.flights.sum(dtype=np.int64)),
            passes=int(playouts.passes.sum(dtype=np.int64)),
            clearings=int(playouts.clearings.sum(dtype=np.int64)),
        )

    def to_json(self) -> str:
        """The summary as a JSON object; equal summaries give equal texts.

        >>> Summary.from_json(Summary(games=2, lengths=Counter([7, 9])).to_json())
        Summary(games=2, ..., lengths=Counter({7: 1, 9: 1}), ...)
        """
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return json.dumps(values | {"lengths": {str(length): self.lengths[length] for length in sorted(self.lengths)}})

    @classmethod
    def from_json(cls, text: str) -> Summary:
        """The summary that :meth:`to_json` wrote.

        Raises:
            ValueError: the text is no such summary.
        """
        values = json.loads(text)
        if not isinstance(values, dict) or values.keys() != {each.name for each in fields(cls)}:
            raise ValueError("not a summary of games")
        lengths = Counter({int(length): games for length, games in values["lengths"].items()})
        return cls(**values | {"lengths": lengths})

    def __add__(self, other: Summary) -> Summary:
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def plies(self) -> int:
        """Plies in all games together."""
        return sum(length * games for length, games in self.lengths.items())

    @property
    def mean_legal_moves(self) -> float:
        """Legal moves before a ply, on average; not a number where no ply was played."""
        return self.legal_moves / self.plies if self.plies else nan

    def length(self, quantile: float) -> int:
        """The shortest length that at least this share of the games does not exceed.

        Args:
            quantile: 0 for the shortest game, 0.5 for the median, 1 for the longest.

        Raises:
            ValueError: the share is not within 0 and 1, or there are no games.

        >>> Summary(games=4, lengths=Counter({10: 1, 20: 2, 90: 1})).length(0.5)
        20
        """
        if not 0 <= quantile <= 1:
            raise ValueError(f"a quantile lies within 0 and 1, not at {quantile}")
        if not self.lengths:
            raise ValueError("no games have no length")
        wanted = max(1, ceil(quantile * self.games))
        lengths = sorted(self.lengths)
        seen = accumulate(self.lengths[length] for length in lengths)
        return next(length for length, games in zip(lengths, seen, strict=True) if games >= wanted)


def _count(games: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(games))
