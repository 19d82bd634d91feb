"""Standard output and standard error, and the errors that end a command.

All that commands print goes through these functions, or through `console`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from typing import IO

import click


def printable(text: str | os.PathLike[str]) -> str:
    """Escape a text or the name of a file: one line without control sequences.

    Every character for which `str.isprintable` is false becomes an escape sequence of Python: control characters,
    line ends, direction marks, zero-width characters and lone surrogates. Other text is not changed.
    """
    line = os.fspath(text)
    if line.isprintable():
        return line
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)


_LONGEST_LINE = 1000


def complaint(message: str) -> str:
    """Format the line that reports a failure. Unprintable characters are escaped, and a long line is shortened."""
    line = printable(message)
    if len(line) > _LONGEST_LINE:
        line = f"{line[: _LONGEST_LINE // 2]}...{line[-_LONGEST_LINE // 2 :]}"
    return f"volo: {line}"


class CheckFailed(click.ClickException):
    exit_code = 1


class BadInput(click.ClickException):
    exit_code = 2


class Unfinished(click.ClickException):
    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]


_SIZES = ("COLUMNS", "LINES")


def ready_streams() -> None:
    """Prepare the standard streams for any text.

    A character that the encoding of standard output does not have is escaped, as on standard error.
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


def flush(stream: IO[str], *, is_last: bool) -> None:
    """Write what is left in the buffer of a standard stream, as far as possible.

    With ``is_last``, what cannot be written is dropped. Python would try it again at its end, and fail with a status of
    its own.
    """
    try:
        stream.flush()
    except (ValueError, AttributeError):  # it is closed, or None
        pass
    except OSError:
        if is_last:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def forget_bad_sizes() -> None:
    """Remove invalid sizes of the terminal from the environment, so that the size comes from the terminal."""
    for name in _SIZES:
        if re.fullmatch("[1-9][0-9]{0,3}", os.environ.get(name, "80")) is None:
            del os.environ[name]


def say(*lines: str) -> None:
    for line in lines:
        click.echo(printable(line))


def advise(text: str) -> None:
    """Print a text on standard error. It must not contain text from outside."""
    # If standard error cannot be written, the exit status alone reports the failure.
    with suppress(OSError):
        click.echo(text, err=True)


def draw(picture: str) -> None:
    click.echo(picture, color=True)


def send(file: IO[bytes]) -> None:
    """Copy a file in UTF-8 to standard output. A terminal gets it escaped, anything else byte for byte."""
    if sys.stdout.isatty():
        for line in file:
            say(line.decode().removesuffix("\n"))
    else:
        shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
