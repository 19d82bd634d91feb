"""Records on the command line: where they come from, and the telling of what is wrong with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import IO

import click
from click.decorators import FC
from rich.progress import Progress

from volo.cli.failures import BadInput, complaint
from volo.errors import RecordError, VoloError

__all__ = ["Complaints", "lenient_option", "size_of", "source", "unreadable"]

lenient_option: Callable[[FC], FC] = click.option(
    "--lenient", is_flag=True, help="Forgive what the documentation of the formats names, and nothing else."
)


def source(name: str) -> str | IO[bytes]:
    """The file of this name; standard input for ``-``.

    Raises:
        BadInput: standard input is closed.
    """
    if name != "-":
        return name
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return sys.stdin.buffer


def size_of(name: str) -> int | None:
    """How many bytes a file has; None where that cannot be told."""
    try:
        return os.stat(name).st_size if os.path.isfile(name) else None  # noqa: PTH113, PTH116
    except (OSError, ValueError):
        return None


def unreadable(name: str, error: OSError | VoloError) -> str:
    """What is said of a file that cannot be read, or not to its end."""
    if isinstance(error, OSError):
        return f"{name}: {error.strerror or error}"
    return str(error)


class Complaints:
    """What is wrong, told on standard error while a progress bar is there.

    Args:
        bar: the progress bar.
        most: how many complaints are told; all of them unless given.
    """

    def __init__(self, bar: Progress, most: int | None = None) -> None:
        self._bar = bar
        self._most = most
        self._number = 0

    def add(self, problem: str | RecordError) -> None:
        """Tell one, with all else that is wrong with the same game, unless too many have been told."""
        self._tell(str(problem))
        for another in problem.also if isinstance(problem, RecordError) else ():
            self._tell(str(another))

    def _tell(self, message: str) -> None:
        self._number += 1
        if self._most is None or self._number <= self._most:
            self._bar.console.print(complaint(message), soft_wrap=True)

    def close(self) -> None:
        """Tell how many were not told."""
        if self._most is not None and self._number > self._most:
            self._bar.console.print(complaint(f"and {self._number - self._most:,} more"), soft_wrap=True)
