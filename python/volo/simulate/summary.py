"""The summary of many games: its figures, its table as text and HTML, and sums of summaries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volo._volo import Position, Rules, tally_games
from volo.errors import VoloError
from volo.playouts import Playouts
from volo.simulate import table
from volo.simulate.figures import Figures
from volo.tally import Tally  # noqa: F401  The annotations of the inherited constructor are evaluated here

__all__ = ["Summary"]


@dataclass(frozen=True, slots=True, repr=False)
class Summary(Figures):
    """The figures of many games. Summaries of different games add up with ``+``, in any order.

    ``str()`` gives the table that ``volo simulate`` prints. A notebook shows the table as HTML.

    Args:
        tally: the counters from which all figures follow.

    >>> import volo
    >>> summary = Summary.of(volo.play_random(1000, seed=1, tally=True))
    >>> summary
    <Summary of 1,000 games: 479 won by Orange, 504 by Blue, 17 draws, 0 truncated>
    """

    @classmethod
    def of(cls, playouts: Playouts) -> Summary:
        """The summary of these games.

        Raises:
            VoloError: the games were played without ``tally=True``.
        """
        if playouts.tally is None:
            raise VoloError("a summary needs games played with tally=True")
        return cls(playouts.tally)

    @classmethod
    def of_games(
        cls,
        position: Position | Rules | str,
        moves: NDArray[np.uint32],
        offsets: NDArray[np.int64],
        *,
        threads: int | None = None,
    ) -> Summary:
        """The summary of recorded games. The games are played again and checked, as by :func:`volo.tally_games`.

        Args:
            position: the starting position of each game: a position or a rule set, or the text of either. For a rule
                set, it is the start by these rules.
            moves: the codes of the moves of all games, concatenated.
            offsets: the index in ``moves`` of the first move of each game, followed by the index at which the last game
                ends.
            threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

        Raises:
            VoloError: a move cannot be played, or the offsets are not ascending indices into ``moves``.
            TypeError: an array has the wrong type or shape.
        """
        return cls(tally_games(position, moves, offsets, threads=threads))

    def __add__(self, other: Summary) -> Summary:
        """The summary of the games of both summaries.

        Raises:
            VoloError: the games were played on skies of different edges.
        """
        if not isinstance(other, Summary):
            return NotImplemented
        return Summary(self.tally + other.tally)

    def __repr__(self) -> str:
        return (
            f"<Summary of {self.games:,} games: {self.orange:,} won by Orange, {self.blue:,} by Blue, "
            f"{self.draws:,} draws, {self.truncated:,} truncated>"
        )

    def __str__(self) -> str:
        return table.text(self)

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return table.html(self)
