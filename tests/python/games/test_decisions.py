"""Decision: a turn in one or two decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import volo
from support.engines import refused
from support.pictures import DIVIDES
from support.strategies import positions
from volo import Batch, Decision, IllegalMoveError, Move, Position, VoloError

FLIGHT = "c2-E3"


def between() -> Decision:
    """A turn in which the player chooses a region to keep."""
    return Decision(DIVIDES, FLIGHT)


def test_R15_the_second_decision_chooses_the_region_to_keep() -> None:
    turn = between()
    space, start = turn.action_space, Position(DIVIDES)
    flight, keep = space.of(f"{FLIGHT}/a2")
    assert turn == Decision(start).step(flight)
    assert turn.chosen == Move(FLIGHT, edge=4)
    assert [space.name(action) for action in turn.legal_actions()] == ["/b5", "/a2"]
    assert turn.step(keep) == Decision(start.play(f"{FLIGHT}/a2"))
    # Every space of a region names it.
    other = space.of(f"{FLIGHT}/g2")[1]
    assert turn.step(other) == turn.step(keep)
    for action in (flight, space.pass_action, space.of("a3")[0]):
        error = refused(IllegalMoveError, turn.step, action)
        assert (error.ruling, error.reason) == ("R15", refused(IllegalMoveError, start.play, FLIGHT).reason)
    nowhere = f"{FLIGHT}/c2" if "c2" in start.birds(volo.BLUE) else f"{FLIGHT}/c6"
    error = refused(IllegalMoveError, turn.step, space.of(nowhere)[1])
    assert (error.ruling, error.reason) == ("R15", refused(IllegalMoveError, start.play, nowhere).reason)


def test_the_constructor_takes_what_means_a_position() -> None:
    assert Decision() == Decision("standard") == Decision(volo.Rules()) == Decision(Position())
    assert Decision(DIVIDES, Move(FLIGHT, edge=4)) == Decision(DIVIDES, f"{FLIGHT}/a2") == between()
    for wrong, error in {
        "c2-E2": IllegalMoveError,
        "a3": IllegalMoveError,
        "pass": IllegalMoveError,
        "": VoloError,
        3: TypeError,
    }.items():
        with pytest.raises(error):
            Decision(DIVIDES, wrong)  # type: ignore[arg-type]
    with pytest.raises(VoloError, match="edge 7 in a position of edge 4"):
        Decision(DIVIDES, Move(FLIGHT, edge=7))
    with pytest.raises(TypeError):
        Decision(3)  # type: ignore[arg-type]


@given(positions())
def test_observations_are_those_of_batches(position: Position) -> None:
    rows = 2 * position.rules.edge - 1
    expected = Batch(positions=[position]).observe()[0]
    assert np.array_equal(position.observe(15), expected)
    assert np.array_equal(position.observe(), expected[:, :rows, :rows])
    assert np.array_equal(position.observe(player=position.turn), position.observe())
    theirs = position.observe(player=position.turn.other)
    assert np.array_equal(theirs[[0, 2, 1, 3, 4, 5, 7, 6, 8, 9]], position.observe())
    turn = Decision(position)
    assert np.array_equal(turn.observe()[:10], position.observe())
    assert not turn.observe()[10:].any()


def test_the_chosen_flight_is_observed() -> None:
    planes = dict(zip(Decision.PLANES, between().observe(), strict=True))
    assert Decision.PLANES[:10] == Batch.PLANES
    after = Position(DIVIDES).play(f"{FLIGHT}/a2")
    left = planes["own"] & ~after.observe(player=volo.ORANGE)[1]
    joined = after.observe(player=volo.ORANGE)[1] & ~planes["own"]
    assert np.array_equal(planes["flying"], left & 1)
    assert np.array_equal(planes["landing"], joined & 1)
    assert planes["flying"].sum() == planes["landing"].sum() == 1


@pytest.mark.parametrize("dtype", [np.uint8, "int16", np.int32, np.dtype("int64"), "float32", np.float64])
def test_observations_have_the_wanted_type(dtype: Any) -> None:
    for value in (Position("abstract-play-5"), between()):
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
