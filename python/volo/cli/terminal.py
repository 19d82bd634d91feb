"""What the commands write on: tables and boards on standard output, progress on standard error."""

from __future__ import annotations

import os
import re
import sys

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

__all__ = ["console", "forget_bad_sizes", "has_color", "progress"]

_SIZES = ("COLUMNS", "LINES")


def forget_bad_sizes() -> None:
    """Leave it to the terminal how large it is, where the environment says something that is no size of any."""
    for name in _SIZES:
        if re.fullmatch("[1-9][0-9]{0,3}", os.environ.get(name, "80")) is None:
            del os.environ[name]


def console() -> Console:
    """Standard output. Rich asks the terminal for its colours, and honours NO_COLOR."""
    return Console(highlight=False, markup=False)


def has_color() -> bool:
    """Whether standard output shows colours."""
    out = console()
    return out.color_system is not None and not out.no_color


class _Rate(ProgressColumn):
    """How many things a second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} {self._unit}/s", style="progress.data.speed")


def progress(unit: str, *, quiet: bool = False) -> Progress:
    """A progress bar on standard error with its speed and the time left, silent where that is not a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(unit),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    )
