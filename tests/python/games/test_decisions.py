"""Decision, a turn in one or two decisions, its actions, and what is observed. Tests in Rust check the numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import volo
from support.engines import refused
from support.pictures import DIVIDES
from support.strategies import EDGES
from volo import ActionSpace, ArrayGame, Batch, Decision, IllegalMoveError, Move, Position, VoloError
from volo.reference import sky as reference

SPACE = ActionSpace(4)
FLIGHT = "c2-E3"
BETWEEN = Decision(DIVIDES, FLIGHT)


def test_the_constructor_takes_what_means_a_position() -> None:
    assert Decision() == Decision("standard") == Decision(volo.Rules()) == Decision(Position())
    assert Decision(DIVIDES, Move(FLIGHT, edge=4)) == Decision(DIVIDES, f"{FLIGHT}/a2") == BETWEEN
    for wrong in ("c2-E2", "a3", "pass"):
        refused(IllegalMoveError, Decision, DIVIDES, wrong)
    refused(VoloError, Decision, DIVIDES, "")
    refused(TypeError, Decision, DIVIDES, 3)
    refused(TypeError, Decision, 3)
    assert "edge 7 in a position of edge 4" in str(refused(VoloError, Decision, DIVIDES, Move(FLIGHT, edge=7)))


@pytest.mark.parametrize("dtype", [np.uint8, "int16", np.int32, np.dtype("int64"), "float32", np.float64])
def test_observations_have_the_wanted_type(dtype: Any) -> None:
    assert Decision.PLANES[:10] == Batch.PLANES
    for value, shape in ((Position("abstract-play-5"), (10, 9, 9)), (BETWEEN, (12, 7, 7))):
        planes = value.observe(dtype=dtype)
        assert (planes.dtype, planes.shape) == (np.dtype(dtype), shape)
        assert np.array_equal(planes, value.observe())
        out = np.full(planes.shape, 7, dtype)
        assert value.observe(dtype=dtype, out=out) is out
        assert np.array_equal(out, planes)


ROWS = ArrayGame("standard")
PLAYED = volo.play_random(1, record=True, max_plies=1, seed=0)
OBSERVERS: list[Callable[..., object]] = [
    Position().observe,
    Decision().observe,
    Batch(positions=["standard"]).observe,
    lambda **view: ROWS.observe(ROWS.initial(1), **view),
    lambda **view: volo.observe_games("standard", PLAYED.moves, PLAYED.offsets, **view),
]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"size": 5}, VoloError, "7, 9, 11, 13 or 15, and at least 13 for this sky, not 5|must be"),
        ({"size": 14}, VoloError, "7, 9, 11, 13 or 15, and at least 13 for this sky, not 14|must be"),
        ({"size": -7}, VoloError, "size must be 1 to 15"),
        ({"size": 13.0}, TypeError, "size must be an int"),
        ({"player": "green"}, VoloError, "unknown player 'green'; expected orange or blue"),
        ({"dtype": "int8"}, TypeError, "dtype must be uint8, int16, int32, int64, float32 or float64, not int8"),
        ({"dtype": "nonsense"}, TypeError, "nonsense"),
        ({"symmetry": "mirrored"}, VoloError, "symmetry must be one of: identity, rotate-60, "),
        ({"symmetry": 1}, TypeError, "symmetry must be a volo.Symmetry or its name, not int"),
    ],
)
@pytest.mark.parametrize("observe", OBSERVERS)
def test_a_wrong_view_is_refused(observe: Any, arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        observe(**arguments)


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        (np.zeros((10, 13, 13)), TypeError, "out must be a NumPy array of uint8, not of float64"),
        (np.zeros((10, 13, 12), np.uint8), VoloError, "out must have the shape"),
        (np.zeros((10, 13, 26), np.uint8)[:, :, ::2], VoloError, "out must be writable and C-contiguous"),
    ],
)
def test_another_array_is_refused(out: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Position().observe(out=out)


# Actions.


@pytest.mark.parametrize("edge", EDGES)
def test_features_say_what_each_action_does(edge: int) -> None:
    space, sky, places = ActionSpace(edge), reference.sky(edge), volo.Rules(edge=edge).spaces
    features, kinds = space.features(), [*Move.KINDS, "keep"]
    assert (features.shape, features.dtype.name) == ((space.size, len(space.FEATURES)), "int16")
    for action in range(0, space.size, 1 if edge == 4 else 11):
        kind, first, last, axis, length, direction, distance, landing = features[action].tolist()
        name = space.name(action)
        if kinds[kind] != "fly":
            place = "" if kinds[kind] == "pass" else places[first]
            assert name == {"add": place, "pass": "pass", "keep": f"/{place}"}[kinds[kind]]
            assert (first, {axis, length, direction, distance, landing}) == (last, {-1})
            continue
        line = places[first] if length == 1 else f"{places[first]}:{places[last]}"
        way = ["E", "SE", "SW", "W", "NW", "NE"][direction]
        assert name == f"{line}-{way}{distance}"
        at = end = sky.named[places[first]]
        for _ in range(distance):
            at = sky.step[way][at]
        assert sky.names[at] == places[landing]
        for _ in range(length - 1):
            end = sky.step[reference.AXES[axis]][end]
        assert sky.names[end] == places[last]


def move_of(action: Any) -> Move:
    return SPACE.move(action, "standard-4")


@pytest.mark.parametrize(
    ("call", "given", "error", "message"),
    [
        (SPACE.of, "b2-SW1", IllegalMoveError, r": .*\b1\b.*\[R10\]"),
        (SPACE.of, "b2-E14", IllegalMoveError, r": .*\b4\b.*\[R10\]"),
        (SPACE.of, "d3:d5-NE1", IllegalMoveError, r": .*\[R9\]"),
        (SPACE.of, "b2:c4-E1", IllegalMoveError, r": .*\bb2\b.*\bc4\b.*\[R9\]"),
        (SPACE.of, "z1", volo.NotationError, "no such space|has no space|expected"),
        (SPACE.of, "", volo.NotationError, "expected a space such as b2"),
        (SPACE.of, Move("c5", edge=7), VoloError, "a move on a sky of edge 7 in a position of edge 4"),
        (SPACE.of, 3, TypeError, "move must be a volo.Move or its text"),
        (move_of, 30, IllegalMoveError, r"illegal move pass: .*\[R13\]"),
        (move_of, 0, IllegalMoveError, r"\[R6\]|\[R7\]"),
        (move_of, 1200, IllegalMoveError, r"illegal move /a3: .*\[R15\]"),
        (move_of, 1201, VoloError, "action 1201 is out of range: the action space has 1201 actions"),
        (move_of, -1, VoloError, "action must be 0 to 65535"),
        (move_of, 1.0, TypeError, "action must be an int, not float"),
        (move_of, (), TypeError, "one or two ints"),
        (move_of, (29, 1, 1), TypeError, "one or two ints"),
        (move_of, (29, 1200), IllegalMoveError, r"\[R15\]"),
        (move_of, None, TypeError, "action must be an int, not NoneType"),
        (lambda given: SPACE.move(0, given), "standard", VoloError, "sky of edge 4 in a position of edge 7"),
        (SPACE.name, 1201, VoloError, "action 1201 is out of range"),
        (SPACE.name, 65_535, VoloError, "action 65535 is out of range"),
    ],
)
def test_what_is_no_action_is_refused(call: Any, given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(given)
