"""Standard output and standard error: everything that the commands print goes through the functions here."""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from typing import IO, Any

import click
from rich.console import Console, RenderableType
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
    "progress",
    "ready_streams",
    "say",
    "send",
    "tabulate",
]

_SIZES = ("COLUMNS", "LINES")


class _Console(Console):
    """A console that escapes the texts it prints and takes nothing in them for markup or for the name of an emoji."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(printable(text), **options)


def ready_streams() -> None:
    """Prepare the standard streams for any text, or refuse to work without standard output.

    A character that the encoding of standard output lacks is escaped, as on standard error.

    Raises:
        BadInput: standard output is closed.
    """
    # Python has no stream where the file descriptor is closed. Taking the descriptor of standard error keeps
    # warnings of libraries out of the files that are opened later.
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def forget_bad_sizes() -> None:
    """Remove sizes of the terminal from the environment that are not sizes, so that the terminal itself is asked."""
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
    """Print a text of the command itself on standard error."""
    # If standard error cannot be written, the exit status still reports the failure.
    with suppress(OSError):
        click.echo(text, err=True)


def tabulate(*parts: RenderableType) -> None:
    """Print tables, and lines that are not wrapped, on standard output. All texts in them are escaped."""
    out = _Console()
    for part in parts:
        out.print(part, soft_wrap=isinstance(part, str))


def draw(picture: str) -> None:
    """Print a picture that `volo.render` made, with its colours."""
    click.echo(picture, color=True)


def send(file: IO[bytes]) -> None:
    """Copy a file in UTF-8 to standard output: byte for byte, but escaped line by line where that is a terminal."""
    if sys.stdout.isatty():
        for line in file:
            say(line.decode().removesuffix("\n"))
    else:
        shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def has_color() -> bool:
    """Whether standard output shows colours. Rich asks the terminal, and honours NO_COLOR."""
    out = _Console()
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
        console=_Console(stderr=True),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    )
