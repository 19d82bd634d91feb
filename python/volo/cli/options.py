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
from volo.simulate import Part

__all__ = [
    "Name",
    "Whole",
    "fen_argument",
    "fen_option",
    "part_option",
    "position_from",
    "processors",
    "rules_option",
    "threads_option",
]


Value = TypeVar("Value")


def _reader(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """A reader of an argument, whose error says what is wrong with the text."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except VoloError as error:
            raise click.BadParameter(str(error)) from error

    return convert


class Whole(click.IntRange):
    """A whole number, written with at most 30 digits from 0 to 9."""

    _WRITTEN = re.compile("-?[0-9]{1,30}")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that is written in a text."""
        if isinstance(value, str) and self._WRITTEN.fullmatch(value) is None:
            self.fail(f"{value[:80]!r} is not a valid integer.", param, ctx)
        return super().convert(value, param, ctx)


class Name(click.Path):
    """The name of a file or folder. An empty name is refused, because it would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name, of the type that was asked for."""
        if isinstance(value, str) and (not value or "\0" in value):
            self.fail("the name has a null character" if value else "the name is empty", param, ctx)
        return super().convert(value, param, ctx)


_rules = _reader(Rules.parse)
_fen = _reader(Position.from_fen)

rules_option: Callable[[FC], FC] = click.option(
    "--rules",
    type=_rules,
    metavar="RULES",
    help="The rule set of the start, such as standard, french, two-sizes, abstract-play-5 or "
    "edge=6,supply=50,pass=forced,stuck=draw.  [default: standard]",
)

fen_option: Callable[[FC], FC] = click.option(
    "--fen", type=_fen, metavar="FEN", help="A position to begin at instead of the start."
)

fen_argument: Callable[[FC], FC] = click.argument("fen", type=_fen, required=False)

threads_option: Callable[[FC], FC] = click.option(
    "--threads",
    type=Whole(),
    metavar="NUMBER",
    help="How many threads work.  [default: all processors]",
)

_MOST_THREADS = 256


def processors() -> int:
    """How many processors this process may use, as far as there may be a thread for each."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(allowed, _MOST_THREADS)


part_option: Callable[[FC], FC] = click.option(
    "--shard",
    "part",
    type=_reader(Part.parse),
    default="1/1",
    show_default=True,
    metavar="I/N",
    help="Play only every N-th shard, beginning at the I-th: one job of an array of N. `volo merge` joins the folders.",
)


def position_from(rules: Rules | None, fen: Position | None) -> Position:
    """The position that a command begins at: that of the fen, or else the start.

    Raises:
        click.UsageError: both are given, though a fen names its own rules.
    """
    if fen is None:
        return Position(rules)
    if rules is not None:
        raise click.UsageError("--rules is for the start; a fen names its own rules")
    return fen
