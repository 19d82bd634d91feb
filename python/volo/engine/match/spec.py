"""The description of a player of a match, with the limit of its searches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from volo._support.integers import checked_integer
from volo.engine.limit import Limit
from volo.engine.local import RANGES
from volo.engine.match.players import EnginePlayer, FunctionPlayer, MoveFunction, Player, PolicyPlayer, UgiPlayer
from volo.errors import VoloError
from volo.player import PlayerText, Policy

__all__ = ["Spec"]

_POLICIES: Final[dict[str, Policy]] = {"uniform": "uniform", "careful": "careful"}

# For each setting of a text, the argument of an engine.
_OPTIONS: Final = {"threads": "threads", "hash": "hash_mb", "level": "level"}

_LONGEST_OPENING: Final = 1000


@dataclass(frozen=True, slots=True)
class Spec:
    """A description of a player.

    Attributes:
        text: the text.
        kind: ``"policy"`` for a player that does not search, ``"engine"`` for the engine of this package, ``"ugi"`` for
            an engine that is another program, ``"function"`` for a function of Python.
        name: the policy, ``engine``, the command of the other program, or the name of the function.
        limit: when a search ends; None if the text does not give a limit.
        options: further arguments of :class:`volo.engine.Engine`.
        opening: the number of plies at the beginning of a game in which the moves of an engine of this package are
            drawn from all legal moves.
        function: the function of a player that is one; otherwise None.
    """

    text: str
    kind: Literal["policy", "engine", "ugi", "function"]
    name: str
    limit: Limit | None = None
    options: dict[str, int] = field(default_factory=dict)
    opening: int = 0
    function: MoveFunction | None = None

    @classmethod
    def of(cls, player: Spec | MoveFunction) -> Spec:
        """Return a description, or the description of a function.

        Raises:
            TypeError: the argument is neither a description nor callable.

        >>> Spec.of(lambda game: game.position.legal_moves()[0]).kind
        'function'
        """
        if isinstance(player, cls):
            return player
        if not callable(player):
            raise TypeError(f"a player must be a Spec or a function, not {type(player).__name__}")
        name = getattr(player, "__name__", type(player).__name__)
        return cls(name, "function", name, function=player)

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read the text of a player.

        It is ``uniform`` or ``careful`` for a policy of :func:`volo.play_random`; ``engine`` for the engine, with the
        settings ``nodes``, ``depth``, ``time`` (seconds), ``threads``, ``hash`` (megabytes), ``level`` and ``opening``,
        as in ``engine:400`` or ``engine:time=0.5,threads=2``; or ``ugi:`` and a command for another program.

        Raises:
            VoloError: the text is not that of a player, a number is out of range, or the player is only for simulated
                games.

        >>> Spec.parse("engine:400,threads=2").options
        {'threads': 2}
        >>> Spec.parse("engine:400,temperature=1")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: 'engine:400,temperature=1' has temperature, which is only for simulated games: the \
engine of a match plays the best move that it finds
        """
        player = PlayerText.parse(text)
        if player.name == "ugi":
            return cls(text, "ugi", player.command)
        if player.name in _POLICIES:
            return cls(text, "policy", player.name)
        settings = player.settings
        if "temperature" in settings:
            raise VoloError(
                f"{text[:80]!r} has temperature, which is only for simulated games: the engine of a match plays the "
                "best move that it finds"
            )
        opening = checked_integer("opening", settings.get("opening", 0), 0, _LONGEST_OPENING)
        limits = {key: settings[key] for key in ("nodes", "depth", "time") if key in settings}
        limit = Limit(**limits) if limits else None  # type: ignore[arg-type]
        options = {
            argument: checked_integer(key, int(settings[key]), *RANGES[argument])
            for key, argument in _OPTIONS.items()
            if key in settings
        }
        return cls(text, "engine", player.name, limit, options, opening)

    def limited(self, limit: Limit | None) -> Spec:
        """Return the player with this limit, if it needs a limit and has none of its own.

        Raises:
            VoloError: there is no limit.
        """
        if self.kind in {"policy", "function"} or self.limit is not None:
            return self
        if limit is None:
            raise VoloError(f"the player {self.text[:80]!r} needs a limit, such as nodes=1000, or a clock")
        return Spec(self.text, self.kind, self.name, limit, self.options, self.opening)

    def player(self) -> Player:
        """Return a new player.

        Raises:
            VoloError: the player needs a limit and has none, or another program does not speak UGI.
            OSError: another program cannot be started.
        """
        if self.function is not None:
            return FunctionPlayer(self.function)
        if self.kind == "policy":
            return PolicyPlayer(_POLICIES[self.name])
        if self.limit is None:
            return self.limited(None).player()
        if self.kind == "ugi":
            return UgiPlayer(self.name, self.limit)
        return EnginePlayer(self.limit, self.options, self.opening)
