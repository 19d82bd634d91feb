"""Random games driven from Python, in lockstep and one at a time."""

from __future__ import annotations

import numpy as np
from engines import Work, timed

from volo import Batch, Move, Position

__all__ = ["Lockstep", "one_by_one"]


class Lockstep:
    """Games in lockstep that restart when they are over. NumPy draws the moves."""

    def __init__(self, games: int) -> None:
        self.batch = Batch(games, threads=1)
        self.random = np.random.default_rng(1)
        self.plies = 0
        self.finished = 0

    def turn(self) -> None:
        codes, offsets = self.batch.legal_moves()
        self.batch.play(codes[self.random.integers(offsets[:-1], offsets[1:])])
        self.plies += len(self.batch)
        over = self.batch.outcome != Batch.ONGOING
        self.finished += int(over.sum())
        self.batch.reset(over)

    def turns(self, count: int) -> Work:
        """Play turns. The work is the number of plies. The count is the average number of plies of a finished game."""
        begun = self.plies

        def play() -> None:
            for _ in range(count):
                self.turn()

        _, seconds = timed(play)
        of_whole_games = self.plies - int(self.batch.plies.sum())
        return Work(self.plies - begun, of_whole_games / max(1, self.finished), seconds)


def one_by_one(games: int) -> Work:
    """Play one game at a time. NumPy draws each move from an array of codes. The work is the number of plies."""
    random = np.random.default_rng(1)

    def play_game() -> int:
        position, plies = Position(), 0
        while position.outcome() is None:
            codes = np.array([move.code for move in position.legal_moves()], np.uint32)
            position = position.play(Move.from_code(int(codes[random.integers(len(codes))])))
            plies += 1
        return plies

    plies, seconds = timed(lambda: sum(play_game() for _ in range(games)))
    return Work(plies, plies / games, seconds)
