"""Standard output and standard error. All that commands print goes through these functions, or through `console`."""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from typing import IO

import click

from volo.cli.failures import BadInput, complaint
from volo.cli.printable import printable

__all__ = [
    "advise",
    "complain",
    "draw",
    "forget_bad_sizes",
    "is_terminal",
    "ready_streams",
    "say",
    "send",
]

_SIZES = ("COLUMNS", "LINES")


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


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()
