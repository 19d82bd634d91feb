"""The rule sets. A rule set has the size of the sky, the supply of birds, a pass rule and an end rule."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from volo.errors import InvalidRulesError
from volo.reference.sky import DIRECTIONS, sky

Passing: TypeAlias = Literal["standard", "forced", "own-regions", "no-flight"]
"""When a pass is legal [R13]."""

Stuck: TypeAlias = Literal["draw", "last-mover-wins"]
"""How a game ends when both players pass or are stuck [R14] [R14b]."""

SMALLEST_EDGE: Final = 4
LARGEST_EDGE: Final = 8

# Ignored at the ends of the text of a rule set, a position or a move.
WHITE_SPACE: Final = " \t\r\n"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A rule set. The rules that it does not contain are the same in every rule set.

    It and its methods raise the same errors as :class:`volo.Rules` and its methods.

    Attributes:
        edge: the number of spaces along an edge of the sky, including its two corners: 4 to 8 [R1].
        supply: the number of birds that each player has in all: 3 to 255, or None for no limit [R4] [R8].
        passing: the pass rule [R13].
            ``"standard"``: a pass is legal if no flight is possible and every possible add is in a region of the
            mover's own.
            ``"forced"``: a pass is legal if neither a flight nor an add is possible.
            ``"own-regions"``: a pass is legal if every possible add is in a region of the mover's own, whether or not
            a flight is possible.
            ``"no-flight"``: a pass is legal if no flight is possible, whether or not a bird can be added.
        stuck: the end rule.
            ``"draw"``: two passes in a row are a draw [R14].
            ``"last-mover-wins"``: if neither player goes on, the player who added or flew last wins [R14b].
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
            raise InvalidRulesError("the supply must be 3 to 255 birds, or none for no limit")
        _require_one_of("passing", self.passing, get_args(Passing))
        _require_one_of("stuck", self.stuck, get_args(Stuck))

    @staticmethod
    def parse(text: str) -> Rules:
        """Read a rule set: ``standard-5``, ``french,supply=30``, ``edge=6,supply=50,pass=forced,stuck=draw``.

        White space at the ends of the text is ignored.
        """
        _require_text("text", text)
        name, *items = text.strip(WHITE_SPACE).split(",")
        settings: dict[str, str] = {}
        if "=" in name:
            base = None
            items.insert(0, name)
        else:
            stem, dash, edge = name.rpartition("-")
            if name not in _NAMED and dash and re.fullmatch("[0-9]*", edge):
                name, settings["edge"] = stem, edge
            base = _NAMED.get(name)
            if base is None:
                raise InvalidRulesError(f"unknown rule set {name[:80]!r}: expected one of {', '.join(_NAMED)}")
        for item in items:
            key, _, value = item.partition("=")
            _require_one_of("setting", key, _SETTINGS)
            if key in settings:
                raise InvalidRulesError(f"the setting {key} is given twice")
            settings[key] = value
        if base is None and len(settings) < len(_SETTINGS):
            raise InvalidRulesError(f"expected {', '.join(_SETTINGS)}, not only {', '.join(settings)}")
        values: dict[str, Any] = {{"pass": "passing"}.get(key, key): value for key, value in settings.items()}
        for key in {"edge", "supply"} & settings.keys():
            if _NUMBER.fullmatch(settings[key]) is None and (key, settings[key]) != ("supply", "none"):
                raise InvalidRulesError(f"{key} {settings[key][:80]!r} is not a number")
            values[key] = None if settings[key] == "none" else int(settings[key])
        return replace(base or Rules(), **values)

    @property
    def spaces(self) -> tuple[str, ...]:
        """The names of all spaces, row by row from the top, each row from the left [R1] [R3]."""
        paper = sky(self.edge)
        return tuple(paper.names[space] for space in sorted(paper.spaces, key=lambda space: (-space[0], space[1])))

    def neighbors(self, space: str) -> tuple[str, ...]:
        """Return the names of a space's neighbors, in the order E, SE, SW, W, NW, NE, without missing spaces [R2]."""
        paper = sky(self.edge)
        place = paper.place(space)
        return tuple(paper.names[paper.step[way][place]] for way in DIRECTIONS if place in paper.step[way])

    def __str__(self) -> str:
        for name, named in _NAMED.items():
            if self == named:
                return name
        for name, named in _NAMED.items():
            if (self.supply, self.passing, self.stuck) == (named.supply, named.passing, named.stuck):
                return f"{name}-{self.edge}"
        supply = "none" if self.supply is None else self.supply
        return f"edge={self.edge},supply={supply},pass={self.passing},stuck={self.stuck}"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


def whole(name: str, value: object) -> int:
    """Return the value, which is an integer of any size."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    return value


def _require_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")


def _require_one_of(name: str, value: str, words: tuple[str, ...]) -> None:
    if value not in words:
        raise InvalidRulesError(f"{name} {value[:80]!r} is not one of {', '.join(words)}")


# A rule set is written with the first of these names that fits.
_NAMED: Final = {
    "standard": Rules(),
    "two-sizes": Rules(supply=50),
    "two-sizes-small": Rules(edge=6, supply=50),
    "french": Rules(passing="forced", stuck="last-mover-wins"),
    "abstract-play": Rules(supply=None, passing="own-regions"),
    "boardspace": Rules(supply=None, passing="no-flight"),
}
_SETTINGS: Final = ("edge", "supply", "pass", "stuck")

# No valid number has more digits. The limit keeps int() fast for long texts.
_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")
