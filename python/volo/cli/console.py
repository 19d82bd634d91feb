"""Tables, progress bars and colors, by rich. Commands that print only lines do not load it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from math import ceil, inf
from time import monotonic
from typing import IO, Any, cast

from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from volo.cli.terminal import printable

# Seconds between two lines about a long command that does not run in a terminal.
_PAUSE = 30.0


class _Console(Console):
    """A console that escapes the texts it prints, and does not interpret markup or names of emoji."""

    def __init__(self, file: IO[str] | None = None) -> None:
        super().__init__(file=file, highlight=False, markup=False, emoji=False)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


def tabulate(*parts: RenderableType) -> None:
    """Print tables and lines on standard output. All texts in them are escaped, and lines are not wrapped."""
    out = _Console()
    for part in parts:
        out.print(part, soft_wrap=isinstance(part, str))


def width() -> int:
    return _Console().width


def has_color() -> bool:
    """Whether standard output shows colors, by the terminal and by NO_COLOR and FORCE_COLOR."""
    out = _Console()
    return out.color_system is not None and not out.no_color


class _LossyError:
    """Standard error, without errors. A terminal that was closed must not end a run before its results are saved."""

    def __init__(self) -> None:
        self._file = sys.stderr

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


@contextmanager
def refreshed() -> Iterator[Callable[[RenderableType], None]]:
    """Show a table on a terminal, and replace it by others. It disappears at the end. All texts in it are escaped."""
    with Live(console=_Console(), auto_refresh=False, transient=True) as live:
        yield lambda table: live.update(table, refresh=True)


class _Rate(ProgressColumn):
    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} {self._unit}/s", style="progress.data.speed")


class _Progress(Progress):
    """A progress bar on a terminal; elsewhere, as in the log of a job, a line at most every thirty seconds."""

    def __init__(self, *columns: ProgressColumn, unit: str, quiet: bool) -> None:
        is_terminal = sys.stderr.isatty()
        self._file = cast("IO[str]", _LossyError())
        super().__init__(*columns, console=_Console(self._file), disable=quiet or not is_terminal, transient=True)
        self._unit = unit
        self._due = inf if quiet or is_terminal else monotonic() + _PAUSE

    def update(self, task_id: TaskID, **fields: Any) -> None:
        super().update(task_id, **fields)
        if (now := monotonic()) < self._due:
            return
        self._due = now + _PAUSE
        task = self.tasks[task_id]
        line = f"{task.description}: {task.completed:,.0f} {self._unit}"
        if task.total:
            line += f" of {task.total:,.0f} ({task.completed / task.total:.1%})"
        if task.speed:
            line += f", {task.speed:,.3g} {self._unit}/s" if task.speed < 100 else f", {task.speed:,.0f} {self._unit}/s"
        if task.time_remaining:
            line += f", {timedelta(seconds=ceil(task.time_remaining))} left"
        print(line, file=self._file, flush=True)


def progress(unit: str, *, quiet: bool = False) -> Progress:
    """Progress on standard error, with the speed and the time left: a bar on a terminal, else a line now and then."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(unit), TimeRemainingColumn()
    return _Progress(*columns, unit=unit, quiet=quiet)
