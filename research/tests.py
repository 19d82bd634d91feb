"""Tests of research: small trainings, the tables of the pages, and figures that are made again.

`make -C research test` runs them, and `.venv/bin/pytest research/tests.py -m long` the long ones, which make smaller
samples of figures with another seed. The published share must be within four standard errors of that of the sample,
which chance alone misses once in 15,000 times.
"""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from research import ROOT, drawn, matches, puzzles, read, shortest, solved_positions, states, statistics
from research.pages import FILES, PAGES, as_csv, with_tables
from research.weights import file_of, fit, log_loss, play, probability, to_numbers, to_text
from volo import Position, _volo
from volo.engine import solve

COLUMNS = 2 * (1 + 2 * len(_volo._FEATURES)) + 64
SEED = 2


def train(folder: Path, *options: str) -> tuple[str, list[str]]:
    """The text of the file that a small training writes for edge 5, and the lines that it prints."""
    small = ("--edges", "2", "--generations", "2", "--games", "4", "--pairs", "1", "--out", str(folder))
    done = subprocess.check_output([sys.executable, "-m", "research.training", *small, *options], cwd=ROOT, text=True)
    return (folder / "edge-5.txt").read_text(encoding="utf-8"), done.splitlines()


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    text, lines = train(tmp_path)
    assert len(lines) == 4
    assert (text, lines) == train(tmp_path, "--threads", "1")
    assert text != train(tmp_path, "--seed", "2")[0]
    names = [line.split(", // ")[1] for line in text.splitlines() if ", // " in line]
    assert names == ["bias", *_volo._FEATURES, *["race"] * 8]


def test_the_core_reads_the_numbers_in_the_order_of_the_file() -> None:
    numbers = to_numbers(np.random.default_rng(1).normal(size=COLUMNS) / 10)
    text = file_of(4).read_text(encoding="utf-8")
    lines = text.splitlines()
    in_the_file = [int(word) for line in lines if ", // " in line for word in line.split(", ")[:-1]]
    assert to_text(in_the_file, "\n".join(line[3:] for line in lines[:3])) == text
    own, given, other = (play(4, 4, 1, 30, each, 1).features for each in (None, in_the_file, numbers))
    assert np.array_equal(own, given)
    assert not np.array_equal(own, other)


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    random = np.random.default_rng(1)
    true = np.array([0.5, -1.0, 0.02, 0.0])
    inputs = (random.normal(size=(100_000, 4)) * [1, 1, 50, 1]).astype(np.float32)
    targets = (random.random(100_000) < probability((inputs @ true).astype(np.float64))).astype(np.float64)
    found = fit(inputs, targets, penalty=1)
    assert np.allclose(found, true, atol=0.02)
    assert log_loss((inputs @ found).astype(np.float64), targets) < log_loss(np.zeros(100_000), targets) - 0.1
    order = random.permutation(100_000)
    assert np.allclose(fit(inputs[order], targets[order], penalty=1), found, rtol=0, atol=1e-11)


def test_a_position_with_two_winning_moves_is_not_a_puzzle() -> None:
    assert puzzles.only_winning_move(Position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"), 3) is None
    assert puzzles.only_winning_move(Position("standard-4"), 3) is None


def test_puzzles_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was stopped in the middle of a line continues with the first block that is not complete."""
    found = {}
    monkeypatch.setattr(puzzles, "GAMES_A_BLOCK", 4)
    for name in ("whole", "stopped"):
        monkeypatch.setattr(puzzles, "FOUND", tmp_path / name)
        file = tmp_path / name / "edge-4-seed-1.jsonl"
        if name == "stopped":
            puzzles.find(4, 1, 1, "engine:50")
            with file.open("a", encoding="utf-8") as out:
                out.write('{"fen": "2/o')
        puzzles.find(4, 1, 2, "engine:50")
        found[name] = file.read_text(encoding="utf-8")
    assert found["stopped"] == found["whole"]
    assert found["whole"].endswith('{"block": 1}\n')


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_tables_are_those_of_the_figures(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_the_files_of_tables_are_those_of_the_figures() -> None:
    for path, rows in FILES.items():
        assert path.read_text(encoding="utf-8") == as_csv(rows())


def check_shortest(rules: str, plies: int) -> None:
    """Search the games of a number of plies again."""
    published = [each for each in read(shortest.Ply) if each.rules == rules]
    for found, each in zip(shortest.search(rules, plies), published, strict=False):
        assert (found.positions, found.handed_over, found.won) == (each.positions, each.handed_over, each.won)


def test_the_shortest_games_are_found_again() -> None:
    check_shortest("standard-4", 6)


def test_the_shortest_games_are_as_long_as_the_pages_say() -> None:
    first = {(each.rules, bool(each.won)): each.ply for each in reversed(read(shortest.Ply)) if each.handed_over}
    for_each = {edge: {won: first.get((f"standard-{edge}", won)) for won in (False, True)} for edge in (4, 5, 6)}
    assert for_each == {4: {False: 5, True: 7}, 5: {False: 5, True: 7}, 6: {False: 5, True: None}}


def check_drawn(each: drawn.Drawn) -> None:
    """Check that a published position is one in which nobody can force a win, and the values of its moves."""
    position = Position(each.position)
    assert solve(position).value == "draw"
    assert {str(move) for move in position.legal_moves()} == {*each.holds, *each.loses}
    for move in each.holds:
        assert drawn.value(position.play(move)) == "draw"
    for move in each.loses:
        assert drawn.value(position.play(move)) == "win"


def test_the_easiest_drawn_positions_are_drawn() -> None:
    for each in sorted(read(drawn.Drawn), key=lambda each: each.searched)[:2]:
        check_drawn(each)


def test_the_positions_after_16_plies_are_solved_again() -> None:
    assert solved_positions.search(16) in read(solved_positions.Solved)


def agree(part: float, of: float, published: float, of_published: float) -> bool:
    """Whether two shares differ by at most four standard errors."""
    share = (part + published) / (of + of_published)
    error = math.sqrt(share * (1 - share) * (1 / of + 1 / of_published))
    return abs(part / of - published / of_published) <= 4 * error


@pytest.mark.long
def test_all_drawn_positions_are_drawn_and_held_as_often() -> None:
    published = read(drawn.Drawn)
    for each in published:
        check_drawn(each)
    for i, nodes in enumerate(drawn.NODES):
        held = sum(drawn.chosen(each.position, nodes) in each.holds for each in published)
        assert agree(held, len(published), sum(each.moves[i] in each.holds for each in published), len(published))


@pytest.mark.long
def test_all_shortest_games_are_found_again() -> None:
    for rules, plies in shortest.PLIES.items():
        check_shortest(rules, plies)


@pytest.mark.long
@pytest.mark.parametrize("run", read(statistics.Run), ids=lambda run: f"{run.rules}-{run.nodes}")
def test_a_smaller_run_agrees_with_the_statistics(run: statistics.Run) -> None:
    games = min(run.games, 400_000 // run.nodes // Position(run.rules).rules.edge ** 2 + 20)
    found = statistics.joined(run.rules, run.nodes, SEED, [statistics.piece(run.rules, run.nodes, 0, games, SEED)])
    for result in ("orange", "blue", "draws"):
        assert agree(getattr(found, result), found.games, getattr(run, result), run.games)
    error = math.sqrt(found.tree_deviation**2 / found.games + run.tree_deviation**2 / run.games)
    assert abs(found.tree - run.tree) <= 4 * error


@pytest.mark.long
@pytest.mark.parametrize("published", read(states.States), ids=lambda each: each.rules)
def test_a_smaller_sample_agrees_with_the_number_of_positions(published: states.States) -> None:
    (total, half), (expected, half_expected) = (
        each.interval for each in (states.count(published.rules, 200, SEED), published)
    )
    assert abs(total - expected) <= 2 * (half + half_expected)


@pytest.mark.parametrize(("level", "model"), [(1, "winner"), (2, "blocker")])
def test_a_beginner_often_beats_the_level_for_beginners(level: int, model: str) -> None:
    (published,) = (
        each for each in read(matches.Played) if (each.first, each.second) == (matches.LEVEL.format(level), model)
    )
    low, high = published.lost.interval
    assert 0.25 < low < high < 0.5


@pytest.mark.long
@pytest.mark.parametrize("published", read(matches.Played), ids=lambda each: f"{each.first} {each.second}")
def test_a_smaller_match_agrees_with_the_published_one(published: matches.Played) -> None:
    found = matches.play(published.rules, published.first, published.second, 40, SEED).score
    assert agree(found.points, found.games, published.score.points, published.score.games)
