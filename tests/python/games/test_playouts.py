"""Tests of play_random: its columns, equality, other processes, progress and seeds. Tests in Rust check the games."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import threading
from time import monotonic, process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.pictures import OVER
from support.strategies import positions
from volo import Playouts, Position, Rules, VoloError, outcome

GAMES = volo.play_random(500, position="standard-4", seed=3, record=True, count_moves=True, tally=True)
PLAIN = volo.play_random(500, position="standard-4", seed=3)

DTYPES = {
    "winner": np.int8,
    "plies": np.int32,
    "orange_birds": np.int16,
    "blue_birds": np.int16,
    "adds": np.int32,
    "flights": np.int32,
    "passes": np.int32,
    "clearings": np.int32,
    "handed_over": np.bool_,
    "reason": np.int8,
    "legal_moves": np.int64,
}


def test_columns_have_the_promised_types_and_lengths() -> None:
    assert len(GAMES) == 500
    assert {name: column.dtype for name, column in GAMES.to_dict().items()} == DTYPES
    assert {column.shape for column in GAMES.to_dict().values()} == {(500,)}
    assert GAMES.to_dict()["winner"] is GAMES.winner
    assert PLAIN.to_dict().keys() == DTYPES.keys() - {"legal_moves"}
    assert (GAMES.moves.dtype.name, GAMES.offsets.dtype.name, GAMES.offsets.shape) == ("uint32", "int64", (501,))
    assert (GAMES.offsets[0], GAMES.offsets[-1]) == (0, len(GAMES.moves))
    with pytest.raises(AttributeError):
        GAMES.winner = GAMES.plies  # type: ignore[assignment, misc]


def test_recorded_playouts_are_a_sequence_of_games() -> None:
    late = Position("standard-4").play("a3")
    games = volo.play_random(3, positions=["standard-5", late], seed=1, record=True)
    assert games.starts == (Position("standard-5"), late)
    assert [game.start for game in games] == [Position("standard-5")] * 3 + [late] * 3
    assert (
        list(games) == [games[index] for index in range(6)] == [games.game(np.int64(index)) for index in range(-6, 0)]
    )
    for game, plies, winner in zip(games, games.plies, games.winner, strict=True):
        outcome = game.outcome()
        assert outcome is not None
        assert (len(game), -1 if outcome.winner is None else outcome.winner) == (plies, winner)
    assert pickle.loads(pickle.dumps(games))[5] == games[5]
    assert list(volo.play_random(0, record=True)) == []
    for index in (6, -7):
        with pytest.raises(IndexError):
            games[index]
    for other in ("0", slice(0, 2)):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            games[other]  # type: ignore[index]
    assert volo.play_random(1).starts is None


@pytest.mark.parametrize("order", ["<", ">"])
def test_playouts_are_pickled_by_machines_of_either_byte_order(order: str) -> None:
    games = volo.play_random(20, position="standard-4", record=True, tally=True, seed=0)
    columns = {each.name: getattr(games, each.name) for each in dataclasses.fields(games)}
    foreign: dict[str, Any] = {
        name: column.astype(column.dtype.newbyteorder(order)) if isinstance(column, np.ndarray) else column
        for name, column in columns.items()
    }
    again = pickle.loads(pickle.dumps(Playouts(**foreign)))
    assert again == games
    assert hash(again) == hash(games)
    assert volo.tally_games("standard-4", again.moves, again.offsets) == games.tally
    with pytest.raises(ValueError, match="read-only"):
        again.plies[0] = 1


def test_a_call_without_a_seed_plays_other_games_and_says_which() -> None:
    one, two = (volo.play_random(20, position="standard-4", record=True) for _ in range(2))
    assert one.seed != two.seed
    assert not np.array_equal(one.moves, two.moves)
    assert volo.play_random(20, position="standard-4", record=True, seed=one.seed) == one
    assert 0 <= one.seed < 2**53
    assert pickle.loads(pickle.dumps(one)).seed == one.seed


def test_calls_are_rare_ordered_and_on_the_calling_thread() -> None:
    calls: list[tuple[int, float]] = []

    def progress(finished: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        calls.append((finished, monotonic()))

    games, began = 1000, monotonic()
    while len(calls) < 5:
        calls.clear()
        games, began = 2 * games, monotonic()
        volo.play_random(games, threads=2, progress=progress)
    counts, times = zip(*calls, strict=True)
    assert list(counts) == sorted(counts)
    assert 0 < counts[1] < counts[-1] == games
    assert len(calls) - 1 <= (times[-1] - began) / 0.1


def test_an_exception_of_the_callback_ends_the_run() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def progress(finished: int) -> None:
        raise Enough(finished)

    began = process_time()
    with pytest.raises(Enough) as raised:
        volo.play_random(1_000_000, position=Position("standard-8"), threads=2, progress=progress)
    assert process_time() - began < 5.0  # all the games take minutes
    assert raised.value.args[0] < 1_000_000
    with pytest.raises(Enough):
        volo.play_random(1, progress=progress)


def test_results_are_equal_if_their_columns_are() -> None:
    again = volo.play_random(500, position="standard-4", seed=3, record=True, count_moves=True, tally=True, threads=1)
    assert again == GAMES
    assert hash(GAMES) == hash(again)
    assert (again == GAMES) is True
    assert pickle.loads(pickle.dumps(GAMES)) == copy.deepcopy(GAMES) == GAMES
    others: list[object] = [
        PLAIN,
        volo.play_random(499, position="standard-4", seed=3),
        volo.play_random(500, position="standard-4", seed=4),
        dataclasses.replace(GAMES, tally=None),
        dataclasses.replace(GAMES, moves=GAMES.moves[::-1]),
        None,
        5,
    ]
    for other in others:
        assert (other == GAMES) is False
        assert other != GAMES


def test_numbers_of_results_have_names() -> None:
    assert Playouts.DRAW == volo.Batch.DRAW == outcome.DRAW == -1
    assert (Playouts.TRUNCATED, volo.Batch.ONGOING) == (-2, -3)
    assert (volo.play_random(10, max_plies=1).winner == Playouts.TRUNCATED).all()
    assert (volo.Batch(3).outcome == volo.Batch.ONGOING).all()


# Many positions.

STARTS: list[Position | Rules | str] = [
    Position("standard-4"),
    Rules.parse("french-4"),
    "abstract-play-5",
    OVER,
    Position("standard-4").play("a3"),
]


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
        ({"positions": ["standard"] * 2, "games": 10, "first": 2**64 - 19, "seed": 1}, VoloError, "last game"),
        ({"positions": ["standard"] * 2, "games": 10**11}, MemoryError, "not enough memory"),
        ({"first": 1}, TypeError, "first needs a seed"),
        ({"positions": (1 / 0 for _ in "x")}, ZeroDivisionError, "division by zero"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        volo.play_random(**{"games": 1, **arguments})


@given(st.lists(positions(), max_size=20))
def test_the_evaluation_is_that_of_each_position(many: list[Position]) -> None:
    values = volo.engine.evaluate(many)
    assert (values.dtype.name, values.shape) == ("float64", (len(many),))
    for position, value in zip(many, values.tolist(), strict=True):
        outcome = position.outcome()
        if outcome is None:
            estimate = volo.engine.Score(np.tanh(volo._volo._estimate(position) / 512)).expected
            assert abs(value - estimate) < 1e-9
        else:
            assert value == (0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1)
