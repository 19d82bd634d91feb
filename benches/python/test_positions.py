"""Lists of legal moves, and single calls."""

from __future__ import annotations

from typing import Any

import pytest
from libraries import library, midgame
from pytest_benchmark.fixture import BenchmarkFixture

import volo
from volo import BLUE, reference

POSITIONS = 40

BOTH = pytest.mark.parametrize("cls", [volo.Position, reference.Position], ids=["core", "reference"])


@pytest.mark.benchmark(group=f"positions: lists of {POSITIONS} in mid-game")
@pytest.mark.parametrize("name", ["core", "reference", "python-chess", "OpenSpiel: hive"])
def test_lists(benchmark: BenchmarkFixture, name: str) -> None:
    # Chess in OpenSpiel is left out, because a position keeps its list.
    listed = library(name)
    positions = midgame(name, POSITIONS)
    found = benchmark(lambda: [len(listed.moves(position)) for position in positions])
    assert found == [listed.count(position) for position in positions]
    assert len(found) == POSITIONS


@pytest.mark.benchmark(group="single call: play")
@BOTH
def test_play(benchmark: BenchmarkFixture, cls: Any) -> None:
    position = cls()
    assert benchmark(position.play, position.legal_moves()[50]).turn == BLUE


@pytest.mark.benchmark(group="single call: play")
def test_play_and_undo_in_python_chess(benchmark: BenchmarkFixture) -> None:
    board = pytest.importorskip("chess").Board()
    (move, *_) = board.legal_moves

    def play() -> Any:
        board.push(move)
        return board.pop()

    assert benchmark(play) == move


@pytest.mark.benchmark(group="single call: is_legal")
@BOTH
def test_is_legal(benchmark: BenchmarkFixture, cls: Any) -> None:
    position = cls()
    assert benchmark(position.is_legal, position.legal_moves()[50])


@pytest.mark.benchmark(group="single call: read a position")
@BOTH
def test_read(benchmark: BenchmarkFixture, cls: Any) -> None:
    fen = midgame("core", 1)[0].fen()
    assert benchmark(cls.from_fen, fen).fen() == fen


@pytest.mark.benchmark(group="single call: read a position")
def test_read_in_python_chess(benchmark: BenchmarkFixture) -> None:
    chess = pytest.importorskip("chess")
    assert benchmark(chess.Board, chess.STARTING_FEN).fen() == chess.STARTING_FEN
