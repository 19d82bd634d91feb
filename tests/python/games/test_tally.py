"""Tests of tallies: they equal a slow count, and do not depend on threads or on the order of addition."""

from __future__ import annotations

import os
import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import volo
from support.ctrl_c import PATIENCE, seconds_to_answer
from support.slow_tally import slow_tally
from volo import Move, Playouts, Position, Tally, VoloError, reference

# Positions with all pass rules and both end rules. In one it is Blue's turn, and in one the game is over.
STARTS = [
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 french-4",
    "2/1o1b1/6/b2o/6/1o1b1/2 o 0 abstract-play-4",
    "2/1o1b1/6/b2o/6/1o1b1/o1 b 0 edge=4,supply=9,pass=own-regions,stuck=last-mover-wins",
    "2/1oo2/6/4/6/3b1/2 b 0 standard-4",
]


def recorded(position: Position, games: int, **options: Any) -> tuple[Playouts, Tally]:
    """Play games, and return them with their tally."""
    playouts = volo.play_random(games, position=position, record=True, tally=True, **options)
    assert playouts.tally is not None
    return playouts, playouts.tally


def texts(playouts: Playouts) -> list[list[str]]:
    """The moves of each game as text."""
    assert playouts.moves is not None
    assert playouts.offsets is not None
    games = np.split(playouts.moves, playouts.offsets[1:-1]) if len(playouts) else []
    return [[str(Move.from_code(code)) for code in game.tolist()] for game in games]


@pytest.mark.parametrize("fen", STARTS)
@pytest.mark.parametrize("max_plies", [2000, 14])
def test_the_tally_equals_a_slow_count(fen: str, max_plies: int) -> None:
    playouts, tally = recorded(Position.from_fen(fen), 30, seed=3, max_plies=max_plies)
    assert tally == slow_tally(reference.Position.from_fen(fen), texts(playouts))


def test_the_tally_of_a_larger_sky_equals_a_slow_count() -> None:
    playouts, tally = recorded(Position("standard-6"), 3, seed=1)
    assert tally == slow_tally(reference.Position("standard-6"), texts(playouts))


def test_every_counter_is_positive_in_some_games() -> None:
    counted = Tally()
    for rules in ("abstract-play-4", "french-4"):
        counted += recorded(Position(rules), 2000, max_plies=40)[1]
    assert all(any(np.ravel(getattr(counted, each.name))) for each in fields(Tally))


@pytest.mark.parametrize("threads", [1, 2, 3, 8, None])
def test_threads_do_not_change_the_tally(threads: int | None) -> None:
    position = Position("standard-5")
    playouts, tally = recorded(position, 150, seed=2, threads=threads)
    assert tally == recorded(position, 150, seed=2, threads=1)[1]
    assert playouts.moves is not None
    assert playouts.offsets is not None
    assert volo.tally_games(position, playouts.moves, playouts.offsets, threads=threads) == tally


def test_tallies_add_up_in_any_order() -> None:
    parts = [recorded(Position("standard-4"), 40, first=first)[1] for first in (0, 40, 80)]
    whole = recorded(Position("standard-4"), 120)[1]
    assert parts[0] + parts[1] + parts[2] == parts[2] + parts[0] + parts[1] == whole
    assert Tally() + whole == whole + Tally() == whole


def test_tallies_of_different_skies_do_not_add_up() -> None:
    one, other = (recorded(Position(rules), 1)[1] for rules in ("standard-4", "standard-5"))
    with pytest.raises(VoloError, match="edge 4 and of edge 5"):
        one + other
    with pytest.raises(TypeError):
        one + 1  # type: ignore[operator]


def test_a_tally_is_a_value() -> None:
    _, tally = recorded(Position("standard-4"), 20)
    assert pickle.loads(pickle.dumps(tally)) == tally
    assert hash(tally) == hash(recorded(Position("standard-4"), 20)[1])
    with pytest.raises(AttributeError):
        tally.draws = 0  # type: ignore[misc]


def test_counting_does_not_change_the_games() -> None:
    with_tally, _ = recorded(Position("standard-4"), 50)
    without = volo.play_random(50, position=Position("standard-4"), record=True)
    assert without.tally is None
    assert texts(without) == texts(with_tally)


def test_arrays_need_not_be_contiguous() -> None:
    position = Position("standard-4")
    playouts, tally = recorded(position, 20)
    assert playouts.moves is not None
    assert playouts.offsets is not None
    spread = np.zeros((len(playouts.moves), 2), dtype=np.uint32)
    spread[:, 0] = playouts.moves
    assert volo.tally_games(position, spread[:, 0], playouts.offsets) == tally


def test_the_first_bad_move_is_named() -> None:
    position = Position("standard-4")
    playouts, _ = recorded(position, 200)
    assert playouts.moves is not None
    assert playouts.offsets is not None
    moves = playouts.moves.copy()
    for game, code, problem in [
        (150, Move("a2", edge=7).code, "ply 1: a move on a sky of edge 7"),
        (120, 2**32 - 1, "ply 1: 4294967295 is not the code of a move"),
        (90, Move("b2", 4).code, "ply 1: illegal move b2: b2 is not vacant [R6]"),
    ]:
        moves[playouts.offsets[game]] = code
        with pytest.raises(VoloError) as refused:
            volo.tally_games(position, moves, playouts.offsets)
        assert str(refused.value) == f"game {game}, {problem}"


@pytest.mark.parametrize("offsets", [[0, 2], [1, 0], [-1, 1], [2]])
def test_invalid_offsets_are_refused(offsets: list[int]) -> None:
    moves = np.array([Move("a3", 4).code], dtype=np.uint32)
    with pytest.raises(VoloError, match="offset"):
        volo.tally_games(Position("standard-4"), moves, np.array(offsets, dtype=np.int64))


@pytest.mark.parametrize("moves", [[1], np.array([1.0]), np.array([1], dtype=np.int64), np.zeros((1, 1), np.uint32)])
def test_moves_of_another_type_are_refused(moves: Any) -> None:
    with pytest.raises(TypeError):
        volo.tally_games(Position("standard-4"), moves, np.array([0, 1], dtype=np.int64))


def test_the_tally_of_no_games_is_empty() -> None:
    assert recorded(Position("standard-4"), 0)[1] + Tally(edge=4) == recorded(Position("standard-4"), 0)[1]


MANY_GAMES = """
import numpy as np, volo
game = volo.play_random(1, record=True)
moves, offsets = np.tile(game.moves, 200_000), len(game.moves) * np.arange(200_001, dtype=np.int64)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_interrupts_the_call() -> None:
    work = "volo.tally_games(volo.Position(), moves, offsets, threads=1)"
    assert seconds_to_answer(MANY_GAMES, work) < PATIENCE
