"""The speed of the environments beside games that are part of OpenSpiel and PettingZoo.

python benches/python/environments.py [RUNS]
"""

from __future__ import annotations

import io
import re
import sys
import timeit
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from random import Random
from typing import Any

import pyspiel
from engines import Work, timed
from open_spiel.python.games import tic_tac_toe  # noqa: F401  registers the game
from results import Row, in_turn, machine, publish

import volo
import volo.envs.openspiel
from volo.envs import pettingzoo as volo_v0

with warnings.catch_warnings():
    # PettingZoo deprecates the way in which its own suites import its games.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import connect_four_v3
    from pettingzoo.test import performance_benchmark

__all__ = ["measure"]


def random_games(name: str, games: int) -> Work:
    """Play random games of OpenSpiel. The work is the number of steps. The count is their average number in a game."""
    game, random = pyspiel.load_game(name), Random(1)

    def play() -> int:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    steps, seconds = timed(play)
    return Work(steps, steps / games, seconds)


def clone() -> float:
    """The time of a clone in the middle of a game of `python_volo`, in microseconds."""
    state, random = pyspiel.load_game("python_volo").new_initial_state(), Random(1)
    for _ in range(50):
        state.apply_action(random.choice(state.legal_actions()))
    assert state.clone().turn == state.turn
    loops = 20_000
    return 1e6 * timeit.timeit(state.clone, number=loops) / loops


def turns(env: Any) -> float:
    """The turns per second that PettingZoo's own benchmark of an environment reports, which takes five seconds."""
    with redirect_stdout(io.StringIO()) as output:
        performance_benchmark(env)
    found = re.search(r"([0-9.]+) turns per second", output.getvalue())
    assert found is not None
    return float(found[1])


def drawn_from_lists(games: int) -> Work:
    """Play random games of `volo_v0`, with actions drawn from the list of legal actions. The count is their length."""
    env, random = volo_v0.env(), Random(1)

    def play() -> int:
        steps = 0
        for _ in range(games):
            env.reset()
            for _agent in env.agent_iter():
                _, _, termination, truncation, _ = env.last()
                is_over = termination or truncation
                env.step(None if is_over else random.choice(env.unwrapped.turn.legal_actions()))
                steps += not is_over
        return steps

    steps, seconds = timed(play)
    return Work(steps, steps / games, seconds)


def without_environment(games: int) -> Work:
    """Play the same games with `volo.Decision` alone."""
    random = Random(1)

    def play() -> int:
        steps = 0
        for _ in range(games):
            turn = volo.Decision()
            while turn.outcome() is None:
                turn = turn.step(random.choice(turn.legal_actions()))
                steps += 1
        return steps

    steps, seconds = timed(play)
    return Work(steps, steps / games, seconds)


def measure(runs: int) -> Iterator[Row]:
    """Run all measurements. The games are checked first."""
    length = without_environment(100).counted
    assert random_games("python_volo", 100).counted == drawn_from_lists(100).counted == length
    assert 7 < random_games("python_tic_tac_toe", 1_000).counted < 8
    speeds = in_turn(
        runs,
        lambda: random_games("python_volo", 500).speed,
        lambda: random_games("python_tic_tac_toe", 3_000).speed,
    )
    yield Row("random games of `python_volo` over `python_tic_tac_toe`, steps/s", *speeds, "2", "4")
    yield Row("a clone of a state of `python_volo`, µs", [clone() for _ in range(runs)], [], "at most 5", "at most 1")
    speeds = in_turn(runs, lambda: turns(volo_v0.env()), lambda: turns(connect_four_v3.env()))
    yield Row("PettingZoo's benchmark of `volo_v0` over `connect_four_v3`, turns/s", *speeds)
    listed = [drawn_from_lists(200).speed for _ in range(runs)]
    yield Row("random games of `volo_v0` with actions from the list, steps/s", listed, [])
    alone = [without_environment(500).speed for _ in range(runs)]
    yield Row("random games of `volo.Decision`, steps/s", alone, [])


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    rows = list(measure(runs))
    about = [machine(), f"`make bench`: medians of {runs} runs. The environments on edge 7 take turns with the others."]
    publish(rows, about, "OpenSpiel and PettingZoo")


if __name__ == "__main__":
    main()
