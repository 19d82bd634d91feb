"""ActionSpace: its features, and what is refused. Tests in Rust check the numbers, their order and their symmetries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from support.strategies import EDGES
from volo import SYMMETRIES, ActionSpace, IllegalMoveError, InvalidRulesError, Move, NotationError, Rules, VoloError
from volo.reference import sky as reference

SPACE = ActionSpace(4)


@pytest.mark.parametrize("edge", EDGES)
def test_features_say_what_each_action_does(edge: int) -> None:
    space, sky, places = ActionSpace(edge), reference.sky(edge), Rules(edge=edge).spaces
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


def test_a_symmetry_maps_an_action_to_that_of_the_image() -> None:
    images, move = SPACE.transform(SYMMETRIES[7]), Move("b2:c3-E2", edge=4)
    assert (images.dtype.name, images.shape) == ("uint16", (SPACE.size,))
    assert images[SPACE.of(move)[0]] == SPACE.of(move.transform(SYMMETRIES[7]))[0]


def move_of(action: Any) -> Move:
    return SPACE.move(action, "standard-4")


@pytest.mark.parametrize(
    ("call", "given", "error", "message"),
    [
        (SPACE.of, "b2-SW1", IllegalMoveError, r": .*\b1\b.*\[R10\]"),
        (SPACE.of, "b2-E14", IllegalMoveError, r": .*\b4\b.*\[R10\]"),
        (SPACE.of, "d3:d5-NE1", IllegalMoveError, r": .*\[R9\]"),
        (SPACE.of, "b2:c4-E1", IllegalMoveError, r": .*\bb2\b.*\bc4\b.*\[R9\]"),
        (SPACE.of, "z1", NotationError, "no such space|has no space|expected"),
        (SPACE.of, "", NotationError, "expected a space such as b2"),
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
        *((ActionSpace, edge, InvalidRulesError, "edge") for edge in (3, 9, -1, 10**30)),
        (ActionSpace, "standard", TypeError, "edge"),
    ],
)
def test_what_has_no_number_or_is_none_is_refused(
    call: Callable[[Any], object], given: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(given)


def test_the_integers_of_numpy_are_numbers() -> None:
    assert SPACE.name(np.int64(29)) == SPACE.name(29) == "a3"
