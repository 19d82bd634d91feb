"""Errors that end a command, and the line that reports them."""

from __future__ import annotations

import click

from volo.cli.printable import printable

__all__ = ["BadInput", "CheckFailed", "Unfinished", "complaint"]

_LONGEST_LINE = 1000


def complaint(message: str) -> str:
    """Format the line that reports a failure. Unprintable characters are escaped, and a long line is shortened."""
    line = printable(message)
    if len(line) > _LONGEST_LINE:
        line = f"{line[: _LONGEST_LINE // 2]}...{line[-_LONGEST_LINE // 2 :]}"
    return f"volo: {line}"


class CheckFailed(click.ClickException):
    """A check of kept games failed."""

    exit_code = 1


class BadInput(click.ClickException):
    """An argument or a file cannot be read."""

    exit_code = 2


class Unfinished(click.ClickException):
    """A run stopped before its end."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]
