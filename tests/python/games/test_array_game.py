"""Games on arrays check every row, and arrays of other libraries are read and written. Rust tests the games."""

from __future__ import annotations

import re
import subprocess
import sys
from array import array
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import volo
from support.pages import ROOT
from volo import ArrayGame, Batch, Decision, IllegalMoveError, VoloError

GAME = ArrayGame("standard-4", threads=1)
A3 = volo.ActionSpace(4).of("a3")[0]


def same(ours: Any, theirs: Any) -> bool:
    return np.array_equal(ours, theirs)


def test_its_properties_are_those_of_its_rule_set() -> None:
    assert repr(GAME) == "ArrayGame('standard-4', threads=1)"
    assert (GAME.rules, GAME.action_space) == (volo.Rules.standard(4), volo.ActionSpace(4))
    assert ArrayGame("standard-8").words == 13
    assert ArrayGame().rules == volo.Rules()


def test_a_step_in_place_changes_nothing_after_an_error() -> None:
    states = GAME.initial(3)
    out = (states, *GAME.step(states, np.full(3, A3))[1:])
    before: list[Any] = [column.copy() for column in out[:4]]
    with pytest.raises(IllegalMoveError) as raised:
        GAME.step(states, np.array([A3, 0, A3]), out=out)
    assert (raised.value.index, raised.value.move) == (1, "g2")
    assert all(map(same, out, before))
    assert GAME.step(states, np.full(3, A3), out=out) is out
    assert GAME.turns(states) == [Decision("standard-4").step(A3)] * 3
    assert np.array_equal(GAME.states(GAME.turns(states)), states)
    for masks, turn in zip(GAME.legal_mask(states), GAME.turns(states), strict=True):
        assert np.flatnonzero(masks).tolist() == turn.legal_actions()


ONE, ZEROS, ONES = GAME.initial(1), np.zeros((1, 3), np.uint32), np.full((1, 3), 2**32 - 1, np.uint32)
CHOSEN = ONE | np.array([0, 0, 99 << 16], np.uint32)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: GAME.turns(np.zeros((1, 4), np.uint32)), VoloError, r"the shape \[1, 3\], not \[1, 4\]"),
        (lambda: GAME.turns(ZEROS), VoloError, "row 0: Orange has no bird; Blue has no bird"),
        *((lambda call=call: call(ONES), VoloError, "row 0: a bit is set") for call in (GAME.turns, GAME.legal_mask)),
        (lambda: GAME.observe(ONES), VoloError, "row 0: a bit is set"),
        (lambda: GAME.step(ONES, np.array([A3])), VoloError, "row 0: a bit is set"),
        (lambda: GAME.turns(CHOSEN), VoloError, "row 0: the chosen action 99"),
        (lambda: GAME.turns(np.zeros((1, 3), np.int64)), TypeError, "uint32"),
        (lambda: GAME.turns(np.zeros(3, np.uint32)), TypeError, "with 2 dimensions, not 1"),
        (lambda: GAME.turns([[0, 0, 0]]), TypeError, "uint32"),  # type: ignore[arg-type]
        (lambda: GAME.turns(np.broadcast_to(np.uint32(0), (2**40, 3))), VoloError, "rows"),
        (lambda: GAME.step(GAME.initial(2), np.array([A3])), VoloError, "2 games"),
        (lambda: GAME.step(GAME.initial(2), np.array([A3, -1])), VoloError, "row 1: action -1 is out of range"),
        (lambda: GAME.step(ONE, np.array([0.5])), TypeError, "integers"),
        (lambda: GAME.step(ONE, np.array([A3]), masks="bits"), VoloError, "dense, packed"),  # type: ignore[call-overload]
        (lambda: GAME.step(ONE, np.array([A3]), out=(1, 2)), TypeError, "tuple of five"),
        (lambda: GAME.states(["standard-4", "standard-5"]), VoloError, "position 1 has the rule set standard-5"),
        (lambda: GAME.observe(ONE, size=5), VoloError, "size|side"),  # type: ignore[call-overload]
        (lambda: ArrayGame(threads=0), VoloError, "threads"),
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_no_rows_are_fine() -> None:
    states, player, rewards, ended, masks = GAME.step(GAME.initial(0), np.zeros(0, int))
    assert [column.shape for column in (states, masks, player, rewards, ended)] == [(0, 3), (0, 1201), *[(0,)] * 3]
    assert (GAME.turns(states), GAME.observe(states).shape, GAME.states([]).shape) == ([], (0, 12, 7, 7), (0, 3))


def test_a_worker_steps_games_in_shared_memory() -> None:
    program = ROOT / "docs" / "examples" / "shared_steps.py"
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    orange, blue, games = map(int, re.findall(r"\d+", run.stdout))
    assert min(orange, blue) > 80
    assert orange + blue <= games == 256
    assert not run.stderr


class WithArray:
    """An object that NumPy sees through `__array__`, which gives one array after the other."""

    def __init__(self, numbers: NDArray[Any], *later: NDArray[Any]) -> None:
        self.given = chain([numbers], repeat(later[0] if later else numbers))

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return next(self.given)


class Copying(WithArray):
    """An object whose method `__array__` gives copies."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return next(self.given).copy()


class WithDLPack:
    """An object that NumPy sees through `__dlpack__`."""

    def __init__(self, numbers: NDArray[Any]) -> None:
        self.numbers = numbers

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.numbers.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self.numbers.__dlpack_device__()


def buffer(numbers: Any) -> memoryview:
    return memoryview(numbers)


@pytest.mark.parametrize("other", [WithArray, WithDLPack, buffer])
def test_arrays_of_others_are_read_and_written(other: Callable[[NDArray[Any]], Any]) -> None:
    batch, actions = Batch(2, "standard-4"), np.array([A3, A3])
    rewards, terminated, truncated = np.ones((2, 2), np.float32), np.ones(2, bool), np.ones(2, bool)
    out = tuple(map(other, (rewards, terminated, truncated)))
    assert batch.step(other(actions), out=out) is out
    assert batch.plies.tolist() == [1, 1]
    assert not any(column.any() for column in (rewards, terminated, truncated))
    planes, mask = np.ones((2, 10, 15, 15), np.uint8), np.zeros((2, 1201), bool)
    batch.observe(other(planes))
    batch.legal_mask(other(mask))
    drawn = np.zeros(2, np.uint16)
    batch.random_actions(other(drawn))
    assert np.array_equal(planes, batch.observe())
    assert np.array_equal(mask, batch.legal_mask())
    assert mask[[0, 1], drawn].all()
    assert batch[other(np.array([1]))].turns == batch.turns[1:]
    batch.reset(other(np.array([True, False])))
    batch.seed(other(np.array([1, 2])))
    assert batch.plies.tolist() == [0, 1]

    states = GAME.initial(2)
    columns = GAME.step(states, actions)
    copies = [np.zeros_like(column) for column in columns]
    GAME.step(other(states), other(actions), out=tuple(map(other, copies)))
    assert all(map(same, columns, copies))
    shown = np.zeros((2, 12, 7, 7), np.float32)
    GAME.observe(other(states), other(shown), dtype="float32")
    assert np.array_equal(shown, GAME.observe(states))


def test_integers_of_the_standard_library_are_actions() -> None:
    batch = Batch(2, "standard-4")
    batch.step(array("l", [A3, A3]))
    batch.step(bytearray(2 * [28]))
    assert batch.plies.tolist() == [2, 2]


def test_arrays_of_others_that_would_lose_what_is_written_are_refused() -> None:
    states, actions, frozen = GAME.initial(2), np.array([A3, A3]), np.zeros((2, 1201), bool)
    frozen.setflags(write=False)
    lost: Any
    for lost in (Copying(np.zeros((2, 1201), bool)), buffer(frozen)):
        with pytest.raises(VoloError, match="writable"):
            GAME.legal_mask(states, lost)
        with pytest.raises(VoloError, match="masks must be writable"):
            GAME.step(states, actions, out=(*GAME.step(states, actions)[:4], lost))
        with pytest.raises(VoloError, match="writable"):
            Batch(2, "standard-4").legal_mask(lost)
    # NumPy cannot know that these arrays share memory.
    rewards, over = np.zeros((3, 2), np.float32), np.zeros(3, bool)
    with pytest.raises(VoloError, match="share"):
        Batch(3, "standard-4").step(np.full(3, A3), out=(rewards, WithDLPack(over), WithDLPack(over)))
    changing = WithArray(np.zeros(3, bool), over)
    with pytest.raises(VoloError, match="truncated must be writable"):
        Batch(3, "standard-4").step(np.full(3, A3), out=(rewards, WithDLPack(over), changing))
    with pytest.raises(TypeError):
        GAME.legal_mask(states, [[False] * 1201] * 2)  # type: ignore[call-overload]
