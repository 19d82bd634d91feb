"""The puzzles of the package: each has exactly one winning move, and the win takes as many plies as the puzzle says."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

import volo
from volo import Position
from volo.engine import shortest_win, solve
from volo.puzzles import Puzzle, load

# The solver answers at once in late positions of edge 4 and 5.
SAMPLE = [*Random(1).sample(load(edge=4), 12), *Random(2).sample(load(edge=5), 4)]


@pytest.mark.parametrize("puzzles", [SAMPLE, pytest.param(load(), marks=pytest.mark.long)], ids=["sample", "all"])
def test_each_puzzle_has_one_winning_move(puzzles: Sequence[Puzzle]) -> None:
    for puzzle in puzzles:
        win = shortest_win(puzzle.position, puzzle.plies)
        assert (win.moves, win.plies) == ((puzzle.move,), puzzle.plies)
        assert shortest_win(puzzle.position, puzzle.plies - 1).plies is None
        for move in puzzle.position.legal_moves():
            if move != puzzle.move:
                assert solve(puzzle.position.play(move), nodes=10_000, memory_mb=64).value in {"win", "draw"}
        solution = solve(puzzle.position, nodes=10_000_000)
        assert (solution.value, solution.line[0]) == ("win", puzzle.move)
        assert (solution.plies or 0) >= puzzle.plies


def test_the_search_for_the_shortest_win_has_limits() -> None:
    position = load()[-1].position
    found = shortest_win(position, 5, nodes=10)
    assert (found.plies, found.moves, found.nodes) == (None, (), 10)
    assert found.searched < 5
    for plies, nodes in ((0, None), (100, None), (5, 0)):
        with pytest.raises(volo.VoloError, match="must be"):
            shortest_win(position, plies, nodes=nodes)


def test_puzzles_are_different_and_numbered_by_difficulty() -> None:
    puzzles = load()
    assert len({puzzle.position.canonical()[0] for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    grades = [(puzzle.plies, puzzle.surprise) for puzzle in puzzles]
    assert grades == sorted(grades)
    assert puzzles == pickle.loads(pickle.dumps(puzzles))


def test_puzzles_are_selected() -> None:
    for edge, plies in product((4, 5, 6, 7), (3, 5)):
        expected = [puzzle for puzzle in load() if (puzzle.position.rules.edge, puzzle.plies) == (edge, plies)]
        assert [*load(edge=edge, plies=plies)] == expected
    assert load(edge=8) == load(plies=1) == ()
    assert len(load()) > len(load(edge=4)) > len(load(edge=4, plies=3)) > 0


def test_kinds_of_moves() -> None:
    for move, *kinds in (
        ("c5", "add"),
        ("pass", "pass"),
        ("b2-NE3", "single bird"),
        ("b2-NE3/g6", "single bird", "clearing"),
        ("b2:b4-E2", "in file"),
        ("b2:b4-W1", "in file"),
        ("b2:b4-NE3", "side by side"),
        ("b2:d4-E1/g6", "side by side", "clearing"),
        ("b4:d4-NW1", "in file"),
    ):
        assert Puzzle(1, Position(), volo.Move(move, edge=7), 3, 0).kinds == tuple(kinds)
