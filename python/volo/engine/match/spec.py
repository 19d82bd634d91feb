"""The text that describes a player, such as ``pvs:nodes=2000``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from volo.engine.limit import Limit
from volo.engine.local import METHODS, Method
from volo.engine.match.players import EnginePlayer, Player, PolicyPlayer, UgiPlayer
from volo.errors import VoloError
from volo.policy import Policy

__all__ = ["Spec"]

_POLICIES: Final[dict[str, Policy]] = {"random": "uniform", "careful": "careful"}
_NUMBER: Final = re.compile("[0-9]{1,18}")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")

# By the key of a spec: the field of a limit. A playout is the node of a Monte-Carlo search.
_LIMITS: Final = {"nodes": "nodes", "playouts": "nodes", "depth": "depth", "time": "time"}
_OPTIONS: Final = {"threads": "threads", "hash": "hash_mb", "level": "level"}

_EXPECTED: Final = "expected random, careful, pvs:KEY=NUMBER,... , uct:KEY=NUMBER,... or ugi:COMMAND"


@dataclass(frozen=True, slots=True)
class Spec:
    """A description of a player.

    Attributes:
        text: the text.
        kind: ``"policy"`` for a player that does not search, ``"engine"`` for the engine of this package, ``"ugi"`` for
            an engine that is another program.
        name: the policy, the method of the engine, or the command of the other program.
        limit: when a search ends; None if the text does not say it.
        options: further arguments of :class:`volo.engine.Engine`.
    """

    text: str
    kind: Literal["policy", "engine", "ugi"]
    name: str
    limit: Limit | None = None
    options: dict[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read the text of a player.

        It is ``random`` or ``careful`` for a policy of :func:`volo.play_random`; ``pvs`` or ``uct`` for the
        engine, with ``nodes``, ``playouts`` (the same), ``depth``, ``time`` (seconds), ``threads``, ``hash``
        (megabytes) and ``level``, as in ``pvs:time=0.5,threads=2``; or ``ugi:`` and a command for another program.

        Raises:
            VoloError: the text is not that of a player.

        >>> Spec.parse("uct:playouts=1500").limit
        Limit(time=None, nodes=1500, depth=None, orange_clock=None, blue_clock=None, orange_inc=0.0, blue_inc=0.0, \
remaining_moves=None)
        >>> Spec.parse("strong")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: unknown player 'strong': expected random, careful, pvs:KEY=NUMBER,... , \
uct:KEY=NUMBER,... or ugi:COMMAND
        """
        name, colon, rest = text.partition(":")
        if name == "ugi" and rest.strip():
            return cls(text, "ugi", rest)
        if name in _POLICIES and not colon:
            return cls(text, "policy", name)
        if name in METHODS:
            limit, options = _settings(text, rest.split(",") if colon else [])
            return cls(text, "engine", name, limit, options)
        raise VoloError(f"unknown player {text[:80]!r}: {_EXPECTED}")

    def limited(self, limit: Limit | None) -> Spec:
        """Return the player with this limit, if it needs a limit and has none of its own.

        Raises:
            VoloError: there is no limit.
        """
        if self.kind == "policy" or self.limit is not None:
            return self
        if limit is None:
            raise VoloError(f"the player {self.text[:80]!r} needs a limit, such as nodes=1000")
        return Spec(self.text, self.kind, self.name, limit, self.options)

    def player(self) -> Player:
        """Return a new player.

        Raises:
            VoloError: the player needs a limit and has none, or another program does not speak UGI.
            OSError: another program cannot be started.
        """
        if self.kind == "policy":
            return PolicyPlayer(_POLICIES[self.name])
        if self.limit is None:
            return self.limited(None).player()
        if self.kind == "ugi":
            return UgiPlayer(self.name, self.limit)
        (method,) = (each for each in get_args(Method) if each == self.name)
        return EnginePlayer(method, self.limit, self.options)


def _settings(text: str, parts: list[str]) -> tuple[Limit | None, dict[str, int]]:
    limits: dict[str, float] = {}
    options: dict[str, int] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in _LIMITS and _LIMITS[key] not in limits:
            if not (_SECONDS if key == "time" else _NUMBER).fullmatch(value):
                raise VoloError(f"expected a number after {key}= in the player {text[:80]!r}")
            limits[_LIMITS[key]] = float(value) if key == "time" else int(value)
        elif key in _OPTIONS and _OPTIONS[key] not in options:
            if not _NUMBER.fullmatch(value):
                raise VoloError(f"expected a number after {key}= in the player {text[:80]!r}")
            options[_OPTIONS[key]] = int(value)
        else:
            keys = ", ".join((*_LIMITS, *_OPTIONS))
            raise VoloError(f"expected one of {keys}, each once, in the player {text[:80]!r}, not {key[:80]!r}")
    return (Limit(**limits) if limits else None), options  # type: ignore[arg-type]
