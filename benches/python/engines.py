"""The engines that are compared: the core, and a baseline engine in Rust.

An engine returns a `Work`, which has the amount of work, a count that must be equal for both, and the time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import volo
from volo import Position

__all__ = ["Baseline", "Core", "Work"]

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Work:
    """Finished work.

    Attributes:
        done: the number of nodes, positions, games or plies.
        counted: a count or an average that is compared between engines.
        seconds: the time.
    """

    done: int
    counted: float
    seconds: float

    @property
    def speed(self) -> float:
        return self.done / self.seconds


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of the work, and its time in seconds."""
    begin = perf_counter()
    result = work()
    return result, perf_counter() - begin


def build(folder: Path, *arguments: str) -> Path:
    """Build a program with a cargo command, and return its path."""
    command = ["cargo", *arguments, "--message-format=json"]
    output = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    programs = [message["executable"] for message in map(json.loads, output.splitlines()) if message.get("executable")]
    return Path(programs[-1])


def ask(program: Path, *arguments: object, text: str = "", backend: str = "") -> str:
    """Run a program with arguments and a standard input, and return its standard output."""
    command = [str(program), *map(str, arguments)]
    environment = os.environ | {"VOLO_BACKEND": backend} if backend else None
    return subprocess.run(command, check=True, input=text, stdout=subprocess.PIPE, text=True, env=environment).stdout


def answer(program: Path, *arguments: object, text: str = "", backend: str = "") -> dict[str, Any]:
    """Run a program, and return the last line of its output, which is JSON."""
    output = ask(program, *arguments, text=text, backend=backend)
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found


class Core:
    """The installed extension. A driver in Rust lists moves, because a call from Python would add to the time.

    The driver also measures other backends: the extension chooses its backend when it is imported.
    """

    def __init__(self) -> None:
        self.driver = build(ROOT, "bench", "--locked", "--no-run", "--bench", "driver")
        self.seed = 0

    def perft(self, depth: int, threads: int = 1) -> Work:
        """Count the nodes of perft from the standard start."""
        nodes, seconds = timed(lambda: Position().perft(depth, threads=threads))
        return Work(nodes, nodes, seconds)

    def lists(self, fens: Sequence[str], repeats: int) -> Work:
        """List the legal moves of positions repeatedly. The count is the number of moves in one repetition."""
        return self.driven("lists", repeats, fens=fens)

    def driven(self, what: str, amount: int, *, fens: Sequence[str] = (), backend: str = "") -> Work:
        """A measurement of the driver: `lists`, `games`, `perft` or `engine`."""
        answered = answer(self.driver, what, amount, text="\n".join(fens), backend=backend)
        return Work(answered["done"], answered["counted"], answered["seconds"])

    def lists_through_python(self, fens: Sequence[str], repeats: int) -> Work:
        """Like `lists`, but with `len(position.legal_moves())` in Python."""
        positions = [Position.from_fen(fen) for fen in fens]
        rounds = [timed(lambda: sum(len(p.legal_moves()) for p in positions)) for _ in range(repeats)]
        return Work(len(fens) * repeats, rounds[0][0], sum(seconds for _, seconds in rounds))

    def games(self, count: int, threads: int = 1) -> Work:
        """Play random games on the standard sky, others in every call. The count is the average number of plies."""
        self.seed += 1
        games, seconds = timed(lambda: volo.play_random(count, seed=self.seed, threads=threads))
        assert (games.adds + games.flights + games.passes == games.plies).all()
        return Work(count, float(games.plies.mean()), seconds)

    def games_move_by_move(self, count: int) -> Work:
        """Play random games move by move in Python. The work is the number of plies."""
        self.seed += 1
        random = Random(self.seed)
        plies, seconds = timed(lambda: sum(play_game(Position(), random) for _ in range(count)))
        return Work(plies, plies / count, seconds)


class Baseline:
    """A plain engine in Rust, with the commands perft, playouts, positions and movegen."""

    def __init__(self, folder: Path, place: Path) -> None:
        copy = shutil.copytree(folder, place / "baseline", ignore=shutil.ignore_patterns("target"))
        self.program = build(copy, "build", "--release", "--target-dir", str(place / "target"))
        self.seed = 0

    def positions(self, count: int) -> list[str]:
        return ask(self.program, "positions", 7, count, 1).splitlines()

    def perft(self, depth: int) -> Work:
        answered = answer(self.program, "perft", 7, depth)
        return Work(answered["nodes"], answered["nodes"], answered["seconds"])

    def lists(self, fens: Sequence[str], repeats: int) -> Work:
        answered = answer(self.program, "movegen", 7, repeats, text="\n".join(fens))
        return Work(len(fens) * repeats, answered["moves"], answered["seconds"])

    def games(self, count: int) -> Work:
        self.seed += 1
        answered = answer(self.program, "playouts", 7, count, self.seed)
        return Work(count, answered["plies_per_game"], answered["seconds"])


def play_game(start: Any, random: Random) -> int:
    """Play a random game move by move, and return its number of plies."""
    position, plies = start, 0
    while moves := position.legal_moves():
        position = position.play(moves[random.randrange(len(moves))])
        plies += 1
    assert position.outcome() is not None
    return plies
