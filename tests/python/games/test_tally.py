"""Tests of tallies: they equal a slow count. Tests in Rust check threads and the order of addition."""

from __future__ import annotations

import os
import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import volo
from support.ctrl_c import PATIENCE, seconds_to_answer
from support.engines import refused
from support.slow_tally import slow_tally
from volo import IllegalMoveError, Move, Playouts, Position, Tally, VoloError, reference

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
    playouts, tally = recorded(Position.from_fen(fen), 10, seed=3, max_plies=max_plies)
    assert tally == slow_tally(reference.Position.from_fen(fen), texts(playouts))


def test_the_tally_of_a_larger_sky_equals_a_slow_count() -> None:
    playouts, tally = recorded(Position("standard-6"), 1, seed=1)
    assert tally == slow_tally(reference.Position("standard-6"), texts(playouts))


def test_every_counter_is_positive_in_some_games() -> None:
    counted = Tally()
    for rules in ("abstract-play-4", "french-4"):
        counted += recorded(Position(rules), 2000, max_plies=40)[1]
    assert all(any(np.ravel(getattr(counted, each.name))) for each in fields(Tally))


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


def test_the_first_bad_move_is_named() -> None:
    position = Position("standard-4")
    playouts, _ = recorded(position, 200)
    assert playouts.moves is not None
    assert playouts.offsets is not None
    moves = playouts.moves.copy()
    for game, code, problem in [
        (150, Move("a2", edge=7).code, "ply 1: a move on a sky of edge 7"),
        (120, 2**32 - 1, "ply 1: 4294967295 is not the code of a move"),
        (90, Move("b2", 4).code, f"ply 1: {refused(IllegalMoveError, position.play, 'b2')}"),
    ]:
        moves[playouts.offsets[game]] = code
        error = refused(VoloError, volo.tally_games, position, moves, playouts.offsets)
        assert str(error) == f"game {game}, {problem}"


MANY_GAMES = """
import numpy as np, volo
game = volo.play_random(1, record=True)
moves, offsets = np.tile(game.moves, 200_000), len(game.moves) * np.arange(200_001, dtype=np.int64)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_interrupts_the_call() -> None:
    work = "volo.tally_games(volo.Position(), moves, offsets, threads=1)"
    assert seconds_to_answer(MANY_GAMES, work) < PATIENCE
