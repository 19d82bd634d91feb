"""Steps of a batch for learners: times of its calls for 4,096 games on edge 7, and the ratios that matter.

Run it with `python benches/python/learners.py`. It checks its counts before it prints a time. Every time is the best of
several rounds, and the rounds of all calls alternate, so that a busy machine slows down all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from rich.console import Console

from volo import Batch

GAMES = 4096
ROUNDS = 12
STEPS = 8


class Learner:
    """Random games in mid-game with all arrays that their calls write."""

    def __init__(self, threads: int) -> None:
        self.batch = Batch(GAMES, threads=threads, seed=1, autoreset="same-step")
        self.random = np.random.default_rng(1)
        for _ in range(60):
            self.batch.step(self.batch.random_actions())
        self.actions = self.batch.random_actions()
        self.out = np.empty((GAMES, 2), np.float32), np.empty(GAMES, bool), np.empty(GAMES, bool)
        self.planes = self.batch.observe()
        self.mask, self.bits = self.batch.legal_mask(), self.batch.legal_mask(packed=True)

    def check(self) -> None:
        """Compare the ways to list the legal actions."""
        actions, offsets = self.batch.legal_actions()
        size = self.batch.action_space.size
        self.batch.legal_mask(self.mask)
        self.batch.legal_mask(self.bits, packed=True)
        assert np.array_equal(np.flatnonzero(self.mask) % size, actions)
        assert np.array_equal(self.mask.sum(axis=1), np.diff(offsets))
        assert np.array_equal(np.unpackbits(self.bits, axis=1, count=size, bitorder="little"), self.mask)

    def moves(self) -> None:
        """List the moves, play one in every game, and observe."""
        codes, offsets = self.batch.legal_moves()
        self.batch.play(codes[self.random.integers(offsets[:-1], offsets[1:])])
        self.batch.reset(self.batch.outcome != Batch.ONGOING)
        self.batch.observe(self.planes)

    def listed(self) -> None:
        """List the actions, play one in every game, and observe."""
        actions, offsets = self.batch.legal_actions()
        self.batch.step(actions[self.random.integers(offsets[:-1], offsets[1:])], out=self.out)
        self.batch.observe(self.planes)

    def step(self) -> None:
        """Play the actions that were drawn."""
        self.batch.step(self.actions, out=self.out)

    def draw(self) -> None:
        """Draw an action in every game."""
        self.batch.random_actions(self.actions)

    def observe(self) -> None:
        """Write the planes."""
        self.batch.observe(self.planes)

    def masks(self) -> None:
        """Write masks."""
        self.batch.legal_mask(self.mask)

    def packed(self) -> None:
        """Write masks of bits."""
        self.batch.legal_mask(self.bits, packed=True)


def main() -> None:
    """Print the time of each call for each game, in nanoseconds, and the ratios."""
    one, two = Learner(1), Learner(2)
    for learner in (one, two):
        learner.check()
    best: dict[str, float] = {}
    report = Console(highlight=False).print

    def timed(name: str, call: Callable[[], None]) -> None:
        started = perf_counter()
        call()
        best[name] = min(best.get(name, np.inf), (perf_counter() - started) / GAMES * 1e9)

    for _ in range(ROUNDS):
        for _ in range(STEPS):
            for threads, learner in (("", one), (", two threads", two)):
                timed("masks" + threads, learner.masks)
                timed("masks of bits" + threads, learner.packed)
                timed("random actions" + threads, learner.draw)
                timed("step" + threads, learner.step)
                timed("observe" + threads, learner.observe)
        for _ in range(STEPS):
            timed("legal_moves + play + observe", one.moves)
            timed("legal_actions + step + observe", one.listed)
    for learner in (one, two):
        learner.check()
    for name, time in best.items():
        report(f"{name:32} {time:6.0f} ns for each game")
    dense = best["step"] + best["observe"]
    for name in ("masks", "masks of bits"):
        report(f"{name}, step and observe: {1e9 / (dense + best[name]):,.0f} steps/s")
    ratio = best["legal_moves + play + observe"] / best["legal_actions + step + observe"]
    report(f"actions over moves: {ratio:.2f}")
    for name in ("step", "masks", "observe", "random actions"):
        report(f"{name}, two threads over one: {best[name] / best[name + ', two threads']:.2f}")


if __name__ == "__main__":
    main()
