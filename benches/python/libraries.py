"""How games are played with volo, and with the libraries that it is compared with. What is not installed is skipped.

pytest-benchmark sorts its groups by name. The names of the groups are chosen so that perft comes first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

import volo
from volo import reference

__all__ = ["Library", "library", "midgame", "pgx_games", "play_plies"]


@dataclass(frozen=True, slots=True)
class Library:
    """How one game is played with a library. ``play`` may change the position that it gets."""

    start: Callable[[], Any]
    moves: Callable[[Any], Sequence[Any]]
    play: Callable[[Any, Any], Any]
    #: The number of legal moves, found in another way.
    count: Callable[[Any], int]


def library(name: str) -> Library:
    """The library of this name; for OpenSpiel, the game follows the name."""
    name, _, game = name.partition(": ")
    return {"core": _core, "reference": _reference, "python-chess": _python_chess, "OpenSpiel": _open_spiel}[name](game)


def _core(_: str) -> Library:
    cls = volo.Position
    return Library(cls, cls.legal_moves, cls.play, lambda position: cls.perft(position, 1))


def _reference(_: str) -> Library:
    cls = reference.Position
    return Library(cls, cls.legal_moves, cls.play, lambda position: volo.Position(position.fen()).perft(1))


def _python_chess(_: str) -> Library:
    chess = pytest.importorskip("chess")

    def moves(board: Any) -> list[Any]:
        is_draw = board.halfmove_clock >= 150 or board.is_insufficient_material()
        return [] if is_draw else list(board.legal_moves)

    def play(board: Any, move: Any) -> Any:
        board.push(move)
        return board

    return Library(chess.Board, moves, play, lambda board: board.legal_moves.count())


def _open_spiel(game: str) -> Library:
    pyspiel = pytest.importorskip("pyspiel")
    for module in ("volo.envs.openspiel", "open_spiel.python.games.tic_tac_toe"):
        pytest.importorskip(module)  # registers its game
    loaded = pyspiel.load_game(game)

    def play(state: Any, action: int) -> Any:
        state.apply_action(action)
        return state

    def count(state: Any) -> int:
        return sum(state.legal_actions_mask())

    return Library(loaded.new_initial_state, lambda state: state.legal_actions(), play, count)


def play_plies(played: Library, count: int, seed: int = 1) -> tuple[Any, int]:
    """Play random games one after the other. Return the last position, and the number of games that have ended."""
    random, position, ended = Random(seed), played.start(), 0
    for _ in range(count):
        moves = played.moves(position)
        if not moves:
            position, ended = played.start(), ended + 1
            moves = played.moves(position)
        position = played.play(position, moves[random.randrange(len(moves))])
    return position, ended


def midgame(name: str, count: int) -> list[Any]:
    """Positions of random games after 4 to 83 plies. They are the same in every run."""
    if name == "reference":  # it would take long to play these games
        return [reference.Position(position.fen()) for position in midgame("core", count)]
    played = library(name)
    found = (play_plies(played, 4 + 37 * number % 80, seed=number)[0] for number in range(2 * count))
    return list(islice((position for position in found if played.moves(position)), count))


class _Pgx:
    """Games of pgx in lockstep, which start again when they are over. A step computes masks and observations too.

    In Hex, on a board of 11 by 11, every vacant cell is a legal move. In chess, pgx computes the legal moves.
    """

    def __init__(self, game: str, games: int) -> None:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(game)
        self._jax = jax
        self._step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self._draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=1))
        self._key = jax.random.PRNGKey(1)
        self._keys = jax.random.split(self._key, games)
        self.state = jax.jit(jax.vmap(env.init))(self._keys)
        for _ in range(4):
            self.step(self.draw())

    def draw(self) -> Any:
        self._key, key = self._jax.random.split(self._key)
        return self._draw(key, self.state.legal_action_mask).block_until_ready()

    def step(self, actions: Any) -> Any:
        self.state = self._jax.block_until_ready(self._step(self.state, actions, self._keys))
        return self.state


@cache
def pgx_games(game: str, games: int) -> _Pgx:
    """The games of all benchmarks, because they take long to compile. They run on one processor."""
    processors = os.sched_getaffinity(0)
    # Before JAX is imported, because the threads that it starts then inherit it.
    os.sched_setaffinity(0, {min(processors)})
    try:
        pytest.importorskip("pgx")
        return _Pgx(game, games)
    finally:
        os.sched_setaffinity(0, processors)
