"""The claims that a picture makes about a position. There is a type for each claim, and :func:`read_claim` reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Claim", "FenceError", "Groups", "Moves", "Named", "Neighbors", "Played", "Refused", "read_claim"]


class FenceError(ValueError):
    """A fence is malformed, or a claim in it is false."""


class Played(NamedTuple):
    """The moves that lead to the position are legal.

    Attributes:
        result: "Orange wins", "Blue wins" or "draw". "legal" or None if the game is not over.
    """

    result: str | None = None


class Named(NamedTuple):
    """The spaces have the names that the picture shows."""


class Refused(NamedTuple):
    """A move is illegal by a ruling."""

    move: str
    ruling: str


class Moves(NamedTuple):
    """The position has this number of legal moves.

    Attributes:
        number: the number of moves.
        what: "moves", "adds" or "flights".
        birds: the birds of which a flight must consist; empty for all flights.
    """

    number: int
    what: str
    birds: tuple[str, ...]


class Neighbors(NamedTuple):
    """A space has this number of neighbors."""

    number: int
    space: str


class Groups(NamedTuple):
    """The birds of a player are in this number of flocks or regions.

    Attributes:
        number: the number of groups.
        what: "flocks" or "regions".
        player: "Orange" or "Blue".
    """

    number: int
    what: str
    player: str


Claim = Played | Named | Refused | Moves | Neighbors | Groups

_NUMBER = "(?P<number>[0-9]{1,4})"
_SPACE = "[a-z][0-9]+"
_AFTER = "(?: after (?P<moves>.+))?"
_FORMS: dict[str, Callable[[re.Match[str]], Claim]] = {
    "before": lambda _: Played(),
    "names": lambda _: Named(),
    "after (?P<moves>.+)": lambda _: Played(),
    "legal (?P<moves>.+)": lambda _: Played("legal"),
    "(?P<result>Orange wins|Blue wins|draw)(?: by (?P<moves>.+))?": lambda found: Played(found["result"]),
    rf"illegal (?P<move>\S+) \[(?P<ruling>R\w+)\]{_AFTER}": lambda found: Refused(found["move"], found["ruling"]),
    rf"{_NUMBER} (?P<what>move|add)s?{_AFTER}": lambda found: Moves(int(found["number"]), found["what"] + "s", ()),
    rf"{_NUMBER} flights?(?: of (?P<birds>{_SPACE}(?: {_SPACE})*))?{_AFTER}": lambda found: Moves(
        int(found["number"]), "flights", tuple((found["birds"] or "").split())
    ),
    rf"{_NUMBER} neighbors? of (?P<space>{_SPACE})": lambda found: Neighbors(int(found["number"]), found["space"]),
    rf"{_NUMBER} (?P<what>flock|region)s? of (?P<player>Orange|Blue){_AFTER}": lambda found: Groups(
        int(found["number"]), found["what"] + "s", found["player"]
    ),
}


def read_claim(text: str) -> tuple[Claim, tuple[str, ...]]:
    """Read a claim, and the moves that are played before it.

    Raises:
        FenceError: the text has none of the forms that :mod:`sky.fence` lists.

    Examples:
        >>> read_claim("legal pass e6")
        (Played(result='legal'), ('pass', 'e6'))
        >>> read_claim("1 add after pass")
        (Moves(number=1, what='adds', birds=()), ('pass',))
    """
    for form, claim in _FORMS.items():
        found = re.fullmatch(form, text)
        if found is not None:
            return claim(found), tuple((found.groupdict().get("moves") or "").split())
    raise FenceError(f"{text!r} is not a claim; expected a form such as 'legal a3', 'illegal c3 [R6]' or '9 adds'")
