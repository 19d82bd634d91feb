"""Perft from the start. The counts are those of tests/data/perft.jsonl."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from support.data import read_jsonl
from volo import Position, reference

NODES = {(entry["rules"], entry["depth"]): entry["nodes"] for entry in read_jsonl("perft.jsonl")}


def group(rules: str, depth: int) -> str:
    return f"perft: {NODES[rules, depth]:,} nodes"


@pytest.mark.parametrize(
    ("rules", "depth", "threads"),
    [("standard-4", 3, 1), ("standard", 2, 1), ("standard-5", 4, 1), ("standard", 4, 1), ("standard", 4, 2)],
)
def test_core(benchmark: BenchmarkFixture, rules: str, depth: int, threads: int) -> None:
    benchmark.group = group(rules, depth)
    assert benchmark(Position(rules).perft, depth, threads=threads) == NODES[rules, depth]


@pytest.mark.parametrize(("rules", "depth"), [("standard-4", 3), ("standard", 2)])
def test_reference(benchmark: BenchmarkFixture, rules: str, depth: int) -> None:
    benchmark.group = group(rules, depth)
    assert benchmark(reference.Position(rules).perft, depth) == NODES[rules, depth]


@pytest.mark.benchmark(group=group("standard", 2))
def test_python_chess_with_8902_nodes(benchmark: BenchmarkFixture) -> None:
    board = pytest.importorskip("chess").Board()

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            count: int = board.legal_moves.count()
            return count
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += perft(board, depth - 1)
            board.pop()
        return count

    assert benchmark(perft, board, 3) == 8_902
