"""Calls on many positions: the results are those of a call for each position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.pictures import OVER
from support.strategies import positions
from volo import Batch, Position, Rules, VoloError

STARTS: list[Position | Rules | str] = [
    Position("standard-4"),
    Rules.parse("french-4"),
    "abstract-play-5",
    OVER,
    Position("standard-4").play("a3"),
]


def test_games_from_many_positions_are_those_from_each() -> None:
    calls: list[int] = []
    chosen: dict[str, Any] = {"seed": 5, "count_moves": True, "record": True, "policy": ("careful", "uniform")}
    played = volo.play_random(3, positions=STARTS, first=7, threads=3, progress=calls.append, **chosen)
    parts = [volo.play_random(3, position=start, first=7 + 3 * place, **chosen) for place, start in enumerate(STARTS)]
    assert np.array_equal(played.moves, np.concatenate([part.moves for part in parts]))
    assert np.array_equal(played.winner, np.concatenate([part.winner for part in parts]))
    assert calls[-1] == len(played) == 15


def test_a_tally_needs_one_edge() -> None:
    whole = volo.play_random(5, positions=["standard-4", "french-4"], seed=1, tally=True).tally
    parts: list[Any] = [
        volo.play_random(5, position=start, seed=1, first=first, tally=True).tally
        for first, start in ((0, "standard-4"), (5, "french-4"))
    ]
    assert whole == parts[0] + parts[1]
    with pytest.raises(VoloError, match="a tally needs positions on skies of one edge"):
        volo.play_random(5, positions=["standard-4", "standard-5"], tally=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"positions": STARTS, "position": "standard"}, TypeError, "either a position or positions"),
        ({"positions": 5}, TypeError, "iterable"),
        ({"positions": [None]}, TypeError, "position must be a volo.Position"),
        ({"positions": ["standard-9"]}, VoloError, "edge"),
        ({"positions": "standard"}, TypeError, "positions must be an iterable of positions, not str"),
        ({"positions": ["standard"] * 2, "games": 10**12}, VoloError, "at most 1000000000000 games"),
        ({"positions": ["standard"] * 2, "games": 10, "first": 2**64 - 19}, VoloError, "last game"),
        ({"positions": ["standard"] * 2, "games": 10**11}, MemoryError, "not enough memory"),
        ({"positions": (1 / 0 for _ in "x")}, ZeroDivisionError, "division by zero"),
    ],
)
def test_wrong_positions_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        volo.play_random(**{"games": 1, **arguments})


def test_a_batch_has_a_number_of_games_from_each_position() -> None:
    starts: list[Any] = [Position("standard-4"), "standard-5", volo.Decision(Position("french-4"))]
    batch = Batch(3, positions=starts, seed=4)
    whole = Batch(positions=[start for start in starts for _ in range(3)], seed=4)
    assert batch.turns == whole.turns
    assert batch.random_actions().tolist() == whole.random_actions().tolist()
    assert len(Batch(0, positions=starts)) == len(Batch(5, positions=[])) == 0
    with pytest.raises(VoloError, match="at most 10000000 games"):
        Batch(10_000_000, positions=starts)
    with pytest.raises(TypeError, match="a number of games and rules, or positions"):
        Batch(3, "standard-4", positions=starts)  # type: ignore[call-overload]


# Observations of recorded games


@pytest.mark.parametrize(
    "view",
    [{"size": 13, "player": volo.BLUE}, {"dtype": np.float32, "symmetry": volo.Symmetry("rotate-120")}],
    ids=["size", "dtype"],
)
def test_observations_are_those_of_each_position(view: dict[str, Any]) -> None:
    games = volo.play_random(9, position="abstract-play-5", seed=2, record=True)
    whole = volo.observe_games("abstract-play-5", games.moves, games.offsets, threads=3, **view)
    assert whole.dtype == view.get("dtype", np.uint8)
    assert np.array_equal(whole, [each.observe(**view) for game in games for each in game.positions[:-1]])
    part = volo.observe_games("abstract-play-5", games.moves, games.offsets[5:9], **view)
    assert np.array_equal(part, whole[games.offsets[5] : games.offsets[8]])
    out = np.empty_like(whole)
    assert volo.observe_games("abstract-play-5", games.moves, games.offsets, out=out, **view) is out
    assert np.array_equal(out, whole)
    for offsets in (games.offsets[:1], games.offsets[:0]):
        assert volo.observe_games("abstract-play-5", games.moves, offsets, **view).shape == (0, *whole.shape[1:])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"moves": [1, 2]}, TypeError, "moves must be a NumPy array of uint32"),
        ({"offsets": np.array([0, 99], np.int64)}, VoloError, "offset 1 must not be"),
        ({"offsets": np.array([1, 0], np.int64)}, VoloError, "offset 1 must not be"),
        ({"offsets": np.array([-1, 1], np.int64)}, VoloError, "offset 0 must not be"),
        ({"moves": np.array([2**32 - 1], np.uint32)}, VoloError, "game 0, ply 1: 4294967295 is not the code"),
        ({"moves": np.array([volo.Move("a3", edge=5).code], np.uint32)}, VoloError, "game 0, ply 1: a move on a sky"),
        ({"moves": np.array([volo.Move("b1", edge=4).code], np.uint32)}, VoloError, "game 0, ply 1: illegal move b1"),
        ({"position": "standard-5", "size": 7}, VoloError, "at least 9"),
        ({"out": np.empty((1, 10, 7, 8), np.uint8)}, VoloError, "shape"),
        ({"threads": 0}, VoloError, "threads must be"),
    ],
)
def test_wrong_recorded_games_are_refused(change: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments: dict[str, Any] = {
        "position": "standard-4",
        "moves": np.array([volo.Move("a3", edge=4).code], np.uint32),
        "offsets": np.array([0, 1], np.int64),
    } | change
    with pytest.raises(error, match=message):
        volo.observe_games(arguments.pop("position"), arguments.pop("moves"), arguments.pop("offsets"), **arguments)


# Evaluation


@given(st.lists(positions(), max_size=20))
def test_the_evaluation_is_that_of_each_position(many: list[Position]) -> None:
    values = volo.engine.evaluate(many)
    assert values.dtype == np.float64
    assert values.shape == (len(many),)
    for position, value in zip(many, values.tolist(), strict=True):
        outcome = position.outcome()
        if outcome is None:
            estimate = volo.engine.Score(np.tanh(volo._volo._estimate(position) / 512)).expected
            assert abs(value - estimate) < 1e-9
        else:
            assert value == (0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1)
