"""The players of matches, and the texts that describe them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

from volo._volo import Decision, Move, _read_player, play_games
from volo.engine.local import FULL_LEVEL, OPTIONS, Engine
from volo.engine.match.agents import Agent, AgentPlayer
from volo.engine.search import Limit
from volo.engine.ugi.client import TIMEOUT, UgiEngine
from volo.errors import EngineClosedError, EngineError, VoloError
from volo.game import Game
from volo.player import Policy

MoveFunction: TypeAlias = Callable[[Game], Move | str]
"""A function that chooses a move in a game, and returns the move or its text."""

# The size of the table of an engine in megabytes, if its description does not give the size.
_HASH_MB = 16


@runtime_checkable
class Player(Protocol):
    """Chooses moves. One thread uses a player; another may close it."""

    def begin(self, seed: int) -> None:  # noqa: ARG002
        """Begin a game. All random choices in it depend on the seed."""
        return

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
        return


class _PolicyPlayer(Player):
    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._seed = 0

    def begin(self, seed: int) -> None:
        self._seed = seed

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
        played = play_games(
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


class _FunctionPlayer(Player):
    def __init__(self, function: MoveFunction) -> None:
        self._function = function

    def move(self, game: Game, clocks: Limit | None = None) -> Move:  # noqa: ARG002
        # The function may change its game.
        chosen = self._function(game.copy())
        if not isinstance(chosen, Move | str):
            raise TypeError(f"a player must return a volo.Move or a str, not {type(chosen).__name__}")
        return game.position.parse_move(chosen)


class _EnginePlayer(Player):
    def __init__(self, limit: Limit, options: Mapping[str, int], opening: int = 0) -> None:
        self._limit = limit
        self._options = {"hash_mb": _HASH_MB, **options}
        self._opening = opening
        self._of_the_opening = _PolicyPlayer("uniform")
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
        if len(game) < self._opening:
            return self._of_the_opening.move(game)
        return self._engine.play(game, _with_clocks(self._limit, clocks)).move

    def close(self) -> None:
        self._is_closed = True
        self._engine.close()


class _UgiPlayer(Player):
    """Plays with an engine that is another program. If the program ends, it is started again for the next game."""

    def __init__(self, command: str, limit: Limit, timeout: float = TIMEOUT) -> None:
        self._command = command
        self._limit = limit
        self._timeout = timeout
        self._is_closed = False
        self._engine: UgiEngine | None = UgiEngine.popen(command, timeout=timeout)

    def begin(self, seed: int) -> None:
        """Begin a game. If the engine has an option ``Seed``, it is set to the seed."""
        if self._engine is not None:
            try:
                self._engine.clear()
            except EngineError:
                self._engine = None
        if self._is_closed:
            raise EngineClosedError("the player is closed")
        if self._engine is None:
            self._engine = UgiEngine.popen(self._command, timeout=self._timeout)
        if "Seed" in self._engine.options:
            self._engine.configure({"Seed": seed})
        if self._is_closed:
            self._engine.close()

    def move(self, game: Game, clocks: Limit | None = None) -> Move:
        if self._engine is None:
            raise EngineError("the engine has ended")
        return self._engine.play(game, _with_clocks(self._limit, clocks)).move

    def close(self) -> None:
        self._is_closed = True
        if self._engine is not None:
            self._engine.close()


def _with_clocks(limit: Limit, clocks: Limit | None) -> Limit:
    return limit if clocks is None else replace(clocks, time=limit.time, nodes=limit.nodes, depth=limit.depth)


_POLICIES: Final[dict[str, Policy]] = {"uniform": "uniform", "careful": "careful"}

# For each setting of a text, the argument of an engine.
_ARGUMENTS: Final = {option.short: name for name, option in OPTIONS.items()}


@dataclass(frozen=True, slots=True)
class Spec:
    """A description of a player.

    Attributes:
        text: the text.
        kind: ``"policy"`` for a player that does not search, ``"engine"`` for the engine of this package, ``"ugi"`` for
            an engine that is another program, ``"function"`` for a function of Python, ``"agent"`` for one that
            :func:`player_of` made a player.
        name: the policy, ``engine``, the command of the other program, or the name of the function.
        limit: when a search ends; None if the text does not give a limit.
        options: further arguments of :class:`volo.engine.Engine`.
        opening: the number of plies at the beginning of a game in which the moves of an engine of this package are
            drawn from all legal moves.
        function: the function of a player that is one, or the agent; otherwise None.
        timeout: the number of seconds in which another program must start, and answer when its time is over.
    """

    text: str
    kind: Literal["policy", "engine", "ugi", "function", "agent"]
    name: str
    limit: Limit | None = None
    options: dict[str, int] = field(default_factory=dict)
    opening: int = 0
    function: MoveFunction | Agent | None = None
    timeout: float = TIMEOUT

    @classmethod
    def of(cls, player: Spec | MoveFunction) -> Spec:
        """Return a description, or the description of a function.

        >>> Spec.of(lambda game: game.position.legal_moves()[0]).kind
        'function'
        """
        if isinstance(player, cls):
            return player
        if not callable(player):
            expected = "a player must be a Spec or a function, or volo.engine.match.player_of(model)"
            raise TypeError(f"{expected}, not {type(player).__name__}")
        name = getattr(player, "__name__", type(player).__name__)
        return cls(name, "function", name, function=player)

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read the text of a player.

        It is ``uniform`` or ``careful`` for a policy of :func:`volo.play_games`; ``engine`` for the engine, with the
        settings ``nodes``, ``depth``, ``time`` (seconds), ``threads``, ``hash`` (megabytes), ``level`` and ``opening``,
        as in ``engine:400`` or ``engine:time=0.5,threads=2``; or ``ugi:`` and a command for another program, as in
        ``ugi:./engine`` or, if it needs a minute to start, ``ugi,timeout=60:./engine``.

        Raises:
            VoloError: the text is not that of a player, a number is out of range, or the player is only for simulated
                games.

        >>> Spec.parse("engine:400,threads=2").options
        {'threads': 2}
        >>> Spec.parse("engine:400,temperature=1")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: "engine:400,temperature=1" has temperature, which is only for simulated games: the \
engine of a match plays the best move that it finds
        """
        name, settings = _read_player(text, for_match=True)
        if name == "ugi":
            return cls(text, "ugi", text.partition(":")[2], timeout=settings.get("timeout", TIMEOUT))
        if name in _POLICIES:
            return cls(text, "policy", name)
        time = settings.pop("time", None)
        numbers = {key: int(number) for key, number in settings.items()}
        limit = Limit(time, numbers.pop("nodes", None), numbers.pop("depth", None))
        opening = numbers.pop("opening", 0)
        options = {_ARGUMENTS[key]: number for key, number in numbers.items()}
        return cls(text, "engine", name, None if limit == Limit() else limit, options, opening)

    def limited(self, limit: Limit | None) -> Spec:
        """Return the player with this limit, if it needs a limit and has none of its own.

        Raises:
            VoloError: there is no limit.
        """
        if self.kind in {"policy", "function", "agent"} or self.limit is not None:
            return self
        if limit is None and self.options.get("level", FULL_LEVEL) < FULL_LEVEL:
            limit = Limit(depth=FULL_LEVEL)  # The level has a smaller depth of its own, and few nodes.
        if limit is None:
            options = "--nodes, --depth or --time for each move, or a --clock"
            raise VoloError(
                f"the player {self.text[:80]!r} needs a limit: Limit(nodes=1000), or in the command {options}"
            )
        return replace(self, limit=limit)

    def player(self) -> Player:
        """Return a new player.

        Raises:
            VoloError: the player needs a limit and has none, or another program does not speak UGI.
            OSError: another program cannot be started.
        """
        if isinstance(self.function, Agent):
            return AgentPlayer(self.function)
        if self.function is not None:
            return _FunctionPlayer(self.function)
        if self.kind == "policy":
            return _PolicyPlayer(_POLICIES[self.name])
        if self.limit is None:
            return self.limited(None).player()
        if self.kind == "ugi":
            return _UgiPlayer(self.name, self.limit, self.timeout)
        return _EnginePlayer(self.limit, self.options, self.opening)


def player_of(
    policy: Any, name: str | None = None, *, dtype: Any = "uint8", illegal: Literal["raise", "lose"] = "raise"
) -> Spec:
    """Return a player that chooses actions in all running games of a match at once.

    So play as many games at once as a call should serve, with the argument ``concurrency`` of a match.

    Args:
        policy: a model of Stable-Baselines3, which plays its best action; or a function of observations and masks that
            returns actions, or a score for each action, as an :data:`volo.envs.gymnasium.Opponent` does. It has random
            numbers of its own.
        name: the text of the player. By default, it is the name of the class of the model, or of the function.
        dtype: the type of the observations, if the policy is a function.
        illegal: what an illegal action does: ``"raise"`` ends the match with the error, and with ``"lose"`` the agent
            loses the game.

    Raises:
        TypeError: the policy is neither.
        VoloError: ``illegal`` or ``dtype`` is not one of the values.

    >>> from volo.engine.match import Match
    >>> def adds(observations, masks):
    ...     return masks.argmax(axis=1)
    >>> match = Match(player_of(adds), Spec.parse("careful"), start="standard-4", pairs=8, concurrency=8)
    >>> sum(pair.points for pair in match.run())  # of 16
    1.0
    """
    import numpy as np

    if illegal not in ("raise", "lose"):
        raise VoloError(f"illegal must be 'raise' or 'lose', not {illegal!r}")
    function = policy
    if callable(predict := getattr(policy, "predict", None)):
        has_masks = "action_masks" in signature(predict).parameters
        dtype = policy.observation_space.dtype

        def function(observations: Any, masks: Any) -> Any:
            masked = {"action_masks": masks} if has_masks else {}
            return predict(observations, deterministic=True, **masked)[0]

    elif not callable(policy):
        raise TypeError(f"a policy must be a model or a function, not {type(policy).__name__}")
    # This refuses types that an observation cannot have.
    Decision().observe(dtype=np.dtype(dtype))
    if name is None:
        name = getattr(policy, "__name__", type(policy).__name__)
    return Spec(name, "agent", name, function=Agent(function, name, np.dtype(dtype), illegal == "lose"))
