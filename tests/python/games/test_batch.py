"""Batch, which plays games in lockstep: types of arrays, arrays to write to, errors, pickles. Rust tests the games."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import volo
from support import pictures
from support.strategies import made_up, some_rules
from volo import BLUE, ORANGE, Batch, Decision, IllegalMoveError, InvalidRulesError, Move, Position, VoloError

OVER = Position.from_fen(pictures.OVER)
DIVIDING = Decision(pictures.DIVIDES, "c2-E3")
NO = Batch.NO_ACTION
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]


def some_turns(count: int, seed: int = 1) -> list[Decision]:
    """Turns under various rule sets. In some of them the game is over, and in one of them a flight was chosen."""
    random = Random(seed)
    positions = [made_up(random, some_rules(random, 4 + number % 5)) for number in range(count)]
    return [*map(Decision, positions), Decision(OVER), DIVIDING]


def state(batch: Batch) -> tuple[object, ...]:
    """Everything that a call may change, and the actions that the generators draw next."""
    return batch.turns, batch.plies.tolist(), batch.copy().random_actions().tolist()


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
    assert [array.shape for array in arrays] == [(54,), (7,), (6,), (6,), (6,), (6,), (6, 10, 15, 15)]


@pytest.mark.parametrize("index", [0, 400])
def test_an_illegal_code_names_its_index_and_changes_nothing(index: int) -> None:
    batch = Batch(500, "standard-5", threads=2)
    batch.play(np.full(500, Move("d3", edge=5).code, np.uint32))
    before, codes = state(batch), np.full(500, Batch.SKIP, np.uint32)
    codes[index] = Move("b2", edge=5).code
    with pytest.raises(IllegalMoveError) as raised:
        batch.play(codes)
    error = raised.value
    assert (error.move, error.ruling, error.index) == ("b2", "R6", index)
    assert str(error).startswith(f"illegal move b2 at index {index}: ")
    assert pickle.loads(pickle.dumps(error)).index == index
    for wrong in (0xFFF, Move("b3", edge=4).code):
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


def test_an_illegal_action_is_named_with_its_ruling() -> None:
    batch = Batch(positions=["standard-4", OVER, DIVIDING])
    before = state(batch)
    keep = SPACE.of("c2-E3/a2")[1]
    for actions, move, ruling, index in [
        ([SPACE.pass_action, NO, keep], "pass", "R13", 0),
        ([keep, 3, 3], "/a2", "R15", 0),
        ([A3, A3, 3], "a3", "R17", 1),
        ([A3, NO, A3], "a3", "R15", 2),
    ]:
        with pytest.raises(IllegalMoveError) as raised:
            batch.step(np.array(actions))
        error = raised.value
        assert (error.move, error.ruling, error.index) == (move, ruling, index)
        assert state(batch) == before
    batch.step(np.array([A3, NO, keep]))
    assert batch.plies.tolist() == [1, 0, 1]


def test_seeds_may_be_one_number_or_an_array() -> None:
    batch = Batch(64, seed=5)
    seeds: list[Any] = [0, (np.arange(64) // 2).astype(np.uint8)]
    for seed in seeds:
        batch.seed(seed)
        drawn = batch.random_actions()
        assert np.array_equal(Batch(64, seed=seed).random_actions(), drawn)
    assert (drawn[::2] == drawn[1::2]).all()
    assert len({*drawn.tolist()}) > 10


def test_games_go_on_from_other_positions_and_are_reset_by_a_mask() -> None:
    batch = Batch(4, "standard-4")
    batch.step(batch.random_actions())
    middle = "2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4"
    batch.set_positions([middle, DIVIDING, "standard-5"], np.array([True, False, True, True]))
    assert batch.positions[0].fen() == middle
    assert batch.turns[2:] == [DIVIDING, Decision("standard-5")]
    assert batch.plies.tolist() == [0, 1, 0, 0]
    batch.set_positions(iter([OVER] * 4))
    assert batch.terminated.all()
    batch.reset(np.array([True, False, True, True]))
    assert batch.turns == [Decision(OVER if game == 1 else "standard-4") for game in range(4)]
    batch.reset()
    assert batch.turns == [Decision("standard-4")] * 4


def play_on(batch: Batch) -> tuple[object, ...]:
    """The results of the next steps of a batch."""
    batch = batch.copy()
    seen = [[array.tolist() for array in batch.step(batch.random_actions())] for _ in range(10)]
    return seen, batch.turns, batch.plies.tolist(), batch.observe(before_reset=True, size=15).tobytes()


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("opponent", [None, "uniform"])
def test_copies_pickles_and_subsets_play_on_alike(opponent: Any, drawn: bool) -> None:
    batch = Batch(positions=some_turns(100), opponent=opponent, autoreset="same-step", max_plies=20, seed=9)
    for _ in range(5 if drawn else 0):
        batch.step(batch.random_actions())
    expected, before, everything = play_on(batch), state(batch), np.arange(len(batch))
    pickled = pickle.loads(pickle.dumps(batch))
    for same in (copy.copy(batch), copy.deepcopy(batch), pickled, batch[:], batch[everything], batch[everything >= 0]):
        assert (state(same), play_on(same)) == (before, expected)
        same.reset()
        assert state(batch) == before
    some = np.array([5, 5, -1, 0])
    assert batch[some].turns == [batch.turns[game] for game in some]
    assert batch[3:1].turns == []
    assert batch[::-1].copy()[::-1].turns == batch.turns


@pytest.mark.parametrize(("edge", "size", "width"), [(4, 1201, 151), (8, 49_525, 6191)])
def test_masks_are_written_to_arrays(edge: int, size: int, width: int) -> None:
    batch = Batch(20, f"standard-{edge}")
    assert (batch.action_space, batch.action_space.size) == (volo.ActionSpace(edge), size)
    mask, bits = np.ones((20, size), bool), np.full((20, width), 255, np.uint8)
    assert batch.legal_mask(mask) is mask
    assert batch.legal_mask(out=bits, packed=True) is bits
    assert np.array_equal(np.flatnonzero(mask) % size, batch.legal_actions()[0])
    # The bits beyond the action space are 0.
    assert np.array_equal(np.unpackbits(bits, axis=1, bitorder="little"), np.pad(mask, ((0, 0), (0, 8 * width - size))))


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
        (lambda batch: batch.set_positions(["standard-4", "nonsense", "standard-4"]), InvalidRulesError),
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
    assert batch.turns == whole.turns
    assert batch.random_actions().tolist() == whole.random_actions().tolist()
    assert len(Batch(0, positions=starts)) == len(Batch(5, positions=[])) == 0
    with pytest.raises(VoloError, match="at most 10000000 games"):
        Batch(10_000_000, positions=starts)
    with pytest.raises(TypeError, match="a number of games and rules, or positions"):
        Batch(3, "standard-4", positions=starts)  # type: ignore[call-overload]
