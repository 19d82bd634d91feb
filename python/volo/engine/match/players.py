"""Players of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol, TypeAlias, runtime_checkable

from volo._volo import Move, play_random
from volo.engine.limit import Limit
from volo.engine.local import Engine
from volo.engine.ugi.client import UgiEngine
from volo.errors import EngineClosedError, EngineError
from volo.game import Game
from volo.player import Policy

__all__ = ["EnginePlayer", "FunctionPlayer", "MoveFunction", "Player", "PolicyPlayer", "UgiPlayer"]

MoveFunction: TypeAlias = Callable[[Game], Move | str]
"""A function that chooses a move in a game, and returns the move or its text."""

# The size of the table of an engine in megabytes, if its description does not give the size.
_HASH_MB = 16


@runtime_checkable
class Player(Protocol):
    """Chooses moves. One thread uses a player; another may close it."""

    def begin(self, seed: int) -> None:
        """Begin a game. All random choices in it depend on the seed."""

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        """Choose a move.

        Args:
            game: the game so far.
            clocks: a limit that has the clocks of both players and nothing else; None in a match without clocks.

        Raises:
            EngineError: the player cannot choose a move, and loses the game.
        """

    def close(self) -> None:
        """Release the resources of the player. A call of :meth:`move` on another thread ends soon."""


class PolicyPlayer:
    """Plays by a policy of :func:`volo.play_random`."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._seed = 0

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self._seed = seed

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
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
        return Move.from_code(played.moves[0])

    def close(self) -> None:
        """Do nothing."""


class FunctionPlayer:
    """Plays by a function."""

    def __init__(self, function: MoveFunction) -> None:
        self._function = function

    def begin(self, seed: int) -> None:
        """Do nothing. A function has its own random choices."""

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
        """Choose a move.

        Raises:
            IllegalMoveError: the function returned an illegal move.
            NotationError: the function returned a text that is not a move.
            TypeError: the function returned neither a move nor a text.
        """
        # The function may change its game.
        chosen = self._function(game.copy())
        if not isinstance(chosen, Move | str):
            raise TypeError(f"a player must return a volo.Move or a str, not {type(chosen).__name__}")
        return game.position.parse_move(chosen)

    def close(self) -> None:
        """Do nothing."""


class EnginePlayer:
    """Plays with the engine of this package."""

    def __init__(self, limit: Limit, options: Mapping[str, int], opening: int = 0) -> None:
        self._limit = limit
        self._options = {"hash_mb": _HASH_MB, **options}
        self._opening = opening
        self._of_the_opening = PolicyPlayer("uniform")
        self._is_closed = False
        self._engine = self._made(0)

    def _made(self, seed: int) -> Engine:
        return Engine(seed=seed, **self._options)

    def begin(self, seed: int) -> None:
        """Begin a game with a new engine, so that the games do not depend on each other."""
        self._engine.close()
        self._engine = self._made(seed)
        self._of_the_opening.begin(seed)
        if self._is_closed:
            self._engine.close()

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        """Choose a move."""
        if len(game) < self._opening:
            return self._of_the_opening.move(game)
        return self._engine.play(game, _with_clocks(self._limit, clocks)).move

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
        """Begin a game. If the engine has an option ``Seed``, it is set to the seed, mapped into its range."""
        if self._engine is not None:
            try:
                self._engine.clear()
            except EngineError:
                self._engine = None
        if self._is_closed:
            raise EngineClosedError("the player is closed")
        if self._engine is None:
            self._engine = UgiEngine.popen(self._command)
        option = self._engine.options.get("Seed")
        if option is not None:
            self._engine.configure({"Seed": option.in_range(seed)})
        if self._is_closed:
            self._engine.close()

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        """Choose a move.

        Raises:
            EngineError: the engine played an illegal move, broke the protocol, has ended, or is late.
        """
        if self._engine is None:
            raise EngineError("the engine has ended")
        return self._engine.play(game, _with_clocks(self._limit, clocks)).move

    def close(self) -> None:
        """End the program."""
        self._is_closed = True
        if self._engine is not None:
            self._engine.close()


def _with_clocks(limit: Limit, clocks: Limit | None) -> Limit:
    """The limit of a player and the clocks."""
    return limit if clocks is None else replace(clocks, time=limit.time, nodes=limit.nodes, depth=limit.depth)
