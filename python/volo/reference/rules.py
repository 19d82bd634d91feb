"""The rule sets: the size of the sky, the supply of birds, when one may pass, what it means to be stuck."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from volo.errors import InvalidRulesError

__all__ = ["LARGEST_EDGE", "SMALLEST_EDGE", "Passing", "Rules", "Stuck", "whole"]

Passing = Literal["standard", "forced", "own-regions"]
Stuck = Literal["draw", "last-mover-wins"]

SMALLEST_EDGE: Final = 4
LARGEST_EDGE: Final = 8


@dataclass(frozen=True)
class Rules:
    """A rule set. Everything else in the game is common to all of them.

    Attributes:
        edge: spaces along an edge of the sky, its corners counted: 4 to 8 [R1].
        supply: how many birds each player has in all, 3 to 255, or None for no limit [R4] [R8].
        passing: when a pass is legal [R13].
            ``"standard"``: no flight is possible, and every possible add is in a region of the mover's own.
            ``"forced"``: neither a flight nor an add is possible.
            ``"own-regions"``: every possible add is in a region of the mover's own; flights do not matter.
        stuck: what it means that neither player can or will go on.
            ``"draw"``: two passes in a row are a draw [R14].
            ``"last-mover-wins"``: the last to add or fly wins [R14b].

    Raises:
        InvalidRulesError: a value out of range, or an unknown word.
        TypeError: a value of the wrong type.
    """

    edge: int = 7
    supply: int | None = 60
    passing: Passing = "standard"
    stuck: Stuck = "draw"

    def __post_init__(self) -> None:
        whole("edge", self.edge)
        if self.supply is not None:
            whole("supply", self.supply)
        _require_text("passing", self.passing)
        _require_text("stuck", self.stuck)
        if not SMALLEST_EDGE <= self.edge <= LARGEST_EDGE:
            raise InvalidRulesError(f"edge must be {SMALLEST_EDGE} to {LARGEST_EDGE}")
        if self.supply is not None and not 3 <= self.supply <= 255:
            raise InvalidRulesError("supply must be 3 to 255, or none")
        _require_one_of("passing", self.passing, get_args(Passing))
        _require_one_of("stuck", self.stuck, get_args(Stuck))

    @staticmethod
    def standard(edge: int = 7) -> Rules:
        """The text of 2010-08-31."""
        return Rules(edge=edge)

    @staticmethod
    def two_sizes(size: Literal["standard", "small"] = "standard") -> Rules:
        """The edition with two sizes of sky and 50 birds a player."""
        _require_text("size", size)
        _require_one_of("size", size, ("standard", "small"))
        return Rules(edge=7 if size == "standard" else 6, supply=50)

    @staticmethod
    def french() -> Rules:
        """The earlier text: pass only when nothing else is possible, and whoever leaves both stuck wins."""
        return Rules(passing="forced", stuck="last-mover-wins")

    @staticmethod
    def abstract_play(edge: int = 7) -> Rules:
        """As the site Abstract Play plays it."""
        return Rules(edge=edge, supply=None, passing="own-regions")

    @staticmethod
    def parse(text: str) -> Rules:
        """The rule set of a text: ``standard``, ``standard-5``, ``edge=6,supply=50,pass=forced,stuck=draw``.

        Raises:
            InvalidRulesError: there is no such rule set.
        """
        _require_text("text", text)
        if text in _NAMED:
            return _NAMED[text]
        name, dash, edge = text.rpartition("-")
        if dash and name in _NAMED and edge in _EDGES:
            named = _NAMED[name]
            return Rules(int(edge), named.supply, named.passing, named.stuck)
        by_hand = _BY_HAND.fullmatch(text)
        if by_hand is None:
            raise InvalidRulesError(
                f"unknown rule set {text[:80]!r}: expected one of {', '.join(_NAMED)}, each optionally followed by"
                " -4 to -8 for another edge, or edge=E,supply=S,pass=P,stuck=T"
            )
        supply = None if by_hand["supply"] == "none" else int(by_hand["supply"])
        _require_one_of("pass", by_hand["passing"], get_args(Passing))
        _require_one_of("stuck", by_hand["stuck"], get_args(Stuck))
        return Rules(int(by_hand["edge"]), supply, by_hand["passing"], by_hand["stuck"])  # type: ignore[arg-type]

    def __str__(self) -> str:
        for name, named in _NAMED.items():
            if self == named:
                return name
        for name, named in _NAMED.items():
            if (self.supply, self.passing, self.stuck) == (named.supply, named.passing, named.stuck):
                return f"{name}-{self.edge}"
        supply = "none" if self.supply is None else self.supply
        return f"edge={self.edge},supply={supply},pass={self.passing},stuck={self.stuck}"


def whole(name: str, value: object) -> int:
    """A whole number, of any size.

    Raises:
        TypeError: it is none; a bool is none.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    return value


def _require_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")


def _require_one_of(name: str, value: str, words: tuple[str, ...]) -> None:
    if value not in words:
        raise InvalidRulesError(f"{name} {value[:80]!r} is not one of {', '.join(words)}")


# In order of preference: a rule set is written with the first name that fits.
_NAMED: Final = {
    "standard": Rules.standard(),
    "two-sizes": Rules.two_sizes(),
    "two-sizes-small": Rules.two_sizes("small"),
    "french": Rules.french(),
    "abstract-play": Rules.abstract_play(),
}
_EDGES: Final = tuple(str(edge) for edge in range(SMALLEST_EDGE, LARGEST_EDGE + 1))

# More than nine digits are no number for anybody: there is no need to read them all.
_BY_HAND: Final = re.compile(
    r"edge=(?P<edge>[1-9][0-9]{0,8})"
    r",supply=(?P<supply>none|[1-9][0-9]{0,8})"
    r",pass=(?P<passing>[a-z-]+)"
    r",stuck=(?P<stuck>[a-z-]+)"
)
