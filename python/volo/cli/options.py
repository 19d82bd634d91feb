"""Options that several commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.decorators import FC

from volo._volo import Position, Rules
from volo.errors import VoloError

__all__ = [
    "Name",
    "Whole",
    "fen_argument",
    "fen_option",
    "position_from",
    "processors",
    "reader",
    "rules_option",
    "threads_option",
]


Value = TypeVar("Value")


def reader(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Wrap a function that parses an argument, so that it raises click.BadParameter instead of VoloError."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except VoloError as error:
            raise click.BadParameter(str(error)) from error

    return convert


class Whole(click.types.IntParamType):
    """A whole number, written with at most 30 digits from 0 to 9.

    click.IntRange is not used, because it adds the range to the help text even if there is no limit.

    Args:
        min: the smallest number that is accepted; None if the command checks the range.
    """

    _WRITTEN = re.compile("-?[0-9]{1,30}")

    def __init__(self, min: int | None = None) -> None:  # noqa: A002
        self._min = min

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Convert the text of a number."""
        if isinstance(value, str) and self._WRITTEN.fullmatch(value) is None:
            self.fail(f"{value[:80]!r} is not a valid integer.", param, ctx)
        number = int(value)
        if self._min is not None and number < self._min:
            self.fail(f"{number} is not in the range x>={self._min}.", param, ctx)
        return number


class Name(click.Path):
    """The name of a file or folder. An empty name is refused, because it would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the name, and convert it to the type that ``path_type`` selects."""
        if isinstance(value, str) and (not value or "\0" in value):
            self.fail("the name has a null character" if value else "the name is empty", param, ctx)
        return super().convert(value, param, ctx)


_rules = reader(Rules.parse)
_fen = reader(Position.from_fen)

rules_option: Callable[[FC], FC] = click.option(
    "--rules",
    type=_rules,
    metavar="RULES",
    help="Begin at the start of this rule set, such as standard, french, two-sizes, abstract-play-5 or "
    "edge=6,supply=50,pass=forced,stuck=draw.  [default: standard]",
)

fen_option: Callable[[FC], FC] = click.option(
    "--fen", type=_fen, metavar="FEN", help="Begin at this position instead of the start."
)

fen_argument: Callable[[FC], FC] = click.argument("fen", type=_fen, required=False)

threads_option: Callable[[FC], FC] = click.option(
    "--threads",
    type=Whole(),
    metavar="NUMBER",
    help="The number of threads.  [default: one for each processor]",
)

_MOST_THREADS = 256


def processors() -> int:
    """The number of processors that this process may use, but no more than the largest permitted number of threads."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(allowed, _MOST_THREADS)


def position_from(rules: Rules | None, fen: Position | None) -> Position:
    """The position at which a command begins: the FEN if there is one, or else the start.

    Raises:
        click.UsageError: both are given. A FEN names its own rules.
    """
    if fen is None:
        return Position(rules)
    if rules is not None:
        raise click.UsageError("--rules cannot be used with a FEN, which names its own rules")
    return fen
