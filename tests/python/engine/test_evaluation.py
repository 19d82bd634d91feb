"""The evaluation of the engine: its features against slow ones, its symmetry, and its weights."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import volo
from support.slow_features import slow_features
from volo import _volo, reference

WEIGHTS = Path(__file__).parents[3] / "src" / "search" / "weights"
PER_PLAYER = len(_volo._FEATURES)
EDGES = volo.Rules.EDGES


def positions(edge: int, games: int, seed: int) -> list[volo.Position]:
    """Unfinished positions of careful random games, from the first plies to the last."""
    played = volo.play_random(games, position=f"standard-{edge}", seed=seed, record=True, policy="careful")
    found = []
    for first, end in zip(played.offsets[:-1].tolist(), played.offsets[1:].tolist(), strict=True):
        position = volo.Position(f"standard-{edge}")
        for code in played.moves[first : end - 1].tolist():
            found.append(position)
            position = position.play(volo.Move.from_code(code))
    return found


def exchanged(position: volo.Position) -> volo.Position:
    """The position with the colors exchanged."""
    board, turn, rest = position.fen().split(" ", 2)
    swap = str.maketrans("ob", "bo")
    return volo.Position(f"{board.translate(swap)} {turn.translate(swap)} {rest}")


@pytest.mark.parametrize("edge", EDGES)
def test_features_are_those_of_slow_code(edge: int) -> None:
    sample = positions(edge, 12, seed=1)
    seen = set()
    for position in sample[:: max(1, len(sample) // 60)]:
        features = _volo._features(position).tolist()
        mover, opponent, phase = slow_features(reference.Position.from_fen(position.fen()))
        assert dict(zip(_volo._FEATURES, features[:PER_PLAYER], strict=True)) == mover, position.fen()
        assert dict(zip(_volo._FEATURES, features[PER_PLAYER:-1], strict=True)) == opponent, position.fen()
        assert features[-1] == phase
        seen |= {name for name, number in mover.items() if number}
    missing = set(_volo._FEATURES) - seen
    assert missing <= {"flights-3", "joints-3", "tight-1"}, "the positions do not test these features"


@pytest.mark.parametrize("edge", EDGES)
def test_the_evaluation_is_the_same_for_all_images_and_for_exchanged_colors(edge: int) -> None:
    for position in positions(edge, 3, seed=2)[::7]:
        features, estimate = _volo._features(position).tolist(), _volo._estimate(position)
        for image in [position.transform(symmetry) for symmetry in volo.SYMMETRIES] + [exchanged(position)]:
            assert _volo._features(image).tolist() == features, image.fen()
            assert _volo._estimate(image) == estimate


def read(edge: int) -> dict[str, list[list[int]]]:
    """The rows of numbers of a file of weights, by their names."""
    rows: dict[str, list[list[int]]] = {}
    # Edge 8 has the weights of edge 7.
    for line in (WEIGHTS / f"edge-{min(edge, 7)}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, *numbers = line.split()
            rows.setdefault(name, []).append([int(number) for number in numbers])
    return rows


def divided(number: int, by: int) -> int:
    """The quotient, rounded towards 0."""
    return abs(number) // by * (1 if number >= 0 else -1)


@pytest.mark.skipif(not WEIGHTS.is_dir(), reason="needs a checkout")
@pytest.mark.parametrize("edge", EDGES)
def test_an_estimate_is_the_weighted_sum_of_the_features(edge: int) -> None:
    rows = read(edge)
    assert set(rows) == {"bias", "race", *_volo._FEATURES}
    for position in positions(edge, 5, seed=3)[::5]:
        features = _volo._features(position).tolist()
        early, late = rows["bias"][0]
        for i, name in enumerate(_volo._FEATURES):
            mover, opponent = features[i], features[PER_PLAYER + i]
            mover_early, mover_late, opponent_early, opponent_late = rows[name][0]
            early += mover_early * mover + opponent_early * opponent
            late += mover_late * mover + opponent_late * opponent
        flocks = [min(max(features[i] - 2, 0), 7) for i in (1, PER_PLAYER + 1)]
        total = divided(early * (64 - features[-1]) + late * features[-1], 64) + rows["race"][flocks[0]][flocks[1]]
        assert _volo._estimate(position) == divided(total, 16), position.fen()


@pytest.mark.skipif(not WEIGHTS.is_dir(), reason="needs a checkout")
def test_the_weights_are_small_files_that_people_can_read() -> None:
    files = sorted(WEIGHTS.iterdir())
    assert [file.name for file in files] == [f"edge-{edge}.txt" for edge in EDGES if edge < 8]
    assert sum(file.stat().st_size for file in files) < 1_000_000
    for file in files:
        assert re.fullmatch(r"(# .*\n|[a-z0-9-]+( -?\d{1,5})+\n)+", file.read_text(encoding="utf-8"))


@pytest.mark.skipif(not WEIGHTS.is_dir(), reason="needs a checkout")
@pytest.mark.parametrize("edge", [4, 5, *(pytest.param(edge, marks=pytest.mark.long) for edge in (6, 7))])
def test_the_weights_predict_games_as_well_as_their_files_say(edge: int) -> None:
    text = (WEIGHTS / f"edge-{edge}.txt").read_text(encoding="utf-8")
    (nodes,) = re.findall(r"games of the engine with itself at (\d+) nodes a move", text)
    (claimed,) = re.findall(r"Log loss of the results of held-out games: (0\.\d+)\.", text)
    rows = {name: np.array(numbers) for name, numbers in read(edge).items()}
    features, _, results, _ = _volo._play_samples(
        f"standard-{edge}", 150, seed=5, nodes=int(nodes), opening=10, threads=2
    )
    players = np.split(features[:, :-1].astype(int), 2, axis=1)
    early, late = rows["bias"][0]
    for i, name in enumerate(_volo._FEATURES):
        for player, weights in zip(players, np.split(rows[name][0], 2), strict=True):
            early, late = early + weights[0] * player[:, i], late + weights[1] * player[:, i]
    flocks = [np.clip(player[:, 1] - 2, 0, 7) for player in players]
    phase = features[:, -1] / 64
    odds = (early * (1 - phase) + late * phase + rows["race"][flocks[0], flocks[1]]) / (16 * 256)
    loss = (np.logaddexp(0, odds) - (results + 1) / 2 * odds).mean()
    assert abs(loss - float(claimed)) < 0.03


def test_samples_depend_on_the_seed_only() -> None:
    def play(seed: int, nodes: int | None, threads: int) -> list[list[Any]]:
        found = _volo._play_samples("standard-4", 6, seed=seed, nodes=nodes, opening=4, threads=threads)
        return [array.tolist() for array in found]

    for nodes in (None, 50):
        once = play(1, nodes, 1)
        assert once == play(1, nodes, 2)
        assert once != play(2, nodes, 1)
        features, scores, results, games = once
        assert len(features) == len(scores) == len(results) == len(games) > 20
        assert set(results) <= {-1, 0, 1}
        assert games == sorted(games)
    assert np.any(_volo._play_samples("standard-4", 3, seed=1, nodes=50, opening=2, threads=1)[1])
