"""Games in a file, one JSON object a line: ``rules``, ``moves``, ``legal_moves`` before each of them, ``winner``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from volo.cli.failures import BadInput

__all__ = ["WrittenGame", "read_games"]

_WINNERS = ("orange", "blue", "draw")


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game as a file tells it, nothing of it checked against the rules.

    Attributes:
        line: the line of the file, counted from 1.
        rules: the text of the rule set.
        moves: the texts of the moves.
        legal_moves: how many moves were legal before each of them.
        winner: ``"orange"``, ``"blue"`` or ``"draw"``.
    """

    line: int
    rules: str
    moves: tuple[str, ...]
    legal_moves: tuple[int, ...]
    winner: str


def read_games(lines: Iterable[bytes], name: str) -> Iterator[WrittenGame]:
    """The games of a file, one at a time. Other keys than the four are left alone.

    Args:
        lines: the file's lines.
        name: the file's name, for errors.

    Raises:
        BadInput: a line is not such a game; the message names the file, the line and what is wrong.

    >>> line = b'{"rules": "standard", "moves": ["c5"], "legal_moves": [99], "winner": "draw"}'
    >>> next(read_games([line], "games.jsonl"))
    WrittenGame(line=1, rules='standard', moves=('c5',), legal_moves=(99,), winner='draw')
    """
    for number, line in enumerate(lines, start=1):
        yield _Line(f"{name}:{number}", number).game(line)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line on its way to a game."""

    where: str
    number: int

    def game(self, line: bytes) -> WrittenGame:
        fields = self._object(line)
        moves = self._strings(fields, "moves")
        legal_moves = self._counts(fields, "legal_moves")
        if len(moves) != len(legal_moves):
            self._bad(f"{len(moves)} moves, but legal_moves has {len(legal_moves)} numbers")
        winner = self._string(fields, "winner")
        if winner not in _WINNERS:
            self._bad(f"winner must be one of {', '.join(_WINNERS)}, not {_short(winner)}")
        return WrittenGame(self.number, self._string(fields, "rules"), moves, legal_moves, winner)

    def _object(self, line: bytes) -> dict[str, object]:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            self._bad(f"byte {error.start} is not UTF-8")
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            self._bad(f"not JSON: {error.msg} at column {error.colno}")
        except (ValueError, RecursionError):
            self._bad("not JSON that can be read: a number too long, or nesting too deep")
        if not isinstance(value, dict):
            self._bad("not a JSON object")
        return value

    def _value(self, fields: dict[str, object], key: str) -> object:
        if key not in fields:
            self._bad(f"{key} is missing")
        return fields[key]

    def _string(self, fields: dict[str, object], key: str) -> str:
        value = self._value(fields, key)
        if not isinstance(value, str):
            self._bad(f"{key} must be a text, not {_short(value)}")
        return value

    def _strings(self, fields: dict[str, object], key: str) -> tuple[str, ...]:
        value = self._value(fields, key)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self._bad(f"{key} must be a list of texts, not {_short(value)}")
        return tuple(value)

    def _counts(self, fields: dict[str, object], key: str) -> tuple[int, ...]:
        value = self._value(fields, key)
        if not isinstance(value, list) or not all(type(each) is int and each >= 0 for each in value):
            self._bad(f"{key} must be a list of whole numbers from 0, not {_short(value)}")
        return tuple(value)

    def _bad(self, problem: str) -> NoReturn:
        raise BadInput(f"{self.where}: {problem}")


def _short(value: object) -> str:
    """A JSON value in an error: as JSON, cut where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
