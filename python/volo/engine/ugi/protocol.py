"""The parts of UGI that engines and their users both read and write: options, limits and scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from volo._support.checks import decimal_in, whole_in
from volo._volo import Score
from volo.engine.search import MOST, MOST_SECONDS, Limit
from volo.errors import EngineError, VoloError

_OPTION: Final = re.compile(
    "option name (?P<name>.+?) type (?P<type>[^ ]+)(?: default(?: (?P<default>.+?))?)?"
    "(?: min (?P<least>-?[0-9]{1,30}) max (?P<most>-?[0-9]{1,30}))?"
)
_LONGEST_LINE: Final = 10_000
_LONGEST_VALUE: Final = 1000


@dataclass(frozen=True, slots=True)
class UgiOption:
    """An option of an engine.

    Attributes:
        name: the name.
        type: ``"spin"`` for a number, ``"check"`` for a bool, ``"string"`` for a text, ``"button"`` for an action.
        default: the text of the value if the option is not set.
        least: the smallest number of a ``"spin"``. None if the engine names none.
        most: the largest number of a ``"spin"``. None if the engine names none.
    """

    name: str
    type: str
    default: str = ""
    least: int | None = None
    most: int | None = None

    @classmethod
    def parse(cls, line: str) -> UgiOption:
        """Read the line of an option.

        Raises:
            EngineError: the line has no name or no type, or more than 10,000 characters.

        >>> UgiOption.parse("option name Hash type spin default 64 min 1 max 1024").most
        1024
        """
        if len(line) > _LONGEST_LINE:
            raise EngineError(f"an option must have at most {_LONGEST_LINE} characters, not {line[:80]!r}...")
        found = _OPTION.fullmatch(" ".join(line.split()))
        if found is None:
            raise EngineError(f"expected an option with a name and a type, not {line[:200]!r}")
        least, most = (None if found[key] is None else int(found[key]) for key in ("least", "most"))
        return cls(found["name"], found["type"], found["default"] or "", least, most)

    def command(self, value: str | int | bool | None) -> str:
        """Return the command that sets the option, or that presses a button, whose value is None.

        >>> UgiOption("Ponder", "check").command(True), UgiOption("Clear Hash", "button").command(None)
        ('setoption name Ponder value true', 'setoption name Clear Hash')
        """
        if (value is None) != (self.type == "button"):
            needed = "needs a value, not None" if value is None else "is a button: its value must be None"
            raise VoloError(f"the option {self.name} {needed}")
        return f"setoption name {self.name}" + ("" if value is None else f" value {self.written(value)}")

    def written(self, value: str | int | bool) -> str:
        """Return a value of the option as text, or raise a VoloError if the option cannot have it."""
        text = str(value).lower() if self.type == "check" else str(value)
        if len(text) > _LONGEST_VALUE or not text.isprintable():
            raise VoloError(
                f"the value of the option {self.name} must be at most {_LONGEST_VALUE} printable characters"
            )
        if self.type == "check" and text not in {"true", "false"}:
            raise VoloError(f"the option {self.name} must be True or False, not {text[:80]!r}")
        if self.type == "spin":
            number = whole_in(text)
            if number is None:
                raise VoloError(f"the option {self.name} must be a number, not {text[:80]!r}")
            if self.least is not None and self.most is not None and not self.least <= number <= self.most:
                raise VoloError(f"the option {self.name} must be {self.least} to {self.most}")
        return text

    def line(self) -> str:
        """Return the line with which an engine offers the option."""
        bounds = "" if self.least is None else f" min {self.least} max {self.most}"
        return f"option name {self.name} type {self.type} default {self.default}{bounds}"


# For each word of UGI, the field of a limit, and the number that UGI writes for 1.
_FIELDS: Final = {
    "p1time": ("orange_clock", 1000),
    "p2time": ("blue_clock", 1000),
    "p1inc": ("orange_inc", 1000),
    "p2inc": ("blue_inc", 1000),
    "movestogo": ("remaining_moves", 1),
    "movetime": ("time", 1000),
    "depth": ("depth", 1),
    "nodes": ("nodes", 1),
}


def limit_of(words: Sequence[str]) -> Limit | None:
    """Return the limit in the words after ``go``. For ``infinite`` and for no words, return None, which means no limit.

    A program that refuses to search loses its game. So a number that is out of range counts as the nearest one that is
    allowed, the fraction of a depth or of a number of nodes or moves is dropped, and ``movestogo 0`` sets no limit.
    """
    if list(words) in ([], ["infinite"]):
        return None
    fields: dict[str, float] = {}
    rest = iter(words)
    for word in rest:
        if word not in _FIELDS:
            raise VoloError(f"expected infinite or one of {', '.join(_FIELDS)}, not {word[:80]!r}")
        field, unit = _FIELDS[word]
        if field in fields:
            raise VoloError(f"{word} is given twice")
        text = next(rest, "")
        # As a float, a large whole number would be another one.
        whole = whole_in(text)
        number = decimal_in(text) if whole is None else whole
        if number is None:
            raise VoloError(f"expected a number after {word}, not {text[:80]!r}")
        if unit > 1:
            fields[field] = min(max(number / unit, 0), MOST_SECONDS)
        elif number >= 1 or word != "movestogo":
            fields[field] = min(max(int(number), 1), MOST[field])
    return Limit(**fields)  # type: ignore[arg-type]


def words_of(limit: Limit) -> str:
    """Return a limit as the words after ``go``. Times are rounded up to milliseconds."""
    words = []
    for word, (field, unit) in _FIELDS.items():
        number = getattr(limit, field)
        # An increment belongs to a clock.
        if number is None or (field.endswith("_inc") and getattr(limit, field.replace("_inc", "_clock")) is None):
            continue
        words.append(f"{word} {ceil(number * unit)}")
    return " ".join(words) or "infinite"


_MOST_PLIES: Final = 1000


def words_of_score(score: Score) -> str:
    """Return a score as UGI writes it: in points, or as the plies of a proven win or loss.

    >>> words_of_score(Score.from_points(37)), words_of_score(Score.win(3)), words_of_score(Score.loss(4))
    ('cp 37', 'mate 3', 'mate -4')
    """
    if score.win_in is not None:
        return f"mate {score.win_in}"
    if score.loss_in is not None:
        return f"mate {-score.loss_in}"
    return f"cp {score.points}"


def score_of(kind: str, number: int) -> Score | None:
    """Return the score that UGI writes as these two words; None if there is no such kind.

    >>> score_of("cp", 37).points, score_of("mate", -4), score_of("mate", 0), score_of("elo", 1)
    (37, Score.loss(4), Score.loss(0), None)
    """
    if kind == "cp":
        return Score.from_points(number)
    if kind == "mate":
        plies = min(abs(number), _MOST_PLIES)
        return Score.win(plies) if number > 0 else Score.loss(plies)
    return None
