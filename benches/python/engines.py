"""Engines that do the same work, timed: the core, a yardstick in Rust, and the reference.

A `Work` says how much was done, which must be the same for all engines, and how long it took.
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
from typing import Any, Protocol

import volo
from volo import Position, reference

__all__ = ["Core", "Engine", "Reference", "Work", "Yardstick"]

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Work:
    """How many nodes, positions or games an engine did, what it counted on the way, and in how many seconds."""

    done: int
    counted: float
    seconds: float

    @property
    def speed(self) -> float:
        """How many a second."""
        return self.done / self.seconds


class Engine(Protocol):
    """What can be compared."""

    def perft(self, depth: int) -> Work:
        """Counts move sequences from the standard start: so many nodes."""

    def lists(self, fens: Sequence[str], repeats: int) -> Work:
        """Lists the legal moves of positions, time and again: so many positions; counted are the moves of one round."""

    def games(self, count: int) -> Work:
        """Plays random games on the standard sky: so many games; counted are the plies of a game."""


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work comes to, and the seconds it took."""
    begin = perf_counter()
    result = work()
    return result, perf_counter() - begin


def build(folder: Path, *arguments: str) -> Path:
    """Has cargo build one program in release mode, and says where it is."""
    command = ["cargo", *arguments, "--message-format=json"]
    output = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    programs = [message["executable"] for message in map(json.loads, output.splitlines()) if message.get("executable")]
    return Path(programs[-1])


def ask(program: Path, *arguments: object, text: str = "", portable: bool = False) -> str:
    """What a program answers to its arguments and its standard input."""
    command = [str(program), *map(str, arguments)]
    environment = os.environ | {"VOLO_BACKEND": "portable"} if portable else None
    return subprocess.run(command, check=True, input=text, stdout=subprocess.PIPE, text=True, env=environment).stdout


def answer(program: Path, *arguments: object, text: str = "", portable: bool = False) -> dict[str, Any]:
    """The line of JSON that a program ends in."""
    told = ask(program, *arguments, text=text, portable=portable)
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    return found


class Core:
    """The extension as it is installed; only to list moves without Python takes a driver in Rust."""

    def __init__(self) -> None:
        self.driver = build(ROOT, "bench", "--locked", "--no-run", "--bench", "driver")
        self.seed = 0

    def perft(self, depth: int, threads: int = 1) -> Work:
        """See `Engine`."""
        nodes, seconds = timed(lambda: Position().perft(depth, threads=threads))
        return Work(nodes, nodes, seconds)

    def lists(self, fens: Sequence[str], repeats: int, *, portable: bool = False) -> Work:
        """See `Engine`."""
        told = answer(self.driver, repeats, text="\n".join(fens), portable=portable)
        return Work(len(fens) * repeats, told["moves"], told["seconds"])

    def lists_through_python(self, fens: Sequence[str], repeats: int) -> Work:
        """`len(position.legal_moves())` of the same positions."""
        positions = [Position.from_fen(fen) for fen in fens]
        rounds = [timed(lambda: sum(len(p.legal_moves()) for p in positions)) for _ in range(repeats)]
        return Work(len(fens) * repeats, rounds[0][0], sum(seconds for _, seconds in rounds))

    def games(self, count: int, threads: int = 1) -> Work:
        """See `Engine`. Other games at every call."""
        self.seed += 1
        games, seconds = timed(lambda: volo.play_random(count, seed=self.seed, threads=threads))
        assert (games.adds + games.flights + games.passes == games.plies).all()
        return Work(count, float(games.plies.mean()), seconds)

    def games_move_by_move(self, count: int) -> Work:
        """Random games driven from Python: so many plies."""
        self.seed += 1
        random = Random(self.seed)
        plies, seconds = timed(lambda: sum(play_game(Position(), random) for _ in range(count)))
        return Work(plies, plies / count, seconds)


class Yardstick:
    """A plain engine in Rust, in a folder of its own: perft, playouts, positions and movegen are its commands."""

    def __init__(self, folder: Path, place: Path) -> None:
        copy = shutil.copytree(folder, place / "yardstick", ignore=shutil.ignore_patterns("target"))
        self.program = build(copy, "build", "--release", "--target-dir", str(place / "target"))
        self.seed = 0

    def positions(self, count: int) -> list[str]:
        """Positions out of the middle of its games."""
        return ask(self.program, "positions", 7, count, 1).splitlines()

    def perft(self, depth: int) -> Work:
        """See `Engine`."""
        told = answer(self.program, "perft", 7, depth)
        return Work(told["nodes"], told["nodes"], told["seconds"])

    def lists(self, fens: Sequence[str], repeats: int) -> Work:
        """See `Engine`."""
        told = answer(self.program, "movegen", 7, repeats, text="\n".join(fens))
        return Work(len(fens) * repeats, told["moves"], told["seconds"])

    def games(self, count: int) -> Work:
        """See `Engine`. Other games at every call."""
        self.seed += 1
        told = answer(self.program, "playouts", 7, count, self.seed)
        return Work(count, told["plies_per_game"], told["seconds"])


class Reference:
    """The same rules in plain Python."""

    def __init__(self) -> None:
        self.random = Random(1)

    def perft(self, depth: int) -> Work:
        """See `Engine`."""
        nodes, seconds = timed(lambda: reference.Position().perft(depth))
        return Work(nodes, nodes, seconds)

    def lists(self, fens: Sequence[str], repeats: int) -> Work:
        """See `Engine`."""
        positions = [reference.Position.from_fen(fen) for fen in fens]
        rounds = [timed(lambda: sum(len(p.legal_moves()) for p in positions)) for _ in range(repeats)]
        return Work(len(fens) * repeats, rounds[0][0], sum(seconds for _, seconds in rounds))

    def games(self, count: int) -> Work:
        """See `Engine`. Other games at every call."""
        plies, seconds = timed(lambda: sum(play_game(reference.Position(), self.random) for _ in range(count)))
        return Work(count, plies / count, seconds)


def play_game(start: Any, random: Random) -> int:
    """How many plies a random game takes that is driven move by move."""
    position, plies = start, 0
    while moves := position.legal_moves():
        position = position.play(moves[random.randrange(len(moves))])
        plies += 1
    assert position.outcome() is not None
    return plies
