"""Statistics of games between engines. `make -C research known ONLY=statistics` plays them.

A run has the games of one rule set and one number of nodes. It is played in pieces, which are kept in
`target/statistics`, so a command that was stopped continues where it was.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import log10, sqrt
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final, TypeAlias

import research
from research import ROOT
from research.weights import file_of
from volo import Position, __version__, play_games
from volo.simulate import Summary, summary_from_json, summary_to_json

Piece: TypeAlias = dict[str, Any]
"""The figures of some games of a run, as JSON."""

KEPT: Final = ROOT / "target" / "statistics"

SEED: Final = 1
NODES: Final = (50, 200, 1000, 4000)
GAMES: Final = {
    "standard-4": (10_000, 10_000, 3_000, 1_000),
    "standard-5": (10_000, 20_000, 2_000, 600),
    "standard-6": (10_000, 20_000, 1_000, 300),
    "standard-7": (5_000, 20_000, 600, 150),
    "standard-8": (6_000, 10_000, 400, 100),
    "french-4": (4_000, 4_000, 1_500, 600),
    "abstract-play-4": (4_000, 4_000, 1_500, 600),
    "boardspace-4": (4_000, 4_000, 1_500, 600),
}
"""The number of games that are wanted of each rule set, for each number of nodes."""


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of a run.

    Attributes:
        rules: the rule set.
        nodes: the number of positions that the engines search for a move.
        version: the version of volo.
        weights: the beginning of the SHA-256 of the weights of this edge; see `weights`.
        seed: the seed of the games.
        games: the number of games.
        seconds: the processor time, of all threads together.
        orange, blue, draws, truncated: the number of games with each result.
        median, percentile_95: quantiles of the number of plies.
        plies: the plies of all games.
        legal_moves: the mean number of legal moves at a ply.
        clearings: the number of flights that cleared birds.
        birds_cleared: the number of birds cleared.
        deciding: the number of clearings that ended the game with a win of the opponent [R18].
        won_after_clearing, lost_after_clearing: the number of games won by the player who cleared last, and by the
            other one.
        passes: the number of passes.
        tree: the mean over the games of the sum of log10 of the number of legal moves at each ply.
        tree_deviation: the standard deviation of this sum.
        first_moves: for each class of first moves, the number of games that Orange won, Blue won, and nobody won.
    """

    rules: str
    nodes: int
    version: str
    weights: str
    seed: int
    games: int
    seconds: int
    orange: int
    blue: int
    draws: int
    truncated: int
    median: int
    percentile_95: int
    plies: int
    legal_moves: float
    clearings: int
    birds_cleared: int
    deciding: int
    won_after_clearing: int
    lost_after_clearing: int
    passes: int
    tree: float
    tree_deviation: float
    first_moves: dict[str, list[int]]


@cache
def first_moves(rules: str) -> dict[str, str]:
    """For each first move, the first listed move that a symmetry of the sky maps it to.

    >>> sorted(set(first_moves("standard-4").values()))
    ['e4', 'g3']
    """
    start = Position(rules)
    classes: dict[Position, str] = {}
    return {str(move): classes.setdefault(start.play(move).canonical()[0], str(move)) for move in start.legal_moves()}


def weights(edge: int) -> str:
    """The beginning of the SHA-256 of the rows of a file of weights: each as its name and its numbers, with spaces."""
    rows = [line.split(", // ") for line in file_of(edge).read_text(encoding="utf-8").splitlines() if ", // " in line]
    text = "".join(f"{name} {numbers.replace(',', '')}\n" for numbers, name in rows)
    return sha256(text.encode()).hexdigest()[:8]


def piece(rules: str, nodes: int, first: int, games: int, seed: int) -> Piece:
    """Play some games of a run. The result can be written as JSON."""
    began = process_time()
    played = play_games(
        games, policy=f"engine:{nodes}", position=rules, seed=seed, first=first, record=True, tally=True
    )
    seconds = process_time() - began
    trees = [sum(log10(len(each.legal_moves())) for each in game.positions[:-1]) for game in played]
    classes = first_moves(rules)
    moves: dict[str, list[int]] = {}
    for game, winner in zip(played, played.winner.tolist(), strict=True):
        results = moves.setdefault(classes[str(game.moves[0])], [0, 0, 0])
        results[winner] += 1  # -1, the last, is nobody
    return {
        "seconds": seconds,
        "summary": json.loads(summary_to_json(Summary.of(played))),
        "trees": [sum(trees), sum(each * each for each in trees)],
        "first_moves": moves,
    }


def joined(rules: str, nodes: int, seed: int, played: list[Piece]) -> Run:
    """The figures of all pieces together."""
    summary = sum((summary_from_json(json.dumps(each["summary"])) for each in played), Summary())
    total, squares = (sum(each["trees"][i] for each in played) for i in (0, 1))
    moves: dict[str, Counter[int]] = {}
    for each in played:
        for move, results in each["first_moves"].items():
            moves.setdefault(move, Counter()).update(dict(enumerate(results)))
    games, mean = summary.games, total / summary.games
    return Run(
        rules=rules,
        nodes=nodes,
        version=__version__,
        weights=weights(Position(rules).rules.edge),
        seed=seed,
        games=games,
        seconds=round(sum(each["seconds"] for each in played)),
        orange=summary.orange,
        blue=summary.blue,
        draws=summary.draws,
        truncated=summary.truncated,
        median=summary.length(0.5),
        percentile_95=summary.length(0.95),
        plies=summary.plies,
        legal_moves=round(summary.mean_legal_moves, 2),
        clearings=summary.clearings,
        birds_cleared=summary.birds_cleared,
        deciding=summary.deciding_clearings.number,
        won_after_clearing=summary.tally.won_after_clearing,
        lost_after_clearing=summary.tally.lost_after_clearing,
        passes=summary.passes,
        tree=round(mean, 3),
        tree_deviation=round(sqrt(max(0.0, squares / games - mean * mean)), 3),
        first_moves={
            move: [moves[move][i] for i in range(3)]
            for move in dict.fromkeys(first_moves(rules).values())
            if move in moves
        },
    )


def kept(rules: str, nodes: int) -> Path:
    """The file with the pieces of a run. Games of other weights are other games."""
    return KEPT / f"{rules}-{nodes}-{SEED}-{weights(Position(rules).rules.edge)}.jsonl"


def pieces(file: Path) -> list[Piece]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def play(wanted: dict[tuple[str, int], int], until: float) -> None:
    """Play the missing games of some runs, evenly, and begin no piece after a time."""
    done = {run: sum(each["summary"]["games"] for each in pieces(kept(*run))) for run in wanted}
    while monotonic() < until and (left := [run for run in wanted if done[run] < wanted[run]]):
        rules, nodes = run = min(left, key=lambda run: done[run] / wanted[run])
        games = min(max(10, min(500, 20_000 // nodes)), wanted[run] - done[run])
        file = kept(*run)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(piece(rules, nodes, done[run], games, SEED)) + "\n")
        done[run] += games
        sys.stderr.write(f"{rules}, {nodes} nodes: {done[run]:,} games of {wanted[run]:,}\n")


def make(minutes: float) -> None:
    """Play the games that are missing until the minutes are over, and write the figures."""
    wanted = {(rules, nodes): games for rules, each in GAMES.items() for nodes, games in zip(NODES, each, strict=True)}
    play(wanted, monotonic() + 60 * minutes)
    runs = [joined(*run, SEED, played) for run in wanted if (played := pieces(kept(*run)))]
    research.write(Run, runs)
