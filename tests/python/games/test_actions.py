"""ActionSpace: the numbers are frozen, and moves and actions are inverse. Tests in Rust check their order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.strategies import EDGES
from volo import (
    SYMMETRIES,
    ActionSpace,
    IllegalMoveError,
    Move,
    NotationError,
    Position,
    VoloError,
)
from volo.reference import sky as reference


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
        at = sky.named[places[first]]
        for _ in range(distance):
            at = sky.step[way][at]
        assert sky.names[at] == places[landing]
        end = sky.named[places[first]]
        for _ in range(length - 1):
            end = sky.step[reference.AXES[axis]][end]
        assert sky.names[end] == places[last]


def test_symmetries_permute_the_actions() -> None:
    space = ActionSpace(4)
    identity = np.arange(space.size)
    for symmetry in SYMMETRIES:
        images = space.transform(symmetry)
        assert images.dtype == np.uint16
        assert np.array_equal(images[space.transform(symmetry.inverse)], identity)
    one, other = SYMMETRIES[2], SYMMETRIES[7]
    assert np.array_equal(space.transform(one * other), space.transform(one)[space.transform(other)])
    move = Move("b2:c3-E2", edge=4)
    assert space.transform(other)[space.of(move)[0]] == space.of(move.transform(other))[0]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("b2-SW1", IllegalMoveError, r": .*\b1\b.*\[R10\]"),
        ("b2-E14", IllegalMoveError, r": .*\b4\b.*\[R10\]"),
        ("d3:d5-NE1", IllegalMoveError, r": .*\[R9\]"),
        ("b2:c4-E1", IllegalMoveError, r": .*\bb2\b.*\bc4\b.*\[R9\]"),
        ("z1", NotationError, "no such space|has no space|expected"),
        ("", NotationError, "expected a space such as b2"),
        (Move("c5", edge=7), VoloError, "a move on a sky of edge 7 in a position of edge 4"),
        (3, TypeError, "move must be a volo.Move or its text"),
    ],
)
def test_moves_without_actions_are_refused(text: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ActionSpace(4).of(text)


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (30, IllegalMoveError, r"illegal move pass: .*\[R13\]"),
        (0, IllegalMoveError, r"\[R6\]|\[R7\]"),
        (1200, IllegalMoveError, r"illegal move /a3: .*\[R15\]"),
        (1201, VoloError, "action 1201 is out of range: the action space has 1201 actions"),
        (-1, VoloError, "action must be 0 to 65535"),
        (1.0, TypeError, "action must be an int, not float"),
        ((), TypeError, "one or two ints"),
        ((29, 1, 1), TypeError, "one or two ints"),
        ((29, 1200), IllegalMoveError, r"\[R15\]"),
        (None, TypeError, "action must be an int, not NoneType"),
    ],
)
def test_wrong_actions_are_refused(action: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ActionSpace(4).move(action, "standard-4")


def test_actions_of_another_sky_are_refused() -> None:
    with pytest.raises(VoloError, match="actions on a sky of edge 4 in a position of edge 7"):
        ActionSpace(4).move(0, Position())
    for edge in (3, 9, -1, 10**30):
        with pytest.raises(volo.InvalidRulesError):
            ActionSpace(edge)
    with pytest.raises(TypeError):
        ActionSpace("standard")  # type: ignore[arg-type]


@given(st.integers(0, 2**16 - 1), st.sampled_from(EDGES))
def test_names_are_those_of_the_space_or_an_error(action: int, edge: int) -> None:
    space = ActionSpace(edge)
    if action < space.size:
        assert space.name(np.int64(action)) == space.name(action)
    else:
        with pytest.raises(VoloError, match=f"action {action} is out of range"):
            space.name(action)
