"""Tests of play_random: its columns, other processes and threads, and Ctrl-C. Tests in Rust check the games."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, process_time, sleep
from typing import Any

import numpy as np
import pytest

import volo
from support.command_line import in_new_process
from support.ctrl_c import PATIENCE, seconds_to_answer
from volo import Move, Playouts, Position

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


def winners_of_seed(seed: int) -> list[int]:
    """Play games and return the winners. Other processes call this function."""
    winners: list[int] = volo.play_random(50, position=Position("standard-4"), seed=seed, threads=2).winner.tolist()
    return winners


def test_columns_have_the_promised_types_and_lengths() -> None:
    playouts = volo.play_random(7, count_moves=True, record=True)
    assert len(playouts) == 7
    for name, dtype in DTYPES.items():
        column = getattr(playouts, name)
        assert column.dtype == dtype, name
        assert column.shape == (7,), name
    assert playouts.moves.dtype == np.uint32
    assert playouts.offsets.dtype == np.int64
    assert playouts.offsets.shape == (8,)
    assert (playouts.offsets[0], playouts.offsets[-1]) == (0, len(playouts.moves))


def test_optional_columns_are_none_by_default() -> None:
    playouts = volo.play_random(2)
    assert (playouts.legal_moves, playouts.moves, playouts.offsets) == (None, None, None)


def test_recorded_moves_lead_to_the_same_results() -> None:
    start = Position("abstract-play-5")
    playouts = volo.play_random(25, position=start, seed=1, max_plies=250, record=True, count_moves=True)
    assert playouts.legal_moves is not None
    for game in range(25):
        position, counted, kinds, clearings, mover = start, 0, [], 0, start.turn
        for code in playouts.moves[playouts.offsets[game] : playouts.offsets[game + 1]].tolist():
            move = Move.from_code(code)
            legal = position.legal_moves()
            assert move in legal
            counted += len(legal)
            kinds.append(move.kind)
            mover, opponent = position.turn, position.turn.other
            before = len(position.birds(opponent))
            position = position.play(move)
            clearings += len(position.birds(opponent)) < before
        outcome = position.outcome()
        winner = -2 if outcome is None else -1 if outcome.winner is None else int(outcome.winner)
        assert playouts.winner[game] == winner
        assert playouts.reason[game] == (-1 if outcome is None else ["flock", "passes", "stuck"].index(outcome.reason))
        assert playouts.plies[game] == len(kinds)
        assert (playouts.adds[game], playouts.flights[game], playouts.passes[game]) == tuple(
            kinds.count(kind) for kind in ("add", "fly", "pass")
        )
        assert playouts.clearings[game] == clearings
        assert playouts.legal_moves[game] == counted
        assert playouts.orange_birds[game] == len(position.birds(volo.ORANGE))
        assert playouts.blue_birds[game] == len(position.birds(volo.BLUE))
        by_flock = outcome is not None and outcome.reason == "flock"
        assert playouts.handed_over[game] == (by_flock and winner == int(mover.other))  # [R18], not [R14b]


def test_R19_a_game_cut_off_is_neither_won_nor_drawn() -> None:
    playouts = volo.play_random(20, max_plies=5)
    assert playouts.winner.tolist() == [-2] * 20
    assert playouts.plies.tolist() == [5] * 20
    assert not playouts.handed_over.any()


def test_games_start_at_the_given_position() -> None:
    position = Position("standard-5").play("c5")
    playouts = volo.play_random(5, position=position, record=True)
    for first in playouts.offsets[:-1].tolist():
        assert position.is_legal(Move.from_code(int(playouts.moves[first])))


def test_a_finished_position_has_games_without_plies() -> None:
    finished = Position.from_fen("2/1oo2/6/4/6/3b1/2 b 0 standard-4")
    playouts = volo.play_random(3, position=finished, count_moves=True, record=True)
    assert playouts.winner.tolist() == [0, 0, 0]
    assert playouts.plies.tolist() == [0, 0, 0]


def test_a_run_of_no_games_is_empty() -> None:
    playouts = volo.play_random(0, record=True, count_moves=True)
    assert len(playouts) == 0
    assert playouts.offsets.tolist() == [0]


@pytest.mark.parametrize("position", [b"standard", 5, volo.reference.Position()])
def test_games_begin_at_a_position_or_a_rule_set(position: object) -> None:
    with pytest.raises(TypeError):
        volo.play_random(1, position=position)  # type: ignore[call-overload]


def test_columns_cannot_be_set() -> None:
    playouts = volo.play_random(3)
    with pytest.raises(AttributeError):
        playouts.winner = playouts.plies  # type: ignore[assignment, misc]


@pytest.mark.parametrize("order", ["<", ">"])
def test_playouts_are_pickled_by_machines_of_either_byte_order(order: str) -> None:
    games = volo.play_random(20, position="standard-4", record=True, tally=True)
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


# Python warns about forks in a process with threads, and the process of the tests may have threads.
OTHER_PROCESSES = """
import multiprocessing
from test_playouts import winners_of_seed
expected = [winners_of_seed(seed) for seed in range(4)]
with multiprocessing.get_context({method!r}).Pool(2) as pool:
    print(pool.map(winners_of_seed, range(4)) == expected)
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_play_the_same_games(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this platform does not have {method}")
    assert in_new_process(OTHER_PROCESSES.format(method=method)) == "True"


def test_play_random_releases_the_gil() -> None:
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(volo.play_random, 5000, threads=1)
        ticks = 0
        while not playing.done():
            sleep(0.001)
            ticks += 1
    assert ticks > 10  # there are hundreds, but only one or two if play_random holds the GIL


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_interrupts_the_call() -> None:
    assert seconds_to_answer("import volo; volo.play_random(1)", "volo.play_random(10**7, threads=3)") < PATIENCE


def test_the_last_call_reports_all_games() -> None:
    calls: list[int] = []
    volo.play_random(50, position=Position("standard-4"), progress=calls.append)
    assert calls[-1] == 50


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


def test_progress_does_not_change_the_games() -> None:
    reported, plain = (volo.play_random(100, seed=3, progress=progress) for progress in (lambda _: None, None))
    assert reported.plies.tolist() == plain.plies.tolist()


def test_a_callback_must_be_callable() -> None:
    with pytest.raises(TypeError):
        volo.play_random(1, progress=5)  # type: ignore[call-overload]
