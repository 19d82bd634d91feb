"""Benchmarks of calls from Python, for the core and the reference. Each benchmark checks its results."""

from __future__ import annotations

import importlib
from random import Random
from types import ModuleType
from typing import Any

import pytest
from lockstep import Lockstep
from positions import midgame
from pytest_benchmark.fixture import BenchmarkFixture

import volo
from volo import Position

FENS = [position.fen() for position in midgame(300)]
MOVES = sum(Position.from_fen(fen).perft(1) for fen in FENS)
FEW = 10
FEW_MOVES = sum(Position.from_fen(fen).perft(1) for fen in FENS[:FEW])


@pytest.fixture(params=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module({"core": "volo", "reference": "volo.reference"}[request.param])


def count_moves(positions: list[Any]) -> int:
    return sum(len(position.legal_moves()) for position in positions)


def play_game(start: Any, seed: int) -> tuple[Any, int]:
    """Play a random game move by move. Return the last position and the number of plies."""
    random, position, plies = Random(seed), start, 0
    while moves := position.legal_moves():
        position = position.play(moves[random.randrange(len(moves))])
        plies += 1
    return position, plies


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    positions = [Position.from_fen(fen) for fen in FENS]
    assert benchmark(count_moves, positions) == MOVES


def test_legal_moves_of_few_positions(benchmark: BenchmarkFixture, engine: ModuleType) -> None:
    positions = [engine.Position.from_fen(fen) for fen in FENS[:FEW]]
    assert benchmark(count_moves, positions) == FEW_MOVES


def test_perft(benchmark: BenchmarkFixture, engine: ModuleType) -> None:
    assert benchmark(engine.Position("standard-5").perft, 2) == 1_071


def test_perft_of_the_standard_sky(benchmark: BenchmarkFixture) -> None:
    assert benchmark(Position().perft, 2) == 9_717


def test_play(benchmark: BenchmarkFixture, engine: ModuleType) -> None:
    position = engine.Position.from_fen(FENS[50])
    move = position.legal_moves()[20]
    following = benchmark(position.play, move)
    assert following.turn != position.turn
    assert position.is_legal(move)
    assert following.fen() == Position.from_fen(FENS[50]).play(str(move)).fen()


def test_a_trivial_property(benchmark: BenchmarkFixture) -> None:
    position = Position()
    assert benchmark(lambda: position.passes) == 0


def test_a_game_move_by_move(benchmark: BenchmarkFixture, engine: ModuleType) -> None:
    start = engine.Position("standard-4")
    last, plies = benchmark(play_game, start, 1)
    assert plies > 5
    assert last.outcome() is not None


def test_a_game_move_by_move_on_the_standard_sky(benchmark: BenchmarkFixture) -> None:
    last, plies = benchmark(play_game, Position(), 1)
    assert plies > 20
    assert last.outcome() is not None


@pytest.mark.parametrize("threads", [1, 2])
def test_play_random(benchmark: BenchmarkFixture, threads: int) -> None:
    games = benchmark(volo.play_random, 256, seed=1, threads=threads)
    assert (games.adds + games.flights + games.passes == games.plies).all()
    assert (games.winner >= -1).all()
    assert games.plies.sum() == volo.play_random(256, seed=1, threads=1).plies.sum()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_turn_of_4096_games(benchmark: BenchmarkFixture, threads: int) -> None:
    games = Lockstep(4096, threads)
    benchmark(games.turn)
    assert games.plies % 4096 == 0
    assert int(games.batch.plies.sum()) <= games.plies


def test_observing_4096_games(benchmark: BenchmarkFixture) -> None:
    batch = volo.Batch(4096, threads=1)
    out = batch.observe()
    assert int(benchmark(batch.observe, out)[:, 0].sum()) == 4096 * 120
