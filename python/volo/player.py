"""The text of a player, such as ``engine:400``, in simulations and in matches, and the policies of random players.

docs/explain/players.md describes both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from volo.errors import VoloError

Policy: TypeAlias = Literal["uniform", "careful"]
"""The policy of a random player; see :func:`volo.play_games` for their meanings."""

GamePolicies: TypeAlias = str | tuple[str, str]
"""One policy for both players, or Orange's and Blue's, such as ``"uniform"`` and ``"engine:400"``; see
:func:`volo.play_games`."""

Name: TypeAlias = Literal["uniform", "careful", "engine", "ugi"]

# The players without a command of their own.
_NAMES: Final[dict[str, Name]] = {"uniform": "uniform", "careful": "careful", "engine": "engine"}

_EXPECTED: Final = "expected uniform, careful, engine:SETTINGS or ugi:COMMAND"

# The settings, each with what is expected after its equals sign.
_WHOLE: Final = ("a whole number", re.compile("[0-9]{1,18}"))
_SECONDS: Final = ("a number of seconds", re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?"))
_SETTINGS: Final = {
    "nodes": _WHOLE,
    "opening": _WHOLE,
    "temperature": ("a number with at most two decimals", re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?")),
    "depth": _WHOLE,
    "time": _SECONDS,
    "threads": _WHOLE,
    "hash": _WHOLE,
    "level": _WHOLE,
}

# Why simulated games cannot have a player or a setting that matches have.
_NOT_SIMULATED: Final = {
    "ugi": "simulated games are played without other programs",
    "depth": "the engine of simulated games is limited by nodes alone",
    "time": "simulated games do not depend on the speed of the machine",
    "threads": "the engine of simulated games has one thread",
    "hash": "in simulated games, the nodes determine the size of the table",
    "level": "the engine of simulated games plays at full strength",
}


@dataclass(frozen=True, slots=True)
class PlayerText:
    """The contents of the text of a player. Only another program has a command."""

    text: str
    name: Name
    settings: Mapping[str, float] = field(default_factory=dict)
    command: str = ""

    @classmethod
    def parse(cls, text: str) -> PlayerText:
        """Read the text of a player.

        >>> PlayerText.parse("engine:400,opening=6").settings
        {'nodes': 400, 'opening': 6}
        >>> PlayerText.parse("strong")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: unknown player 'strong': expected uniform, careful, engine:SETTINGS or ugi:COMMAND
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a player must be a str, not {type(text).__name__}")
        word, colon, rest = text.partition(":")
        program, comma, timeout = word.partition(",timeout=")
        if program == "ugi" and rest.strip():
            settings = {"timeout": _number(text, "timeout", timeout, _SECONDS)} if comma else {}
            return cls(text, "ugi", settings, rest)
        name = _NAMES.get(word)
        if name is None or (colon and name in ("uniform", "careful")):
            raise VoloError(f"unknown player {text[:80]!r}: {_EXPECTED}")
        return cls(text, name, _settings(text, rest.split(",")) if colon else {})

    def policy(self) -> str:
        """Return the player as simulated games name it: ``uniform``, ``careful`` or ``engine:NODES`` with settings.

        >>> PlayerText.parse("engine:nodes=400").policy()
        'engine:400'
        """
        for word in (self.name, *self.settings):
            if word in _NOT_SIMULATED:
                raise VoloError(f"{self.text[:80]!r} has {word}, which is only for matches: {_NOT_SIMULATED[word]}")
        if self.name != "engine":
            return self.name
        if "nodes" not in self.settings:
            raise VoloError(f"{self.text[:80]!r} needs a number of nodes, as in engine:400")
        text = f"engine:{self.settings['nodes']}"
        if "opening" in self.settings:
            text += f",opening={self.settings['opening']}"
        if "temperature" in self.settings:
            text += f",temperature={self.settings['temperature']:.2f}"
        return text


def policy_of(text: str) -> str:
    """Return the player of simulated games that a text means. The core reads it, and checks the ranges of its numbers.

    >>> policy_of("engine:opening=0,nodes=400")
    'engine:400,opening=0'
    >>> policy_of("engine:time=1")
    Traceback (most recent call last):
        ...
    volo.errors.VoloError: policy must be uniform, careful or engine:NODES: 'engine:time=1' has time, which is only \
for matches: simulated games do not depend on the speed of the machine
    """
    try:
        return PlayerText.parse(text).policy()
    except VoloError as error:
        raise VoloError(f"policy must be uniform, careful or engine:NODES: {error}") from None


def policies_of(text: str) -> list[str]:
    """Divide texts of players with commas between them. A setting, which follows a comma too, stays with its player.

    >>> policies_of("careful,engine:nodes=400,opening=6,uniform")
    ['careful', 'engine:nodes=400,opening=6', 'uniform']
    """
    players: list[str] = []
    for part in text.split(","):
        if players and "=" in part.partition(":")[0]:
            players[-1] += f",{part}"
        else:
            players.append(part)
    return players


def _settings(text: str, parts: list[str]) -> dict[str, float]:
    """The numbers of the settings. The first may be a number alone, which is that of the nodes."""
    settings: dict[str, float] = {}
    for number, part in enumerate(parts):
        key, equals, value = part.partition("=")
        if number == 0 and not equals and _WHOLE[1].fullmatch(part):
            key, value = "nodes", part
        if key not in _SETTINGS or key in settings:
            raise VoloError(
                f"expected one of {', '.join(_SETTINGS)}, each once, in the player {text[:80]!r}, not {key[:80]!r}"
            )
        settings[key] = _number(text, key, value, _SETTINGS[key])
    return settings


def _number(text: str, key: str, value: str, kind: tuple[str, re.Pattern[str]]) -> float:
    expected, pattern = kind
    if not pattern.fullmatch(value):
        raise VoloError(f"expected {expected} after {key}= in the player {text[:80]!r}")
    return int(value) if kind == _WHOLE else float(value)
