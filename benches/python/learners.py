"""Steps of a batch for learners: times of its calls for 4,096 games on edge 7, and the ratios that matter.

Run it with `python benches/python/learners.py`. It checks its counts before it prints a time. Every time of a call is
the best of several rounds, and the rounds of all calls alternate, so that a busy machine slows down all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter

import numpy as np
from results import Row, machine, publish

from volo import Batch, play_random

GAMES = 4096
ROUNDS = 12
STEPS = 8

#: The number of steps of the games in lockstep in each round.
STEPS_IN_LOCKSTEP = 24


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
        self.batch.step(self.actions, out=self.out)

    def draw(self) -> None:
        self.batch.random_actions(self.actions)

    def observe(self) -> None:
        self.batch.observe(self.planes)

    def masks(self) -> None:
        self.batch.legal_mask(self.mask)

    def packed(self) -> None:
        self.batch.legal_mask(self.bits, packed=True)


def at_all_stages() -> Batch:
    """Games at random stages, as in a sequence of whole games."""
    batch = Batch(GAMES, threads=1, seed=1, autoreset="same-step")
    for _ in range(250):
        batch.step(batch.random_actions())
    return batch


def drawn_and_played(batch: Batch) -> tuple[int, float]:
    """Draw and play an action in every game, several times. Return the number of ended games, and actions a second."""
    ended = 0
    started = perf_counter()
    for _ in range(STEPS_IN_LOCKSTEP):
        ended += int(np.count_nonzero(batch.step(batch.random_actions())[1]))
    return ended, STEPS_IN_LOCKSTEP * GAMES / (perf_counter() - started)


def played_alone(seed: int) -> tuple[int, float]:
    """Play whole games in the core, one after the other. Return their number of plies, and plies a second."""
    started = perf_counter()
    plies = int(play_random(GAMES // 4, seed=seed, threads=1).plies.sum())
    return plies, plies / (perf_counter() - started)


def measure() -> dict[str, list[float]]:
    """The time of each call for a game in nanoseconds: in each round the best of several."""
    one, two = Learner(1), Learner(2)
    times: dict[str, list[float]] = {}

    def timed(name: str, call: Callable[[], None], before: Callable[[], None] | None = None) -> None:
        best = inf
        for _ in range(STEPS):
            if before is not None:
                before()
            started = perf_counter()
            call()
            best = min(best, (perf_counter() - started) / GAMES * 1e9)
        times.setdefault(name, []).append(best)

    for learner in (one, two):
        learner.check()
    for _ in range(ROUNDS):
        for threads, learner in (("", one), (", two threads", two)):
            timed("masks" + threads, learner.masks)
            timed("masks of bits" + threads, learner.packed)
            timed("random actions" + threads, learner.draw)
            timed("step" + threads, learner.step, learner.draw)
            timed("observe" + threads, learner.observe)
        timed("moves", one.moves)
        timed("actions", one.listed)
    for learner in (one, two):
        learner.check()
    return times


def lockstep() -> Row:
    """Compare random games in lockstep with random games one after the other."""
    batch = at_all_stages()
    both = [(drawn_and_played(batch), played_alone(seed)) for seed in range(ROUNDS)]
    (ended, together), (plies, alone) = (zip(*measured, strict=True) for measured in zip(*both, strict=True))
    # A game has about as many actions as plies: only a flight that divides the opponent is two actions.
    actions = STEPS_IN_LOCKSTEP * GAMES * ROUNDS / sum(ended)
    assert 0.9 < actions / (sum(plies) / (ROUNDS * GAMES // 4)) < 1.3
    name = "`random_actions` and `step` over `play_random`, at all stages of games, actions/s over plies/s"
    return Row(name, list(together), list(alone), "0.8", "0.95")


def compared(times: dict[str, list[float]]) -> Iterator[Row]:

    def speeds(name: str) -> list[float]:
        return [1e9 / time for time in times[name]]

    listed = "`legal_actions`, `step` and `observe` over `legal_moves`, `play` and `observe`, plies/s"
    yield Row(listed, speeds("actions"), speeds("moves"), "0.8", "0.95")
    for name in ("step", "masks", "masks of bits", "observe", "random actions"):
        yield Row(f"{name}, ns for each game", times[name], [])
    for name in ("step", "masks", "observe", "random actions"):
        required = ("1.7", "1.9") if name == "step" else ()
        yield Row(f"two threads over one, {name}, games/s", speeds(f"{name}, two threads"), speeds(name), *required)


def main() -> None:
    rows = [*compared(measure()), lockstep()]
    about = [machine(), f"`make bench`: medians of {ROUNDS} rounds, in turn. 4,096 games on edge 7, in mid-game."]
    publish(rows, about, "Batches for learners")


if __name__ == "__main__":
    main()
