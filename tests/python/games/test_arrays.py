"""Games on arrays, in a Batch or an ArrayGame: types, arrays to write to, errors, pickles. Rust tests the games."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from itertools import chain, repeat
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import volo
from support import pictures
from support.pages import ROOT
from support.strategies import made_up, some_rules
from volo import BLUE, ORANGE, ArrayGame, Batch, Decision, IllegalMoveError, Position, VoloError

OVER = Position.from_fen(pictures.OVER)
DIVIDING = Decision(pictures.DIVIDES, "c2-E3")
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]


def some_turns(count: int, seed: int = 1) -> list[Decision]:
    """Turns under various rule sets. In some of them the game is over, and in one of them a flight was chosen."""
    random = Random(seed)
    positions = [made_up(random, some_rules(random, 4 + number % 5)) for number in range(count)]
    return [*map(Decision, positions), Decision(OVER), DIVIDING]


def state(batch: Batch) -> tuple[object, ...]:
    shown = batch.observe(before_reset=True, size=15).tobytes()
    return batch.decisions, batch.plies.tolist(), shown, batch.copy().random_actions().tolist()


def outputs(games: int) -> list[NDArray[Any]]:
    return [np.full((games, 2), 7, np.float32), np.ones(games, bool), np.ones(games, bool)]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def test_arrays_have_the_promised_types() -> None:
    batch = Batch(6, "standard-4")
    assert (len(batch), batch.positions, repr(batch)) == (6, [Position("standard-4")] * 6, "<volo.Batch of 6 games>")
    codes, offsets = batch.legal_moves()
    arrays: list[NDArray[Any]] = [codes, offsets, batch.turn, batch.outcome, batch.reason, batch.plies, batch.observe()]
    assert [array.dtype.name for array in arrays] == ["uint32", "int64", "int8", "int8", "int8", "int32", "uint8"]
    assert [array.shape for array in arrays] == [(54,), (7,), (6,), (6,), (6,), (6,), (6, 10, 7, 7)]
    assert Batch(positions=["standard-4", "standard-6"]).observe().shape == (2, 10, 11, 11)
    assert Batch(0).observe().shape == (0, 10, 7, 7)
    batch = Batch(1, "standard-4", max_plies=1, autoreset="same-step")
    batch.set_positions(["standard-5"])
    batch.step(batch.random_actions())
    assert (batch.observe().shape[2], batch.observe(before_reset=True).shape[2]) == (7, 9)


@pytest.mark.parametrize("index", [0, 400])
def test_an_illegal_code_names_its_index_and_changes_nothing(index: int) -> None:
    batch = Batch(500, "standard-5", threads=2)
    batch.play(np.full(500, volo.Move("d3", edge=5).code, np.uint32))
    before, codes = state(batch), np.full(500, Batch.SKIP, np.uint32)
    codes[index] = volo.Move("b2", edge=5).code
    with pytest.raises(IllegalMoveError) as raised:
        batch.play(codes)
    error = raised.value
    assert (error.move, error.ruling, error.index) == ("b2", "R6", index)
    assert str(error).startswith(f"illegal move b2 at index {index}: ")
    assert pickle.loads(pickle.dumps(error)).index == index
    for wrong in (0xFFF, volo.Move("b3", edge=4).code):
        codes[index] = codes[-1] = wrong
        with pytest.raises(VoloError, match=f"index {index} ") as refused:
            batch.play(codes)
        assert type(refused.value) is VoloError
    with pytest.raises(VoloError, match="codes: expected one entry for each of the 500 games, not 499"):
        batch.play(codes[1:])
    assert state(batch) == before


INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, ">i8", "<u2", ">u2", "l"]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_actions_may_have_any_integer_type(dtype: Any) -> None:
    batch = Batch(2, "standard-4")
    batch.step(np.array([A3, A3], dtype))
    assert batch.plies.tolist() == [1, 1]
    if np.dtype(dtype).kind == "i":
        batch.step(np.array([-1, -1], dtype))
        assert batch.plies.tolist() == [1, 1]


def test_a_batch_without_a_seed_draws_one() -> None:
    seeds: list[Any] = [None, [None] * 64]
    for seed in seeds:
        one, two = (Batch(64, seed=seed).random_actions().tolist() for _ in range(2))
        assert one != two


def play_on(batch: Batch) -> tuple[object, ...]:
    batch = batch.copy()
    seen = [[array.tolist() for array in batch.step(batch.random_actions())] for _ in range(10)]
    return seen, batch.decisions, batch.plies.tolist(), batch.observe(before_reset=True, size=15).tobytes()


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("opponent", [None, "uniform"])
def test_copies_pickles_and_subsets_play_on_alike(opponent: Any, drawn: bool) -> None:
    mode: Any = "next-step" if drawn and opponent else "same-step"
    batch = Batch(positions=some_turns(100), opponent=opponent, autoreset=mode, max_plies=20, seed=9)
    for _ in range(5 if drawn else 0):
        batch.step(batch.random_actions())
    expected, before, everything = play_on(batch), state(batch), np.arange(len(batch))
    pickled = pickle.loads(pickle.dumps(batch))
    for same in (copy.copy(batch), copy.deepcopy(batch), pickled, batch[:], batch[everything], batch[everything >= 0]):
        assert (state(same), play_on(same)) == (before, expected)
        same.reset()
        assert state(batch) == before
    some = np.array([5, 5, -1, 0])
    assert batch[some].decisions == [batch.decisions[game] for game in some]
    assert batch[3:1].decisions == []
    assert state(batch[::-1].copy()[::-1]) == before
    assert batch[::-1].random_actions()[::-1].tolist() == batch.copy().random_actions().tolist()


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("chosen", [False, True])
def test_observations_are_those_of_the_turns(dtype: str, chosen: bool) -> None:
    turns = some_turns(20)
    batch = Batch(positions=turns)
    mirror = volo.Symmetry("mirror-rotate-60")
    for player in (None, ORANGE, BLUE):
        planes = batch.observe(player=player, dtype=dtype, symmetry=mirror, chosen=chosen)
        assert planes.dtype == dtype
        for turn, seen in zip(turns, planes, strict=True):
            source = turn if chosen else turn.position
            assert np.array_equal(seen, source.observe(15, player, symmetry=mirror))
    out = np.ones((1, 12, 9, 9), np.float32)
    assert Batch(positions=[DIVIDING]).observe(out, size=9, dtype=np.float32, chosen=True) is out
    assert np.array_equal(out[0], DIVIDING.observe(9))


def test_a_step_with_given_arrays_allocates_no_array() -> None:
    batch = Batch(4000, "standard-4", autoreset="same-step", max_plies=20, threads=1)
    rewards, terminated, truncated = outputs(4000)
    actions, mask, bits = batch.random_actions(), batch.legal_mask(), batch.legal_mask(packed=True)
    planes = batch.observe(size=7, dtype=np.float32)

    def step() -> None:
        batch.random_actions(actions)
        batch.step(actions, out=(rewards, terminated, truncated))
        batch.legal_mask(mask)
        batch.legal_mask(bits, packed=True)
        batch.observe(planes, size=7, dtype=np.float32)

    step()
    tracemalloc.start()
    try:
        for _ in range(3):
            step()
        # NumPy reports its arrays. The smallest of one element for each game would have 4,000 bytes.
        assert tracemalloc.get_traced_memory()[1] < 4000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("dtype", "number"),
    [("u2", 1201), ("u2", 65_534), ("i4", 65_536), ("i8", -2), ("i8", -(2**63)), ("i8", 2**63 - 1), ("u8", 2**64 - 1)],
)
def test_an_action_out_of_range_is_named(dtype: str, number: int) -> None:
    batch = Batch(4, "standard-4")
    before = state(batch)
    with pytest.raises(VoloError) as raised:
        batch.step(np.array([A3, A3, number, number], dtype))
    assert str(raised.value) == f"game 2: action {number} is out of range: the action space has 1201 actions"
    assert type(raised.value) is VoloError
    assert state(batch) == before


def acting(actions: Any) -> Callable[[Batch], object]:
    return lambda batch: batch.step(actions)


def writing(change: Callable[[list[NDArray[Any]]], Any]) -> Callable[[Batch], object]:
    """A step that writes to other arrays than it should."""
    return lambda batch: batch.step(np.array([A3] * 3), out=change(outputs(3)))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (acting(None), TypeError),
        (acting(np.array([1.0, 2.0, 3.0])), TypeError),
        (acting(np.array([True, False, True])), TypeError),
        (acting(np.array([[1, 2, 3]])), TypeError),
        (acting(np.array([None, None, None])), TypeError),
        (acting(np.zeros(3, [("action", "i4")])), TypeError),
        (acting(np.zeros(4, int)), VoloError),
        (acting(np.broadcast_to(np.int64(1), 2**50)), VoloError),
        (writing(list), TypeError),
        (writing(lambda out: tuple(out[:2])), TypeError),
        (writing(lambda out: (out[0], out[1], None)), TypeError),
        (writing(lambda out: (out[0].astype("f8"), *out[1:])), TypeError),
        (writing(lambda out: (out[0][:2], *out[1:])), VoloError),
        (writing(lambda out: (np.zeros((3, 4), "f4")[:, ::2], *out[1:])), VoloError),
        (writing(lambda out: (out[0], read_only(out[1]), out[2])), VoloError),
        (writing(lambda out: (out[0], out[1], out[1])), VoloError),
        (writing(lambda out: (out[0], out[0].view(bool).ravel()[:3], out[2])), VoloError),
        (lambda batch: batch.legal_mask(np.zeros((3, 1201), np.uint8)), TypeError),
        (lambda batch: batch.legal_mask(np.zeros((3, 1200), bool)), VoloError),
        (lambda batch: batch.legal_mask(np.zeros((3, 151), np.uint8)[:, ::-1], packed=True), VoloError),
        (lambda batch: batch.legal_mask(read_only(np.zeros((3, 1201), bool))), VoloError),
        (lambda batch: batch.random_actions(np.zeros(3, np.int64)), TypeError),
        (lambda batch: batch.observe(np.zeros((3, 10, 15, 15), np.uint8), chosen=True), VoloError),
        (lambda batch: batch.seed(-1), VoloError),
        (lambda batch: batch.seed("1"), TypeError),
        (lambda batch: batch.seed(np.array([1, 2])), VoloError),
        (lambda batch: batch.reset(np.array([True, False])), VoloError),
        (lambda batch: batch.reset(np.ones(3, np.uint8)), TypeError),
        (lambda batch: batch.set_positions(["standard-4"]), VoloError),
        (lambda batch: batch.set_positions(["standard-4"], np.array([3])), IndexError),
        (lambda batch: batch.set_positions(["standard-4", "nonsense", "standard-4"]), volo.InvalidRulesError),
        (lambda batch: batch.set_positions(["standard-4"], 1), TypeError),
        (lambda batch: batch[1], TypeError),
        (lambda batch: batch[[1, 2]], TypeError),
        (lambda batch: batch[np.array([3])], IndexError),
        (lambda batch: batch[np.array([1.0])], IndexError),
        (lambda batch: batch[np.broadcast_to(np.int64(1), 2**50)], VoloError),
        (list, TypeError),
    ],
)
def test_wrong_arguments_change_nothing(call: Callable[[Batch], object], error: type[Exception]) -> None:
    batch = Batch(3, "standard-4")
    batch.step(batch.random_actions())
    before = state(batch)
    with pytest.raises(error) as refused:
        call(batch)
    assert type(refused.value) is error
    assert state(batch) == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, TypeError),
        ({"rules": "standard", "positions": [OVER]}, TypeError),
        ({"positions": [OVER, 5]}, TypeError),
        ({"n": 1, "threads": 0}, VoloError),
        ({"n": 3, "seed": -1}, VoloError),
        ({"n": 3, "seed": np.array([1])}, VoloError),
        ({"n": 3, "autoreset": "now"}, VoloError),
        ({"n": 3, "opponent": "perfect"}, VoloError),
        ({"n": 3, "player": ORANGE}, TypeError),
        ({"n": 3, "player": True, "opponent": "uniform"}, TypeError),
        ({"n": 3, "player": np.array([0, 1]), "opponent": "uniform"}, VoloError),
        ({"n": 3, "player": np.array([0, 1, 2]), "opponent": "uniform"}, VoloError),
        ({"n": 3, "player": np.array([0.0, 1, 1]), "opponent": "uniform"}, TypeError),
    ],
    ids=repr,
)
def test_wrong_options_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(**arguments)


def test_a_batch_has_a_number_of_games_from_each_position() -> None:
    starts: list[Any] = [Position("standard-4"), "standard-5", volo.Decision(Position("french-4"))]
    batch = Batch(3, positions=starts, seed=4)
    whole = Batch(positions=[start for start in starts for _ in range(3)], seed=4)
    assert batch.decisions == whole.decisions
    assert batch.random_actions().tolist() == whole.random_actions().tolist()
    assert len(Batch(0, positions=starts)) == len(Batch(5, positions=[])) == 0
    with pytest.raises(VoloError, match="at most 10000000 games"):
        Batch(10_000_000, positions=starts)
    with pytest.raises(TypeError, match="a number of games and rules, or positions"):
        Batch(3, "standard-4", positions=starts)  # type: ignore[call-overload]


# ArrayGame, whose games are rows of arrays.

GAME = ArrayGame("standard-4", threads=1)


def same(ours: Any, theirs: Any) -> bool:
    return np.array_equal(ours, theirs)


def test_its_properties_are_those_of_its_rule_set() -> None:
    assert repr(GAME) == "ArrayGame('standard-4', threads=1)"
    assert (GAME.rules, GAME.action_space) == (volo.Rules("standard-4"), volo.ActionSpace(4))
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
    assert GAME.decisions(states) == [Decision("standard-4").step(A3)] * 3
    assert np.array_equal(GAME.states(GAME.decisions(states)), states)
    for masks, turn in zip(GAME.legal_mask(states), GAME.decisions(states), strict=True):
        assert np.flatnonzero(masks).tolist() == turn.legal_actions()


ONE, ZEROS, ONES = GAME.initial(1), np.zeros((1, 3), np.uint32), np.full((1, 3), 2**32 - 1, np.uint32)
CHOSEN = ONE | np.array([0, 0, 99 << 16], np.uint32)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: GAME.decisions(np.zeros((1, 4), np.uint32)), VoloError, r"the shape \[1, 3\], not \[1, 4\]"),
        (lambda: GAME.decisions(ZEROS), VoloError, "row 0: Orange has no bird; Blue has no bird"),
        *(
            (lambda call=call: call(ONES), VoloError, "row 0: a bit is set")
            for call in (GAME.decisions, GAME.legal_mask)
        ),
        (lambda: GAME.observe(ONES), VoloError, "row 0: a bit is set"),
        (lambda: GAME.step(ONES, np.array([A3])), VoloError, "row 0: a bit is set"),
        (lambda: GAME.decisions(CHOSEN), VoloError, "row 0: the chosen action 99"),
        (lambda: GAME.decisions(np.zeros((1, 3), np.int64)), TypeError, "uint32"),
        (lambda: GAME.decisions(np.zeros(3, np.uint32)), TypeError, "with 2 dimensions, not 1"),
        (lambda: GAME.decisions([[0, 0, 0]]), TypeError, "uint32"),  # type: ignore[arg-type]
        (lambda: GAME.decisions(np.broadcast_to(np.uint32(0), (2**40, 3))), VoloError, "rows"),
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
def test_wrong_rows_are_refused(call: Callable[[], object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_no_rows_are_fine() -> None:
    states, player, rewards, ended, masks = GAME.step(GAME.initial(0), np.zeros(0, int))
    assert [column.shape for column in (states, masks, player, rewards, ended)] == [(0, 3), (0, 1201), *[(0,)] * 3]
    assert (GAME.decisions(states), GAME.observe(states).shape, GAME.states([]).shape) == ([], (0, 12, 7, 7), (0, 3))


def test_a_worker_steps_games_in_shared_memory() -> None:
    program = ROOT / "docs" / "examples" / "shared_steps.py"
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    orange, blue, games = map(int, re.findall(r"\d+", run.stdout))
    assert min(orange, blue) > 80
    assert orange + blue <= games == 256
    assert not run.stderr


class WithArray:
    def __init__(self, numbers: NDArray[Any], *later: NDArray[Any]) -> None:
        self.given = chain([numbers], repeat(later[0] if later else numbers))

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return next(self.given)


class Copying(WithArray):
    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return next(self.given).copy()


class WithDLPack:
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
    planes, mask = np.ones((2, 10, 7, 7), np.uint8), np.zeros((2, 1201), bool)
    batch.observe(other(planes))
    batch.legal_mask(other(mask))
    drawn = np.zeros(2, np.uint16)
    batch.random_actions(other(drawn))
    assert np.array_equal(planes, batch.observe())
    assert np.array_equal(mask, batch.legal_mask())
    assert mask[[0, 1], drawn].all()
    assert batch[other(np.array([1]))].decisions == batch.decisions[1:]
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
