"""What a report counts in all games of a rule set, in memory that does not grow with their number."""

from __future__ import annotations

from collections import Counter
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from volo._volo import Batch, Move, Position
from volo.color import Color
from volo.report.measures import first_moves
from volo.simulate import Summary

_OWN: Final = Batch.PLANES.index("own")


class Counts:
    """What is counted in all games of a rule set, from the same start.

    Attributes:
        start: the position with which the games begin.
        summary: the counters of :class:`volo.Tally`, and the figures that follow from them.
        first_moves: the classes of first moves, each with the outcomes of its games by their numbers in a batch.
        clearings: the number of games by their number of clearings.
        taken: the number of games with clearings, by the mean number of birds that a clearing took.
    """

    def __init__(self, start: Position) -> None:
        self.summary: Summary = Summary()
        self.first_moves: list[tuple[list[Move], Counter[int]]] = [(moves, Counter()) for moves in first_moves(start)]
        self.clearings: Counter[int] = Counter()
        self.taken: Counter[float] = Counter()
        self.start: Position = start
        self._class = {move.code: outcomes for moves, outcomes in self.first_moves for move in moves}
        self._positions = 0
        side = 2 * start.rules.edge - 1
        self._birds = np.zeros((2, side, side), np.int64)

    def add(self, moves: NDArray[np.uint32], offsets: NDArray[np.int64], threads: int | None = None) -> None:
        """Count games, whose moves are codes as in a :class:`Playouts`.

        Raises:
            VoloError: a move cannot be played.
        """
        self.summary += Summary.of_games(self.start, moves, offsets, threads=threads)
        games = len(offsets) - 1
        # The games are played in lockstep. Those that end first are last, so that those that go on are a slice.
        lengths = np.diff(offsets)
        order = np.argsort(-lengths, kind="stable")
        firsts, lengths = offsets[:-1][order], lengths[order]
        outcomes = np.zeros(games, np.int8)
        cleared, taken = np.zeros((2, games), np.int64)
        batch = Batch(positions=repeat(self.start, games), threads=threads)
        side = len(self._birds[0])
        planes = np.empty((games, len(Batch.PLANES), side, side), np.uint8)
        before = None
        for ply in range(int(lengths.max(initial=-1)) + 1):
            playing = len(batch)
            seen = batch.observe(planes[:playing], size=side, player=Color.ORANGE)  # type: ignore[call-overload]
            birds = seen[:, _OWN : _OWN + 2]
            self._positions += playing
            self._birds += birds.sum(axis=0, dtype=np.int64)
            after = birds.reshape(playing, 2, -1).sum(axis=2, dtype=np.int64)
            if before is not None:
                # A turn takes birds of the opponent only.
                lost = np.maximum(before - after, 0).sum(axis=1)
                cleared[:playing] += lost > 0
                taken[:playing] += lost
            longer = int((lengths > ply).sum())
            if longer < playing:
                outcomes[longer:playing] = batch.outcome[longer:]
                batch = batch[:longer]
            batch.play(moves[firsts[:longer] + ply])
            before = after[:longer]
        self.clearings.update(cleared.tolist())
        self.taken.update((taken[cleared > 0] / cleared[cleared > 0]).tolist())
        of_moves = lengths > 0
        for code, outcome in zip(moves[firsts[of_moves]].tolist(), outcomes[of_moves].tolist(), strict=True):
            self._class[code][outcome] += 1

    def birds(self) -> tuple[dict[str, float], dict[str, float]]:
        """How often a bird is on each space, and how much more often one of Orange than one of Blue."""
        # A plane has the rows of the sky from the top, as the list of spaces.
        sky = self.start.observe()[Batch.PLANES.index("sky")].astype(bool)
        orange, blue = (plane[sky] / self._positions for plane in self._birds)
        spaces = self.start.rules.spaces
        return (
            dict(zip(spaces, (orange + blue).tolist(), strict=True)),
            dict(zip(spaces, (orange - blue).tolist(), strict=True)),
        )
