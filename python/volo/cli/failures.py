"""The ways in which a command fails."""

from __future__ import annotations

import click

__all__ = ["BadInput", "CheckFailed", "Unfinished", "complaint"]


def complaint(message: str) -> str:
    """A message as the one line that stands on standard error, whatever it quotes."""
    line = " ".join(message.split())
    return f"volo: {line.encode(errors='backslashreplace').decode()}"


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
