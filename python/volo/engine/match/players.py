"""Players of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from volo._volo import Move, play_random
from volo.engine.limit import Limit
from volo.engine.local import Engine, Method
from volo.engine.ugi.client import UgiEngine
from volo.errors import EngineError
from volo.game import Game
from volo.policy import Policy

__all__ = ["EnginePlayer", "Player", "PolicyPlayer", "UgiPlayer"]

# The table of an engine whose description does not say its size, in megabytes.
_HASH_MB = 16


class Player(Protocol):
    """Chooses moves. One thread uses a player; another may close it."""

    def begin(self, seed: int) -> None:
        """Begin a game. All random choices in it depend on the seed."""

    def move(self, game: Game) -> Move:
        """Choose a move.

        Raises:
            EngineError: the player cannot, and loses the game.
        """

    def close(self) -> None:
        """Free what the player uses. A call of :meth:`move` on another thread ends soon."""


class PolicyPlayer:
    """Plays by a policy of :func:`volo.play_random`."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._seed = 0

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self._seed = seed

    def move(self, game: Game) -> Move:
        """Choose a move."""
        played = play_random(
            1,
            position=game.position,
            seed=self._seed,
            first=len(game),
            max_plies=1,
            policy=self._policy,
            record=True,
            threads=1,
        )
        assert played.moves is not None  # noqa: S101
        return Move.from_code(played.moves[0])

    def close(self) -> None:
        """Do nothing."""


class EnginePlayer:
    """Plays with the engine of this package."""

    def __init__(self, method: Method, limit: Limit, options: Mapping[str, int]) -> None:
        self._method = method
        self._limit = limit
        self._options = {"hash_mb": _HASH_MB, **options}
        self._is_closed = False
        self._engine = self._made(0)

    def _made(self, seed: int) -> Engine:
        return Engine(method=self._method, seed=seed, **self._options)

    def begin(self, seed: int) -> None:
        """Begin a game with a new engine, so that the games do not depend on each other."""
        self._engine.close()
        self._engine = self._made(seed)
        if self._is_closed:
            self._engine.close()

    def move(self, game: Game) -> Move:
        """Choose a move."""
        return self._engine.play(game, self._limit).move

    def close(self) -> None:
        """Stop a search, and free the memory."""
        self._is_closed = True
        self._engine.close()


class UgiPlayer:
    """Plays with an engine that is another program. If the program ends, it is started again for the next game."""

    def __init__(self, command: str, limit: Limit) -> None:
        self._command = command
        self._limit = limit
        self._is_closed = False
        self._engine: UgiEngine | None = UgiEngine.popen(command)

    def begin(self, seed: int) -> None:
        """Begin a game. The seed is set if the engine has such an option."""
        if self._engine is not None:
            try:
                self._engine.clear()
            except EngineError:
                self._engine = None
        if self._is_closed:
            raise EngineError("the player is closed")
        if self._engine is None:
            self._engine = UgiEngine.popen(self._command)
        if "Seed" in self._engine.options:
            self._engine.configure({"Seed": seed})
        if self._is_closed:
            self._engine.close()

    def move(self, game: Game) -> Move:
        """Choose a move.

        Raises:
            EngineError: the engine played an illegal move, broke the protocol, has ended, or is late.
        """
        if self._engine is None:
            raise EngineError("the engine has ended")
        return self._engine.play(game, self._limit).move

    def close(self) -> None:
        """End the program."""
        self._is_closed = True
        if self._engine is not None:
            self._engine.close()
