"""Tests of the methods of Batch for learners: actions, masks, resets, opponents, observations and copies."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import volo
from support.strategies import made_up, some_rules
from volo import BLUE, ORANGE, Batch, Color, IllegalMoveError, Position, Turn, VoloError

pytestmark = pytest.mark.backends

OVER = Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4")
DIVIDING = Turn("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")
NO = Batch.NO_ACTION
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, ">i8", "<u2", ">u2", "l"]


def some_turns(count: int, seed: int = 1) -> list[Turn]:
    """Turns under various rule sets. In some of them the game is over, and in one of them a flight was chosen."""
    random = Random(seed)
    positions = [made_up(random, some_rules(random, 4 + number % 5)) for number in range(count)]
    return [*map(Turn, positions), Turn(OVER), DIVIDING]


def state(batch: Batch) -> tuple[object, ...]:
    """Everything that a call may change, and the actions that the generators draw next."""
    return batch.turns, batch.plies.tolist(), batch.copy().random_actions().tolist()


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 99), threads=st.integers(1, 3), dtype=st.sampled_from(INTEGERS[2:4] + INTEGERS[5:]))
def test_a_batch_steps_as_its_turns_do(seed: int, threads: int, dtype: Any) -> None:
    expected = some_turns(150, seed)
    batch = Batch(positions=expected, threads=threads, seed=seed)
    for _ in range(12):
        actions, offsets = batch.legal_actions()
        assert [part.tolist() for part in np.split(actions, offsets[1:-1])] == [
            turn.legal_actions() for turn in expected
        ]
        drawn = batch.random_actions()
        before = [turn.outcome() for turn in expected]
        assert (drawn == NO).tolist() == [outcome is not None for outcome in before]
        given = drawn.astype(dtype) if np.dtype(dtype).itemsize > 2 or np.dtype(dtype).kind == "u" else drawn
        rewards, terminated, truncated = batch.step(given)
        expected = [
            turn if action == NO else turn.step(action) for turn, action in zip(expected, drawn.tolist(), strict=True)
        ]
        assert batch.turns == expected
        assert terminated.tolist() == [turn.outcome() is not None for turn in expected] == batch.terminated.tolist()
        assert not truncated.any()
        for reward, turn, was in zip(rewards.tolist(), expected, before, strict=True):
            outcome = turn.outcome()
            winner = outcome.winner if outcome and not was else None
            assert reward == [0 if winner is None else 1 if winner == color else -1 for color in Color]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_actions_may_have_any_integer_type(dtype: Any) -> None:
    batch = Batch(2, "standard-4")
    batch.step(np.array([A3, A3], dtype))
    assert batch.plies.tolist() == [1, 1]
    if np.dtype(dtype).kind == "i":
        batch.step(np.array([-1, -1], dtype))
        assert batch.plies.tolist() == [1, 1]


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


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (None, TypeError),
        ([1, 2], TypeError),
        (3, TypeError),
        (np.array([1.0, 2.0]), TypeError),
        (np.array([True, False]), TypeError),
        (np.array([[1, 2]]), TypeError),
        (np.array(["a3", "a3"]), TypeError),
        (np.array([None, None]), TypeError),
        (np.array(5), TypeError),
        (np.zeros(2, "m8"), TypeError),
        (np.zeros(2, [("action", "i4")]), TypeError),
        (np.zeros(3, int), VoloError),
        (np.zeros(0, int), VoloError),
        (np.broadcast_to(np.int64(1), 2**50), VoloError),
        (np.broadcast_to(np.array(1, ">i4"), 2**50), VoloError),
    ],
)
def test_actions_of_another_type_or_length_are_refused(actions: Any, error: type[Exception]) -> None:
    batch = Batch(2, "standard-4")
    before = state(batch)
    with pytest.raises(error):
        batch.step(actions)
    assert state(batch) == before


def outputs(games: int) -> list[NDArray[Any]]:
    return [np.full((games, 2), 7, np.float32), np.ones(games, bool), np.ones(games, bool)]


def test_a_step_writes_to_the_arrays_that_are_given() -> None:
    batch, out = Batch(3, "standard-4"), tuple(outputs(3))
    returned = batch.step(np.array([A3, NO, A3]), out=out)  # type: ignore[arg-type]
    assert all(one is other for one, other in zip(returned, out, strict=True))
    assert not any(array.any() for array in out)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda out: out[:2], TypeError),
        (lambda out: [*out, out[1]], TypeError),
        (lambda out: [out[0], out[1], None], TypeError),
        (lambda out: [out[0].astype("f8"), *out[1:]], TypeError),
        (lambda out: [out[0], out[1].view("u1"), out[2]], TypeError),
        (lambda out: [out[0].T, *out[1:]], VoloError),
        (lambda out: [out[0][:2], *out[1:]], VoloError),
        (lambda out: [np.zeros((3, 4), "f4")[:, ::2], *out[1:]], VoloError),
        (lambda out: [out[0], read_only(out[1]), out[2]], VoloError),
        (lambda out: [out[0], out[1], out[1]], VoloError),
        (lambda out: [out[0], out[0].view(bool).ravel()[:3], out[2]], VoloError),
    ],
)
def test_other_arrays_to_write_to_are_refused(change: Callable[[Any], Any], error: type[Exception]) -> None:
    batch = Batch(3, "standard-4")
    before = state(batch)
    with pytest.raises(error):
        batch.step(np.array([A3] * 3), out=tuple(change(outputs(3))))
    assert state(batch) == before
    with pytest.raises(TypeError):
        batch.step(np.array([A3] * 3), out=outputs(3))  # type: ignore[arg-type]
    assert state(batch) == before


@pytest.mark.parametrize("edge", range(4, 9))
def test_masks_show_the_legal_actions(edge: int) -> None:
    batch = Batch(20, f"standard-{edge}", seed=edge)
    size = batch.action_space.size
    assert batch.action_space == volo.ActionSpace(edge)
    mask, bits = np.ones((20, size), bool), np.full((20, -(-size // 8)), 255, np.uint8)
    for _ in range(15):
        assert batch.legal_mask(mask) is mask
        assert batch.legal_mask(out=bits, packed=True) is bits
        assert np.array_equal(np.unpackbits(bits, axis=1, count=size, bitorder="little"), mask)
        actions, offsets = batch.legal_actions()
        assert np.array_equal(np.flatnonzero(mask) % size, actions)
        assert np.array_equal(mask.sum(axis=1), np.diff(offsets))
        batch.step(batch.random_actions())
    # The bits beyond the action space are 0.
    assert not np.unpackbits(bits, axis=1, bitorder="little")[:, size:].any()


def test_games_on_different_skies_have_no_mask() -> None:
    batch = Batch(positions=["standard-4", "standard-4", "standard-6"])
    for call in (batch.legal_mask, lambda: batch.action_space):
        with pytest.raises(VoloError, match="game 2 is on a sky of edge 6, and game 0 on a sky of edge 4"):
            call()
    with pytest.raises(VoloError, match="without games"):
        Batch(0).legal_mask()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda batch: batch.legal_mask(np.zeros((3, 1201), np.uint8)), TypeError),
        (lambda batch: batch.legal_mask(np.zeros((3, 151), bool), packed=True), TypeError),
        (lambda batch: batch.legal_mask(np.zeros((3, 1200), bool)), VoloError),
        (lambda batch: batch.legal_mask(np.zeros((3, 151), np.uint8)[:, ::-1], packed=True), VoloError),
        (lambda batch: batch.legal_mask(read_only(np.zeros((3, 1201), bool))), VoloError),
        (lambda batch: batch.legal_mask([[]]), TypeError),
        (lambda batch: batch.random_actions(np.zeros(3, np.int64)), TypeError),
        (lambda batch: batch.random_actions(np.zeros(2, np.uint16)), VoloError),
        (lambda batch: batch.random_actions(read_only(np.zeros(3, np.uint16))), VoloError),
        (lambda batch: batch.observe(size=8), VoloError),
        (lambda batch: batch.observe(size=16), VoloError),
        (lambda batch: batch.observe(dtype="complex64"), TypeError),
        (lambda batch: batch.observe(player=1), TypeError),
        (lambda batch: batch.observe(symmetry="mirror"), TypeError),
        (lambda batch: batch.observe(np.zeros((3, 10, 15, 15), np.uint8), chosen=True), VoloError),
        (lambda batch: batch.seed(-1), VoloError),
        (lambda batch: batch.seed(2**64), VoloError),
        (lambda batch: batch.seed("1"), TypeError),
        (lambda batch: batch.seed(np.array([1, 2])), VoloError),
        (lambda batch: batch.seed(np.array([1, 2, -3])), VoloError),
        (lambda batch: batch.seed(np.array([1.0, 2, 3])), TypeError),
        (lambda batch: batch.set_positions(["standard-4"]), VoloError),
        (lambda batch: batch.set_positions(["standard-4"], np.array([3])), IndexError),
        (lambda batch: batch.set_positions(["standard-4"], np.array([True])), IndexError),
        (lambda batch: batch.set_positions(["standard-4", "nonsense", "standard-4"]), VoloError),
        (lambda batch: batch.set_positions([1, 2, 3]), TypeError),
        (lambda batch: batch.set_positions(["standard-4"], 1), TypeError),
        (lambda batch: batch.set_positions(None), TypeError),
        (lambda batch: batch[1], TypeError),
        (lambda batch: batch["a"], TypeError),
        (lambda batch: batch[None], TypeError),
        (lambda batch: batch[[1, 2]], TypeError),
        (lambda batch: batch[np.array([3])], IndexError),
        (lambda batch: batch[np.array([1.0])], IndexError),
        (lambda batch: batch[np.array([[1]])], TypeError),
        (lambda batch: batch[np.array([True])], IndexError),
        (lambda batch: batch[np.broadcast_to(np.int64(1), 2**50)], VoloError),
        (lambda batch: batch[np.array(1)], TypeError),
        (list, TypeError),
    ],
)
def test_wrong_arguments_change_nothing(call: Callable[[Batch], object], error: type[Exception]) -> None:
    batch = Batch(3, "standard-4")
    batch.step(batch.random_actions())
    before = state(batch)
    with pytest.raises(error):
        call(batch)
    assert state(batch) == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": -1}, VoloError),
        ({"seed": 1.0}, TypeError),
        ({"seed": np.array([1])}, VoloError),
        ({"max_plies": -1}, VoloError),
        ({"max_plies": 2**31}, VoloError),
        ({"autoreset": "now"}, VoloError),
        ({"autoreset": True}, TypeError),
        ({"opponent": "perfect"}, VoloError),
        ({"opponent": 1}, TypeError),
        ({"player": ORANGE}, TypeError),
        ({"player": 1, "opponent": "uniform"}, TypeError),
        ({"player": np.array([0, 1]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0, 1, 2]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0, 1, -1]), "opponent": "uniform"}, VoloError),
        ({"player": np.array([0.0, 1, 1]), "opponent": "uniform"}, TypeError),
    ],
)
def test_wrong_options_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(3, "standard-4", **arguments)


def test_R19_games_are_truncated_after_max_plies() -> None:
    batch = Batch(2, "standard-4", max_plies=2)
    for truncated in ([False, False], [True, True]):
        assert batch.step(batch.random_actions())[2].tolist() == truncated == batch.truncated.tolist()
    assert batch.random_actions().tolist() == [NO, NO]
    assert batch.legal_actions()[1].tolist() == [0, 0, 0]
    assert not batch.legal_mask().any()
    assert batch.step(np.array([-1, -1]))[2].all()
    with pytest.raises(IllegalMoveError) as raised:
        batch.step(np.array([NO, A3]))
    assert (raised.value.ruling, raised.value.index) == ("R19", 1)
    # `play` goes on.
    codes, offsets = batch.legal_moves()
    batch.play(codes[offsets[:-1]])
    assert batch.plies.tolist() == [3, 3]


@pytest.mark.parametrize("mode", ["next-step", "same-step"])
def test_finished_games_begin_again(mode: Literal["next-step", "same-step"]) -> None:
    batch = Batch(50, "standard-4", max_plies=30, autoreset=mode, seed=3)
    start, over, ends = Turn("standard-4"), np.zeros(50, bool), 0
    for _ in range(80):
        before, actions = batch.turns, batch.random_actions()
        rewards, terminated, truncated = batch.step(actions)
        ends_now = terminated | truncated
        last = batch.observe(before_reset=True, chosen=True)
        for game, turn in enumerate(batch.turns):
            if mode == "next-step" and over[game]:
                assert turn == start
                assert not ends_now[game]
                assert not rewards[game].any()
                continue
            after = before[game].step(int(actions[game]))
            assert turn == (start if mode == "same-step" and ends_now[game] else after)
            assert np.array_equal(last[game], after.observe(15))
            assert (after.outcome() is not None) == terminated[game]
        over = ends_now
        ends += int(ends_now.sum())
    assert ends > 50


@pytest.mark.parametrize("policy", ["uniform", "careful"])
def test_the_opponent_answers(policy: Literal["uniform", "careful"]) -> None:
    players = np.arange(40) % 2
    batches = [
        Batch(40, "standard-4", opponent=policy, player=players, seed=5, threads=threads, autoreset="next-step")
        for threads in (1, 2)
    ]
    assert batches[0].plies.tolist() == players.tolist()
    for _ in range(30):
        actions = [batch.random_actions() for batch in batches]
        assert np.array_equal(*actions)
        _, terminated, _ = batches[0].step(actions[0])
        batches[1].step(actions[1])
        assert batches[0].turns == batches[1].turns
        assert np.array_equal(batches[0].turn[~terminated], players[~terminated])
    assert batches[0].turns != Batch(40, "standard-4").turns
    one = Batch(5, "standard-4", opponent=policy, player=BLUE)
    assert one.turn.tolist() == [1] * 5
    one.reset()
    assert one.plies.tolist() == [1] * 5


def test_seeds_decide_the_actions() -> None:
    def actions(seed: Any) -> list[int]:
        batch = Batch(64, seed=seed)
        return np.concatenate([batch.random_actions() for _ in range(3)]).tolist()

    assert actions(1) == actions(1) != actions(2)
    each = np.arange(64) // 2
    pairs = np.array(actions(each.astype(np.uint8))).reshape(-1, 2)
    assert (pairs[:, 0] == pairs[:, 1]).all()
    assert len({*pairs[:32, 0].tolist()}) > 10
    batch = Batch(64)
    first = batch.random_actions()
    batch.seed(each)
    assert batch.random_actions().tolist() == actions(each)[:64]
    batch.seed(0)
    assert np.array_equal(batch.random_actions(), first)


def play_on(batch: Batch) -> tuple[object, ...]:
    """What the next steps of a batch do."""
    batch = batch.copy()
    seen = [[array.tolist() for array in batch.step(batch.random_actions())] for _ in range(10)]
    return seen, batch.turns, batch.plies.tolist(), batch.observe(before_reset=True, size=15).tobytes()


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("opponent", [None, "uniform"])
def test_copies_pickles_and_subsets_play_on_alike(opponent: Any, drawn: bool) -> None:
    batch = Batch(positions=some_turns(100), opponent=opponent, autoreset="same-step", max_plies=20, seed=9)
    if drawn:
        for _ in range(5):
            batch.step(batch.random_actions())
    expected = play_on(batch)
    everything = np.arange(len(batch))
    for same in (
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
        batch[:],
        batch[everything],
        batch[everything >= 0],
    ):
        assert state(same) == state(batch)
        assert play_on(same) == expected
        before = state(batch)
        same.reset()
        assert state(batch) == before
    some = np.array([5, 5, -1, 0])
    assert batch[some].turns == [batch.turns[game] for game in some]
    assert batch[3:1].turns == []
    assert batch[::-1].copy()[::-1].turns == batch.turns
    batch.reset()
    subset = batch[some]
    subset.reset()
    assert opponent or subset.turns == [batch.turns[game] for game in some]


def test_a_pickle_is_compact() -> None:
    batch = Batch(1000)
    assert len(pickle.dumps(batch)) < 10_000
    for _ in range(30):
        batch.step(batch.random_actions())
    assert len(pickle.dumps(batch)) < 80_000


def test_a_damaged_pickle_is_refused() -> None:
    batch = Batch(positions=some_turns(30), max_plies=40, autoreset="same-step")
    batch.step(batch.random_actions())
    restore, (image, threads) = batch.__reduce__()  # type: ignore[misc]
    assert restore(image, threads).turns == batch.turns
    random = Random(1)
    for _ in range(300):
        damaged = bytearray(image)
        damaged[random.randrange(len(image))] ^= 1 << random.randrange(8)
        with pytest.raises(VoloError, match="not those of a batch"):
            restore(bytes(damaged), threads)
        with pytest.raises(VoloError, match="not those of a batch"):
            restore(image[: random.randrange(len(image))], threads)
    with pytest.raises(VoloError, match="not those of a batch"):
        restore(image + b"\0", threads)
    for wrong in (None, "", bytearray(image)):
        with pytest.raises(TypeError):
            restore(wrong, threads)


def checksum(data: bytes) -> bytes:
    """FNV-1a with 64 bits."""
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total.to_bytes(8, "little")


def test_a_forged_pickle_is_checked() -> None:
    restore, (image, threads) = Batch(positions=some_turns(20)).__reduce__()  # type: ignore[misc]
    body = image[:-8]
    assert body + checksum(body) == image
    random, refused = Random(2), 0
    for _ in range(3000):
        forged = bytearray(body)
        for _ in range(random.randint(1, 3)):
            forged[random.randrange(len(body))] = random.randrange(256)
        try:
            batch = restore(bytes(forged) + checksum(forged), threads)
        except VoloError:
            refused += 1
        else:
            batch.step(batch.random_actions())
    assert refused > 1000


def test_games_go_on_from_other_positions() -> None:
    batch = Batch(4, "standard-4")
    batch.step(batch.random_actions())
    middle = "2/b3o/b5/b2o/3bo1/3b1/2 b 0 standard-4"
    batch.set_positions([middle, DIVIDING, "standard-5"], np.array([True, False, True, True]))
    assert batch.positions[0].fen() == middle
    assert batch.turns[2:] == [DIVIDING, Turn("standard-5")]
    assert batch.plies.tolist() == [0, 1, 0, 0]
    batch.set_positions(iter([OVER] * 4))
    assert batch.terminated.all()
    batch.reset()
    assert batch.turns == [Turn("standard-4")] * 4


def test_R15_between_two_decisions_moves_finish_the_turn() -> None:
    batch = Batch(positions=[DIVIDING])
    codes, _ = batch.legal_moves()
    assert [str(volo.Move.from_code(code)) for code in codes.tolist()] == ["c2-E3/a2", "c2-E3/b5"]
    assert batch.positions == [DIVIDING.position]
    with pytest.raises(IllegalMoveError, match=r"R15"):
        batch.play(np.array([DIVIDING.position.legal_moves()[0].code], np.uint32))
    batch.play(codes[:1])
    assert batch.positions == [DIVIDING.position.play("c2-E3/a2")]


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float32", "float64"])
@pytest.mark.parametrize("chosen", [False, True])
def test_observations_are_those_of_the_turns(dtype: str, chosen: bool) -> None:
    turns = some_turns(60)
    batch = Batch(positions=turns)
    mirror = volo.Symmetry("mirror-rotate-60")
    for player in (None, ORANGE, BLUE):
        planes = batch.observe(player=player, dtype=dtype, symmetry=mirror, chosen=chosen)
        assert planes.dtype == dtype
        for turn, seen in zip(turns, planes, strict=True):
            source = turn if chosen else turn.position
            assert np.array_equal(seen, source.observe(15, player, symmetry=mirror))
    small = Batch(positions=[DIVIDING, OVER])
    out = np.ones((2, 12, 9, 9), np.float32)
    assert small.observe(out, size=9, dtype=np.float32, chosen=True) is out
    assert np.array_equal(out[0], DIVIDING.observe(9))


def test_planes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(VoloError, match="game 1: the side of a plane"):
        Batch(positions=["standard-4", "standard-5"]).observe(size=7)


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
