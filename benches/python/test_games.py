"""Whole games: driven from Python move by move, at random in the core, and kept in a folder."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from libraries import library, play_plies
from pytest_benchmark.fixture import BenchmarkFixture

import volo
from volo.simulate import Configuration, keep

PLIES = 200
GAMES = 256


@pytest.mark.benchmark(group=f"play {PLIES} plies of random games, move by move")
@pytest.mark.parametrize("name", ["core", "reference", "python-chess", "OpenSpiel: chess", "OpenSpiel: hive"])
def test_move_by_move(benchmark: BenchmarkFixture, name: str) -> None:
    played = library(name)
    position, ended = benchmark(play_plies, played, PLIES)
    assert len(played.moves(position)) == played.count(position)
    if name == "core":
        assert ended >= 1


@pytest.mark.benchmark(group=f"play {GAMES:,} random games in the core")
@pytest.mark.parametrize("threads", [1, 2])
def test_play_random(benchmark: BenchmarkFixture, threads: int) -> None:
    games = benchmark(volo.play_random, GAMES, seed=1, threads=threads)
    assert (games.adds + games.flights + games.passes == games.plies).all()
    recorded = volo.play_random(GAMES, seed=1, threads=1, record=True)
    assert [len(game) for game in recorded] == games.plies.tolist()
    assert all(game.outcome() for game in recorded)


@pytest.mark.benchmark(group=f"play {GAMES:,} random games in the core")
def test_kept_run(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    folders = count()

    def run() -> volo.simulate.Summary:
        *_, summary = keep(tmp_path / str(next(folders)), Configuration(games=GAMES, seed=1), threads=1)
        return summary

    assert benchmark(run).games == GAMES
