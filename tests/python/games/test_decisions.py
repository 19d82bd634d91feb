"""Decision: a turn in one or two decisions, and what is observed of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import volo
from support.engines import refused
from support.pictures import DIVIDES
from volo import Batch, Decision, IllegalMoveError, Move, Position, VoloError

FLIGHT = "c2-E3"
BETWEEN = Decision(DIVIDES, FLIGHT)


def test_R15_the_second_decision_chooses_the_region_to_keep() -> None:
    space = BETWEEN.action_space
    flight, keep = space.of(f"{FLIGHT}/a2")
    assert Decision(DIVIDES).step(flight) == BETWEEN
    assert BETWEEN.chosen == Move(FLIGHT, edge=4)
    assert BETWEEN.step(keep) == Decision(Position(DIVIDES).play(f"{FLIGHT}/a2"))
    for action in (flight, space.pass_action, space.of(f"{FLIGHT}/c6")[1]):
        assert refused(IllegalMoveError, BETWEEN.step, action).ruling == "R15"


def test_the_constructor_takes_what_means_a_position() -> None:
    assert Decision() == Decision("standard") == Decision(volo.Rules()) == Decision(Position())
    assert Decision(DIVIDES, Move(FLIGHT, edge=4)) == Decision(DIVIDES, f"{FLIGHT}/a2") == BETWEEN
    for wrong in ("c2-E2", "a3", "pass"):
        refused(IllegalMoveError, Decision, DIVIDES, wrong)
    refused(VoloError, Decision, DIVIDES, "")
    refused(TypeError, Decision, DIVIDES, 3)
    refused(TypeError, Decision, 3)
    assert "edge 7 in a position of edge 4" in str(refused(VoloError, Decision, DIVIDES, Move(FLIGHT, edge=7)))


def test_observations_are_those_of_batches() -> None:
    position = Position("french-5").play("d3")
    expected = Batch(positions=[position]).observe()[0]
    assert np.array_equal(position.observe(15), expected)
    assert np.array_equal(position.observe(), expected[:, :9, :9])
    assert np.array_equal(position.observe(player=position.turn), position.observe())
    theirs = position.observe(player=position.turn.other)
    assert np.array_equal(theirs[[0, 2, 1, 3, 4, 5, 7, 6, 8, 9]], position.observe())
    planes = Decision(position).observe()
    assert np.array_equal(planes[:10], position.observe())
    assert not planes[10:].any()


def test_the_chosen_flight_is_observed() -> None:
    assert Decision.PLANES[:10] == Batch.PLANES
    planes = dict(zip(Decision.PLANES, BETWEEN.observe(), strict=True))
    # c2 and c5 are in the fifth row from the top.
    assert np.argwhere(planes["flying"]).tolist() == [[4, 1]]
    assert np.argwhere(planes["landing"]).tolist() == [[4, 4]]


@pytest.mark.parametrize("dtype", [np.uint8, "int16", np.int32, np.dtype("int64"), "float32", np.float64])
def test_observations_have_the_wanted_type(dtype: Any) -> None:
    for value in (Position("abstract-play-5"), BETWEEN):
        planes = value.observe(dtype=dtype)
        assert planes.dtype == np.dtype(dtype)
        assert np.array_equal(planes, value.observe())
        out = np.full(planes.shape, 7, dtype)
        assert value.observe(dtype=dtype, out=out) is out
        assert np.array_equal(out, planes)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"size": 5}, VoloError, "7, 9, 11, 13 or 15, and at least 13 for this sky, not 5"),
        ({"size": 14}, VoloError, "7, 9, 11, 13 or 15, and at least 13 for this sky, not 14"),
        ({"size": -7}, VoloError, "size must be 1 to 15"),
        ({"size": 13.0}, TypeError, "size must be an int"),
        ({"player": "green"}, VoloError, "unknown player 'green'; expected orange or blue"),
        ({"dtype": "int8"}, TypeError, "dtype must be uint8, int16, int32, int64, float32 or float64, not int8"),
        ({"dtype": "nonsense"}, TypeError, "nonsense"),
        ({"symmetry": "mirrored"}, VoloError, "symmetry must be one of: identity, rotate-60, "),
        ({"symmetry": 1}, TypeError, "symmetry must be a volo.Symmetry or its name, not int"),
        ({"out": np.zeros((10, 13, 13))}, TypeError, "out must be a NumPy array of uint8, not of float64"),
        ({"out": np.zeros((10, 13, 12), np.uint8)}, VoloError, "out must have the shape"),
        ({"out": np.zeros((10, 13, 26), np.uint8)[:, :, ::2]}, VoloError, "out must be writable and C-contiguous"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Position().observe(**arguments)
