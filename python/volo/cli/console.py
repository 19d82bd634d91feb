"""Tables, progress bars and colors, by rich. Commands that print only lines do not load it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

from rich.console import Console, RenderableType
from rich.live import Live
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

from volo.cli.terminal import printable


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


def progress(unit: str, *, quiet: bool = False) -> Progress:
    """A progress bar on standard error with the speed and the time left. It is hidden unless that is a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(unit),
        TimeRemainingColumn(),
        console=_Console(cast("IO[str]", _LossyError())),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    )
