"""Standard output and standard error. Everything that the commands print goes through these functions."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

import click
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

from volo.cli.failures import BadInput, complaint
from volo.cli.printable import printable

__all__ = [
    "advise",
    "complain",
    "draw",
    "forget_bad_sizes",
    "has_color",
    "is_terminal",
    "progress",
    "ready_streams",
    "refreshed",
    "say",
    "send",
    "tabulate",
]

_SIZES = ("COLUMNS", "LINES")


class _Console(Console):
    """A console that escapes the texts it prints, and does not interpret markup or names of emoji."""

    def __init__(self, file: IO[str] | None = None) -> None:
        super().__init__(file=file, highlight=False, markup=False, emoji=False)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


def ready_streams() -> None:
    """Prepare the standard streams for any text.

    A character that the encoding of standard output does not have is escaped, as on standard error.

    Raises:
        BadInput: standard output is closed.
    """
    # If its file descriptor is closed, the stream is None. The next file that is opened would get the descriptor of
    # standard error, and the warnings of libraries with it; the null device takes it first.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def forget_bad_sizes() -> None:
    """Remove invalid sizes of the terminal from the environment, so that the size comes from the terminal."""
    for name in _SIZES:
        if re.fullmatch("[1-9][0-9]{0,3}", os.environ.get(name, "80")) is None:
            del os.environ[name]


def say(*lines: str) -> None:
    """Print lines on standard output, escaped."""
    for line in lines:
        click.echo(printable(line))


def complain(message: str) -> None:
    """Print one line on standard error that reports a failure."""
    advise(complaint(message))


def advise(text: str) -> None:
    """Print a text on standard error. It must not contain text from outside."""
    # If standard error cannot be written, the exit status alone reports the failure.
    with suppress(OSError):
        click.echo(text, err=True)


def tabulate(*parts: RenderableType) -> None:
    """Print tables and lines on standard output. All texts in them are escaped, and lines are not wrapped."""
    out = _Console()
    for part in parts:
        out.print(part, soft_wrap=isinstance(part, str))


def draw(picture: str) -> None:
    """Print a board of `volo.render.text`, with its colours."""
    click.echo(picture, color=True)


def send(file: IO[bytes]) -> None:
    """Copy a file in UTF-8 to standard output. A terminal gets it escaped, anything else byte for byte."""
    if sys.stdout.isatty():
        for line in file:
            say(line.decode().removesuffix("\n"))
    else:
        shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def has_color() -> bool:
    """Whether standard output shows colours, by the terminal and by NO_COLOR and FORCE_COLOR."""
    out = _Console()
    return out.color_system is not None and not out.no_color


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


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
    """The speed, in units per second."""

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
