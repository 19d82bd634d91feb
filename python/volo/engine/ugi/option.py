"""The options of an engine, as UGI writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from volo.errors import EngineError, VoloError

__all__ = ["UgiOption", "setting"]

_KEYWORDS = ("name", "type", "default", "min", "max", "var")
_WRITTEN = re.compile("-?[0-9]{1,30}")
_LONGEST = 1000
_LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True)
class UgiOption:
    """An option of an engine.

    Attributes:
        name: the name.
        type: ``"spin"`` for a number, ``"check"`` for a bool, ``"combo"`` for one of the choices, ``"string"`` or
            ``"button"``.
        default: the text of the value if the option is not set. None if the engine names none.
        least: the smallest number of a ``"spin"``. None if the engine names none.
        most: the largest number of a ``"spin"``. None if the engine names none.
        choices: the possible values of a ``"combo"``.
    """

    name: str
    type: str
    default: str | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

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
        parts: list[tuple[str, list[str]]] = []
        for word in line.split()[1:]:
            # The value of `default` may be any word, but a keyword ends it.
            if word in _KEYWORDS and (word == "var" or word not in (key for key, _ in parts)):
                parts.append((word, []))
            elif parts:
                parts[-1][1].append(word)
        values = {key: " ".join(words) for key, words in parts}
        if not values.get("name") or not values.get("type"):
            raise EngineError(f"expected an option with a name and a type, not {line[:200]!r}")
        least, most = (int(text) if _WRITTEN.fullmatch(text := values.get(key, "")) else None for key in ("min", "max"))
        choices = tuple(" ".join(words) for key, words in parts if key == "var")
        return cls(values["name"], values["type"], values.get("default"), least, most, choices)

    def written(self, value: str | int | bool | None) -> str:
        """Return a value of the option as text.

        Raises:
            VoloError: the option cannot have the value.

        >>> UgiOption("Ponder", "check").written(True)
        'true'
        """
        text = "" if value is None else str(value)
        if self.type == "check":
            text = text.lower()
        if len(text) > _LONGEST or not text.isprintable():
            raise VoloError(f"the value of the option {self.name} must be at most {_LONGEST} printable characters")
        if self.type == "check" and text not in {"true", "false"}:
            raise VoloError(f"the option {self.name} must be True or False, not {text[:80]!r}")
        if self.type == "combo" and self.choices and text not in self.choices:
            raise VoloError(f"the option {self.name} must be one of: {', '.join(self.choices)}")
        if self.type == "spin":
            if not _WRITTEN.fullmatch(text):
                raise VoloError(f"the option {self.name} must be a number, not {text[:80]!r}")
            least, most = self.least, self.most
            if (least is not None and int(text) < least) or (most is not None and int(text) > most):
                raise VoloError(f"the option {self.name} must be {least} to {most}")
        return text

    def in_range(self, number: int) -> int:
        """Map a number from 0 into the range of the option. Different numbers may become the same.

        >>> seed = UgiOption("Seed", "spin", least=1, most=65535)
        >>> seed.in_range(1), seed.in_range(65535), seed.in_range(65536)
        (2, 1, 2)
        """
        least = self.least or 0
        return least + (number if self.most is None else number % max(self.most - least + 1, 1))

    def line(self) -> str:
        """Return the line with which an engine offers the option.

        >>> UgiOption("Style", "combo", "solid", choices=("solid", "risky")).line()
        'option name Style type combo default solid var solid var risky'
        """
        words = ["option name", self.name, "type", self.type]
        for key, value in (("default", self.default), ("min", self.least), ("max", self.most)):
            if value is not None:
                words += [key, str(value)]
        return " ".join([*words, *(f"var {choice}" for choice in self.choices)])


def setting(words: list[str]) -> tuple[str, str]:
    """Return the name and the value in the words after ``setoption``. Without a value, it is empty.

    Raises:
        VoloError: there is no name.

    >>> setting("name Hash value 100".split())
    ('Hash', '100')
    """
    if words[:1] != ["name"] or len(words) < 2 or words[1] == "value":
        raise VoloError("expected: setoption name NAME value VALUE")
    place = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:place]), " ".join(words[place + 1 :])
