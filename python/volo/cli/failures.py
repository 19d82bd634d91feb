"""The two ways in which a command fails."""

from __future__ import annotations

import click

__all__ = ["BadInput", "CheckFailed"]


class CheckFailed(click.ClickException):
    """What was to be checked is not so."""

    exit_code = 1


class BadInput(click.ClickException):
    """What was given cannot be read."""

    exit_code = 2
