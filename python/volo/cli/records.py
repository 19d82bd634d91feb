"""What commands share that read records."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import IO

import click
from click.decorators import FC
from rich.progress import Progress

from volo.cli.terminal import BadInput, complaint
from volo.errors import RecordError

lenient_option: Callable[[FC], FC] = click.option(
    "--lenient", is_flag=True, help="Accept the deviations that the documentation of the formats lists as lenient."
)

skip_option: Callable[[FC], FC] = click.option(
    "--skip-other-games", is_flag=True, help="Skip the games of Abstract Play that are not Volo, and count them."
)


def source(name: str) -> str | IO[bytes]:
    if name != "-":
        return name
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return sys.stdin.buffer


def size_of(name: str) -> int | None:
    try:
        return os.stat(name).st_size if os.path.isfile(name) else None  # noqa: PTH113, PTH116
    except (OSError, ValueError):
        return None


def others_skipped(games: int) -> str:
    return f"games skipped that are not Volo: {games:,}"


class Complaints:
    """Prints at most this number of errors on standard error, above a progress bar."""

    def __init__(self, bar: Progress, most: int | None = None) -> None:
        self._bar = bar
        self._most = most
        self._number = 0

    def add(self, problem: str | RecordError) -> None:
        self._number += 1
        if self._most is None or self._number <= self._most:
            self._bar.console.print(complaint(str(problem)), soft_wrap=True)

    def close(self) -> None:
        if self._most is not None and self._number > self._most:
            self._bar.console.print(complaint(f"and {self._number - self._most:,} more"), soft_wrap=True)
