"""Speed of the environments of Gymnasium, beside the batch that they are made of and beside pgx.

Run it with `python benches/python/vectors.py [RUNS]`. All measurements of a run alternate. Each runs on one processor
unless its name says two threads. pgx is left out if it is not installed; to install it, run `pip install pgx jax`.
Every measurement checks that games ended before it reports a time.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

# They must be set before JAX is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
from results import Row, machine, publish
from rich.console import Console

from volo import Batch
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv

GAMES = 4096
STEPS = 12
SINGLE_STEPS = 6000

MEANING = (
    "Vector environments have 4,096 games, automatic resets, masks and observations. The sky has edge 7, and actions "
    "are drawn before the clock starts, except where the row says otherwise. Of each run, the fastest of 12 steps "
    "counts."
)


class Single:
    """Games in one environment against an opponent. The actions were drawn before."""

    def __init__(self, **arguments: Any) -> None:
        self.env = VoloEnv(**arguments)
        self.env.reset(seed=1)
        self.env.action_space.seed(1)
        self.actions: list[int | None] = []
        self.ends = 0
        for _ in range(SINGLE_STEPS):
            action = int(self.env.action_space.sample())
            self.actions.append(action)
            *_, terminated, _, _ = self.env.step(action)
            if terminated:
                self.ends += 1
                self.actions.append(None)
                self.env.reset()

    def __call__(self) -> float:
        self.env.reset(seed=1)
        ends, step, reset = 0, self.env.step, self.env.reset
        started = perf_counter()
        for action in self.actions:
            if action is None:
                reset()
            else:
                ends += step(action)[2]
        time = perf_counter() - started
        assert ends == self.ends > 10
        return SINGLE_STEPS / time


class Steps(ABC):
    """Steps of many games. The drawing of actions is part of the time only if ``is_drawing``."""

    def __init__(self, *, is_drawing: bool) -> None:
        self.is_drawing = is_drawing
        self.ends = 0
        for _ in range(60):
            self.ends += int(self.play(self.drawn()).sum())

    @abstractmethod
    def drawn(self) -> Any:
        """Draw a legal action of each game."""

    @abstractmethod
    def play(self, actions: Any) -> Any:
        """Take a step, and return which games have ended."""

    def __call__(self) -> float:
        # Other programs slow down some of the steps, so the fastest one counts.
        fastest = float("inf")
        for _ in range(STEPS):
            started = perf_counter()
            actions = self.drawn()
            if not self.is_drawing:
                started = perf_counter()
            terminated = self.play(actions)
            fastest = min(fastest, perf_counter() - started)
            self.ends += int(terminated.sum())
        assert self.ends > 0
        return GAMES / fastest


class Listed(Steps):
    """Steps of Volo. The actions are drawn from the lists of legal actions."""

    def __init__(self, games: VoloVectorEnv | Batch, *, is_drawing: bool) -> None:
        self.games = games
        self.random = np.random.default_rng(1)
        super().__init__(is_drawing=is_drawing)

    def drawn(self) -> Any:
        actions, offsets = self.games.legal_actions()
        return actions[self.random.integers(offsets[:-1], offsets[1:])]


class Vector(Listed):
    def __init__(self, threads: int = 1, *, is_drawing: bool = False, **arguments: Any) -> None:
        self.env = VoloVectorEnv(GAMES, threads=threads, autoreset_mode="SameStep", copy=False, **arguments)
        self.env.reset(seed=1)
        super().__init__(self.env, is_drawing=is_drawing)

    def play(self, actions: Any) -> Any:
        return self.env.step(actions)[2]


class Plain(Listed):
    """The work without masks, done with a batch alone."""

    def __init__(self) -> None:
        self.batch = Batch(GAMES, threads=1, autoreset="same-step", seed=np.arange(1, GAMES + 1))
        self.planes = self.batch.observe(size=13, chosen=True)
        self.out = np.empty((GAMES, 2), np.float32), np.empty(GAMES, np.bool_), np.empty(GAMES, np.bool_)
        super().__init__(self.batch, is_drawing=True)

    def play(self, actions: Any) -> Any:
        _, terminated, _ = self.batch.step(actions, out=self.out)
        self.batch.observe(self.planes, size=13, chosen=True)
        return terminated


class Pgx(Steps):
    """Steps of a game of pgx with masks and observations, compiled, with automatic resets.

    In Hex, on a board of 11 by 11, every vacant cell is a legal move. In chess, pgx computes the legal moves.
    """

    def __init__(self, game: str, *, is_drawing: bool = False) -> None:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(game)
        self.jax = jax
        self.step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self.draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=1))
        self.key = jax.random.PRNGKey(1)
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(self.key, GAMES))
        # Resets are the same in all games, so that one array of keys is enough.
        self.keys = jax.random.split(self.key, GAMES)
        super().__init__(is_drawing=is_drawing)

    def drawn(self) -> Any:
        self.key, key = self.jax.random.split(self.key)
        return self.draw(key, self.state.legal_action_mask).block_until_ready()

    def play(self, actions: Any) -> Any:
        self.state = self.step(self.state, actions, self.keys)
        self.jax.block_until_ready(self.state)
        assert self.state.observation.shape[0] == self.state.legal_action_mask.shape[0] == GAMES
        return self.state.terminated


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    all_processors = os.sched_getaffinity(0)
    one_processor = {min(all_processors)}
    # The threads that JAX starts inherit this.
    os.sched_setaffinity(0, one_processor)
    measurements: dict[str, Callable[[], float]] = {
        "Volo-v0": Single(),
        "Volo-v0, no masks": Single(masks=None),
        "dense masks": Vector(opponent=None),
        "dense masks, drawing too": Vector(opponent=None, is_drawing=True),
        "packed masks": Vector(opponent=None, masks="packed"),
        "packed masks, edge 4": Vector(opponent=None, masks="packed", edge=4),
        "packed masks, edge 5": Vector(opponent=None, masks="packed", edge=5),
        "dense masks, opponent": Vector(),
        "dense masks, two threads": Vector(2, opponent=None),
        "legal actions": Vector(opponent=None, masks=None, is_drawing=True),
        "legal actions, batch alone": Plain(),
    }
    try:
        measurements["Hex in pgx"] = Pgx("hex")
        measurements["Hex in pgx, drawing too"] = Pgx("hex", is_drawing=True)
        measurements["chess in pgx"] = Pgx("chess")
    except ModuleNotFoundError as error:
        Console().print(f"without pgx: {error}", highlight=False)
    speeds: dict[str, list[float]] = {name: [] for name in measurements}
    for _ in range(runs):
        for name, measured in measurements.items():
            os.sched_setaffinity(0, all_processors if "threads" in name else one_processor)
            speeds[name].append(measured())
    rows = list(compared(speeds))
    about = [machine(), f"`make bench`: medians of {runs} runs, in turn, on one processor. {MEANING}"]
    publish(rows, about, "Gymnasium")


def compared(speeds: dict[str, list[float]]) -> Iterator[Row]:

    def row(name: str, ours: str, theirs: str = "", required: str = "", goal: str = "") -> Row:
        return Row(f"{name}, steps/s", speeds[ours], speeds.get(theirs, []), required, goal)

    yield row("`Volo-v0`", "Volo-v0", required="60,000", goal="120,000")
    yield row("`Volo-v0` without masks", "Volo-v0, no masks")
    if "Hex in pgx" in speeds:
        for masks in ("dense masks", "packed masks"):
            required = ("0.9", "1.2") if masks == "packed masks" else ()
            yield row(f"`VoloVectorEnv`, {masks}, over Hex in pgx", masks, "Hex in pgx", *required)
            yield row(f"`VoloVectorEnv`, {masks}, over chess in pgx", masks, "chess in pgx")
        for small in ("packed masks, edge 4", "packed masks, edge 5"):
            yield row(f"`VoloVectorEnv`, {small}, over Hex in pgx", small, "Hex in pgx")
        drawing = "dense masks, drawing too", "Hex in pgx, drawing too"
        yield row("`VoloVectorEnv`, dense masks, over Hex in pgx, with the drawing of actions", *drawing)
    else:
        yield row("`VoloVectorEnv`, dense masks", "dense masks")
        yield row("`VoloVectorEnv`, packed masks", "packed masks")
    yield row("`VoloVectorEnv`, dense masks, with an opponent", "dense masks, opponent")
    alone = "legal actions", "legal actions, batch alone"
    yield row("`VoloVectorEnv`, lists of actions, over `Batch`", *alone, "0.8", "0.95")
    yield row("two threads over one, dense masks", "dense masks, two threads", "dense masks", "1.7", "1.9")


if __name__ == "__main__":
    main()
