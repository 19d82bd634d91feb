"""The training of the evaluation, with few games."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from volo import _volo

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(not (ROOT / "training").is_dir(), reason="needs a checkout")


def train(folder: Path, *options: str) -> str:
    """The text of the file that a small training writes for edge 4."""
    command = [sys.executable, "-m", "training", "--edges", "4", "--out", str(folder), *options]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    return (folder / "edge-4.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("generation", ["0", "1"])
def test_the_same_seed_gives_the_same_file(tmp_path: Path, generation: str) -> None:
    options = ("--generation", generation, "--games", "60")
    text = train(tmp_path, *options)
    assert text == train(tmp_path, *options, "--threads", "1")
    assert text != train(tmp_path, *options, "--seed", "2")
    names = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    assert names == ["bias", *_volo._FEATURES, *["race"] * 8]


def test_each_edge_has_its_own_number_of_generations(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(ROOT)
    from training import __main__ as training

    def train_edge(*numbers: int) -> tuple[str, float]:
        edge, _, _, generation, _ = numbers
        return f"generation {generation}, edge {edge}", 0.0

    monkeypatch.setattr(training, "train", train_edge)
    for generation in range(max(training.GENERATIONS.values()) + 1):
        monkeypatch.setattr(sys, "argv", ["training", "--generation", str(generation), "--out", str(tmp_path)])
        training.main()
    for edge, generations in training.GENERATIONS.items():
        text = (tmp_path / f"edge-{edge}.txt").read_text(encoding="utf-8")
        assert text == f"generation {generations - 1}, edge {edge}"


def test_the_files_of_the_core_are_of_the_last_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    from training.__main__ import GAMES, GENERATIONS, NODES
    from training.weights import FOLDER

    for edge, generations in GENERATIONS.items():
        made = f"Generation {generations - 1}, seed 1: {GAMES[edge]} games of the engine with itself at {NODES} nodes"
        assert made in (FOLDER / f"edge-{edge}.txt").read_text(encoding="utf-8")


def test_the_log_loss_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    from training.__main__ import train as train_edge

    _, loss = train_edge(edge=4, games=1500, seed=1, generation=0)
    assert loss < math.log(2) - 0.01


def test_a_fit_finds_the_weights_that_made_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    from training.fit import fit, log_loss, probability

    random = np.random.default_rng(1)
    true = np.array([0.5, -1.0, 0.02, 0.0])
    inputs = (random.normal(size=(100_000, 4)) * [1, 1, 50, 1]).astype(np.float32)
    targets = (random.random(100_000) < probability((inputs @ true).astype(np.float64))).astype(np.float64)
    found = fit(inputs, targets, penalty=1)
    assert np.allclose(found, true, atol=0.02)
    assert log_loss((inputs @ found).astype(np.float64), targets) < log_loss(np.zeros(100_000), targets) - 0.1
