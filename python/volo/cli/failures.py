"""The ways in which a command fails."""

from __future__ import annotations

import click

__all__ = ["BadInput", "CheckFailed", "Unfinished", "complaint"]

_LONGEST_LINE = 1000


def complaint(message: str) -> str:
    """A message as the one line that stands on standard error, whatever it quotes."""
    words = " ".join(message.split())
    # What a terminal would obey, or could not show, is written as in a program.
    line = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in words)
    if len(line) > _LONGEST_LINE:
        line = f"{line[: _LONGEST_LINE // 2]}...{line[-_LONGEST_LINE // 2 :]}"
    return f"volo: {line}"


class CheckFailed(click.ClickException):
    """What was to be checked is not so."""

    exit_code = 1


class BadInput(click.ClickException):
    """What was given cannot be read."""

    exit_code = 2


class Unfinished(click.ClickException):
    """What was begun has not come to its end."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]
