"""Options of the commands that search with the engine."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.decorators import FC

from volo.cli.options import Whole

__all__ = ["engine_options", "limit_options"]


def limit_options(what: str, default: str = "") -> Callable[[FC], FC]:
    """Return the options ``--time``, ``--nodes`` and ``--depth``.

    Args:
        what: what they limit, for the help.
        default: the default limit, for the help.
    """
    return _together(
        click.option("--time", type=float, metavar="SECONDS", help=f"The time for {what}.{default}"),
        click.option("--nodes", type=Whole(), metavar="NUMBER", help=f"The number of positions for {what}."),
        click.option("--depth", type=Whole(), metavar="NUMBER", help=f"The number of plies to look ahead for {what}."),
    )


def _together(*options: Callable[[FC], FC]) -> Callable[[FC], FC]:
    """Options as one decorator. The help lists them in this order."""

    def add(command: FC) -> FC:
        for option in reversed(options):
            command = option(command)
        return command

    return add


engine_options: Callable[[FC], FC] = _together(
    click.option(
        "--threads", type=Whole(), default=1, show_default=True, metavar="NUMBER", help="The threads of the engine."
    ),
    click.option(
        "--hash-mb",
        type=Whole(),
        default=64,
        show_default=True,
        metavar="NUMBER",
        help="The size of the engine's table in megabytes.",
    ),
)
"""The options ``--threads`` and ``--hash-mb``."""
