"""The training of the evaluation, with few games."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from volo import VoloError, _volo

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(not (ROOT / "training").is_dir(), reason="needs a checkout")


@pytest.fixture(autouse=True)
def _checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def train(folder: Path, *options: str) -> tuple[str, list[str]]:
    """The text of the file that a small training writes for edge 5, and the lines that it prints."""
    small = ("--edges", "2", "--generations", "2", "--games", "4", "--pairs", "1", "--out", str(folder))
    command = [sys.executable, "-m", "training", *small, *options]
    done = subprocess.run(command, check=True, capture_output=True, cwd=ROOT, text=True)
    return (folder / "edge-5.txt").read_text(encoding="utf-8"), done.stdout.splitlines()


def read(edge: int) -> tuple[str, list[int]]:
    """The text of a file of weights of the core, and its numbers."""
    from training.weights import FOLDER

    text = (FOLDER / f"edge-{edge}.txt").read_text(encoding="utf-8")
    return text, [int(word) for line in text.splitlines() if line[0] != "#" for word in line.split()[1:]]


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    text, lines = train(tmp_path)
    assert len(lines) == 4
    assert (text, lines) == train(tmp_path, "--threads", "1")
    assert text != train(tmp_path, "--seed", "2")[0]
    names = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    assert names == ["bias", *_volo._FEATURES, *["race"] * 8]


def test_the_files_of_the_core_are_those_of_the_plans() -> None:
    from training.__main__ import PLANS

    for plan in PLANS:
        text, _ = read(plan.edge)
        assert f"# The evaluation on edge {plan.edge}." in text
        assert f" of {plan.generations}, seed 1: " in text
        ends = (
            f" of games of the engine with itself at {plan.nodes} nodes a move.",
            f"the weights of edge {plan.edge - 1}.",
        )
        assert text.splitlines()[1].endswith(ends)


def test_the_strongest_generation_stays_until_it_is_beaten(monkeypatch: pytest.MonkeyPatch) -> None:
    from training import generations, samples
    from training.weights import to_numbers
    from volo.engine.match import MatchScore

    # The points of the two fits and of the weights of the edge below in the trials, and those of the match
    results = iter([0.5, 0, 1, 1, 1, 0.5, 2, 1, 1.5, 1.5])
    played_by, compared = [], []

    def play(
        edge: int, games: int, seed: int, nodes: int | None, weights: list[int] | None, threads: int | None
    ) -> samples.Samples:
        played_by.append(weights)
        return samples.play(edge, games, seed, nodes, weights, threads)

    def contest(edge: int, first: object, second: object, *_: int) -> MatchScore:
        assert edge == 4
        compared.append((first, second))
        score = MatchScore()
        score.add(next(results))
        return score

    monkeypatch.setattr(generations, "play", play)
    monkeypatch.setattr(generations, "contest", contest)
    plan = generations.Plan(4, 4, games=40, random_games=40, nodes=10, halves=1)
    below = np.ones(2 * (1 + 2 * len(_volo._FEATURES)) + 64)
    first, second, third, fourth = generations.train(plan, below, seed=1, threads=1)
    assert second.weights is below, "it was the best in the trials"
    assert [each.is_strongest for each in (first, second, third, fourth)] == [True, False, True, True]
    assert played_by == [None, *(to_numbers(each.weights) for each in (first, first, third))]
    assert [second for _, second in compared] == [first.weights] * 7 + [third.weights] * 3
    assert [first for first, _ in compared][3:7:3] == [below, third.weights]
    assert fourth.weights is compared[8][0], "the better of the two fits"


def test_a_match_shows_which_weights_are_stronger() -> None:
    from training.contest import contest
    from training.weights import UNIT

    features = len(_volo._FEATURES)
    good = np.zeros(2 * (1 + 2 * features) + 64)
    of_the_mover = 1 + _volo._FEATURES.index("flocks")
    for early in (0, 1 + 2 * features):
        good[early + of_the_mover], good[early + of_the_mover + features] = -2000 / UNIT, 2000 / UNIT
    score = contest(5, good, -good, 3, seed=1, threads=2)
    assert score.games == 6
    assert score.share > 0.5
    assert contest(5, -good, good, 3, seed=1, threads=1).pairs == score.pairs[::-1]


def test_the_core_reads_the_numbers_in_the_order_of_the_file() -> None:
    from training.samples import play
    from training.weights import to_numbers, to_text

    columns = 2 * (1 + 2 * len(_volo._FEATURES)) + 64
    random = np.random.default_rng(1)
    numbers = to_numbers(random.normal(size=columns) / 10)
    text, in_the_file = read(4)
    comments = [line[2:] for line in text.splitlines() if line.startswith("#")]
    assert to_text(in_the_file, "\n".join(comments[:-2])) == text
    own, given, other = (play(4, 4, 1, 30, each, 1).features for each in (None, in_the_file, numbers))
    assert np.array_equal(own, given)
    assert not np.array_equal(own, other)


@pytest.mark.parametrize("number", [100_000, -100_000, -(2**31)])
def test_weights_have_at_most_five_digits(number: int) -> None:
    weights = [0] * (2 + 4 * len(_volo._FEATURES) + 64)
    weights[3] = number
    with pytest.raises(VoloError, match=rf"^weights\[3\] has more than five digits: {number}\b"):
        _volo._Engine(1, 1, 0, 10, weights)
    with pytest.raises(ValueError, match="expected a sequence of length"):
        _volo._Engine(1, 1, 0, 10, weights[1:])


def test_the_log_loss_falls() -> None:
    from training import generations

    plan = generations.Plan(4, 1, games=0, random_games=3000)
    (generation,) = generations.train(plan, None, seed=1, threads=2)
    assert generation.loss < math.log(2) - 0.01


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    from training.fit import fit, log_loss, probability

    random = np.random.default_rng(1)
    true = np.array([0.5, -1.0, 0.02, 0.0])
    inputs = (random.normal(size=(100_000, 4)) * [1, 1, 50, 1]).astype(np.float32)
    targets = (random.random(100_000) < probability((inputs @ true).astype(np.float64))).astype(np.float64)
    found = fit(inputs, targets, penalty=1)
    assert np.allclose(found, true, atol=0.02)
    assert log_loss((inputs @ found).astype(np.float64), targets) < log_loss(np.zeros(100_000), targets) - 0.1
    order = random.permutation(100_000)
    assert np.allclose(fit(inputs[order], targets[order], penalty=1), found, rtol=0, atol=1e-11)
