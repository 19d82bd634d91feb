"""Options that several commands share, and the kinds of options."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click
from click.decorators import FC

from volo._support.checks import decimal_in, whole_in
from volo._support.disk import check_replaceable, with_filename
from volo._support.paths import SCHEMES, check_url, local_path
from volo._volo import Position, Rules
from volo.cli.terminal import BadInput
from volo.errors import VoloError

Value = TypeVar("Value")
Check: TypeAlias = Callable[[click.Context, click.Parameter, "Path | None"], "Path | None"]


def reader(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """Wrap a function that parses an argument, so that it raises click.BadParameter instead of VoloError."""

    def convert(text: str) -> Value:
        try:
            return read(text)
        except VoloError as error:
            raise click.BadParameter(str(error)) from error

    return convert


def _plain(text: str) -> str:
    """A number without the underscores between groups of three digits, and with zeros for an exponent."""
    if re.fullmatch("[0-9]{1,3}(_[0-9]{3})+", text):
        return text.replace("_", "")
    power = re.fullmatch("([0-9]+)[eE]([0-9]{1,2})", text)
    return text if power is None else power[1] + "0" * int(power[2])


class Whole(click.types.IntParamType):
    """A whole number, written with at most 30 digits from 0 to 9, or as in ``1_000_000`` or ``1e6``.

    Without limits, the command checks the range.

    click.IntRange is not used, because it adds the range to the help text even if there is no limit.
    """

    def __init__(self, min: int | None = None, max: int | None = None) -> None:  # noqa: A002
        self._min, self._max = min, max

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = whole_in(_plain(value)) if isinstance(value, str) else int(value)
        if number is None:
            self.fail(f"{value[:80]!r} is not a valid integer.", param, ctx)
        if self._min is not None and number < self._min:
            self.fail(f"{number} is not in the range x>={self._min}.", param, ctx)
        if self._max is not None and number > self._max:
            self.fail(f"{number} is not in the range x<={self._max}.", param, ctx)
        return number


class Decimal(click.types.FloatParamType):
    """A number without an exponent, written with at most 30 digits from 0 to 9 on each side of the decimal point."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = decimal_in(value) if isinstance(value, str) else float(value)
        if number is None:
            self.fail(f"{value[:80]!r} is not a valid number.", param, ctx)
        return number


class Name(click.Path):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            local_path(value)
        except VoloError as error:
            self.fail(str(error), param, ctx)
        return super().convert(value, param, ctx)


FOLDER = Name(file_okay=False, path_type=Path)
"""The type of an argument that is the name of a folder."""


class KeptFolder(Name):
    """The name of a local folder of kept games, or the URL of one on object storage."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the name. A URL stays a text, and another name becomes a path."""
        if not (isinstance(value, str) and value.startswith(SCHEMES)):
            return super().convert(value, param, ctx)
        try:
            check_url(value)
        except VoloError as error:
            self.fail(str(error), param, ctx)
        return value


KEPT = KeptFolder(file_okay=False, path_type=Path)
"""The type of an argument that is a folder of kept games."""


def together(*options: Callable[[FC], FC]) -> Callable[[FC], FC]:
    def add(command: FC) -> FC:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def number_option(
    *names: str,
    help: str,  # noqa: A002
    default: int | None = None,
    min: int | None = None,  # noqa: A002
    max: int | None = None,  # noqa: A002
) -> Callable[[FC], FC]:
    return click.option(
        *names, type=Whole(min, max), default=default, show_default=default is not None, metavar="NUMBER", help=help
    )


def file_option(*names: str, help: str, callback: Check | None = None) -> Callable[[FC], FC]:  # noqa: A002
    return click.option(*names, type=Name(dir_okay=False, path_type=Path), callback=callback, metavar="FILE", help=help)


def folder_option(name: str, *, help: str, type: Name = FOLDER) -> Callable[[FC], FC]:  # noqa: A002
    return click.option(name, type=type, metavar="DIR", help=help)


_rules = reader(Rules.parse)
_position = reader(Position)

_rules_option: Callable[[FC], FC] = click.option(
    "--rules",
    type=_rules,
    metavar="RULES",
    help="Begin at the start of this rule set, such as standard, french-5 or "
    "french,supply=30; `volo rules` lists them.  [default: standard]",
)

start_options: Callable[[FC], FC] = together(
    _rules_option,
    click.option("--fen", type=_position, metavar="FEN", help="Begin at this position instead of the start."),
)
"""The options ``--rules`` and ``--fen``, for :func:`position_from`."""

start_arguments: Callable[[FC], FC] = together(
    click.argument("fen", type=_position, required=False, metavar="[POSITION]"), _rules_option
)
"""The argument ``POSITION``, also the name of a rule set, and the option ``--rules``, for :func:`position_from`."""

threads_option: Callable[[FC], FC] = number_option(
    "--threads", help="The number of threads.  [default: one for each processor]"
)

_MOST_SEARCHED = 100_000

short_option: Callable[[FC], FC] = number_option(
    "--short",
    min=2,
    max=_MOST_SEARCHED,
    help="Make a short proof, whose check may search this number of positions for each one that it leaves out.",
)

search_limit_option: Callable[[FC], FC] = number_option(
    "--search-limit",
    min=1,
    max=_MOST_SEARCHED,
    help="Refuse a short proof whose check may search more than this number of positions for one.",
)

quiet_option: Callable[[FC], FC] = click.option("--quiet", is_flag=True, help="Do not show the progress.")

unfinished_option: Callable[[FC], FC] = click.option(
    "--unfinished", is_flag=True, help="Accept folders in which games are missing."
)

json_option: Callable[[FC], FC] = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")

engine_options: Callable[[FC], FC] = together(
    number_option("--threads", default=1, help="The threads of the engine."),
    number_option("--hash-mb", default=64, help="The size of the engine's table in megabytes."),
)
"""The options ``--threads`` and ``--hash-mb`` of the engine."""


def limit_options(what: str, default: str = "") -> Callable[[FC], FC]:
    return together(
        click.option("--time", type=Decimal(), metavar="SECONDS", help=f"The time for {what}.{default}"),
        number_option("--nodes", help=f"The number of positions for {what}."),
        number_option("--depth", help=f"The number of plies to look ahead for {what}."),
    )


def cluster_options(what: str) -> Callable[[FC], FC]:
    return together(
        click.option(
            "--cluster",
            type=click.Choice(["ray"]),
            help=f"Play the games on a Ray cluster, {what}.  [default: in this process]",
        ),
        click.option(
            "--address",
            metavar="ADDRESS",
            help="The address of the Ray cluster.  [default: the one that runs on this machine, or else a new one for "
            "the run]",
        ),
    )


def check_address(cluster: str | None, address: str | None) -> None:
    if cluster is None and address is not None:
        raise click.UsageError("--address needs --cluster ray")


def position_from(rules: Rules | None, fen: Position | None) -> Position:
    if fen is None:
        return Position(rules)
    if rules is not None:
        raise click.UsageError("--rules cannot be used with a position, which names its own rules")
    return fen


def check_new(
    file: Path | None,
    *,
    continues: Callable[[Path], None] | None = None,
    check: Callable[[Path], None] = check_replaceable,
) -> None:
    """Check that a new file can be written, before the work whose result it gets.

    If the command continues work that has written the file before, ``continues`` checks the kind of a file that exists.
    """
    if file is None:
        return
    if continues is not None:
        continues(file)
    elif file.is_file():
        raise BadInput(f"{file}: the file exists already")
    check(file)


_HEADS = {
    ".html": ("a page", (b"<!doctype html>",)),
    ".parquet": ("a Parquet file", (b"PAR1",)),
    ".png": ("a PNG picture", (b"\x89PNG",)),
    ".svg": ("an SVG picture", (b"<svg", b"<?xml")),
    "proof": ("a proof", (b"VOLOPRF",)),
}


def check_kind(file: Path, kind: str) -> None:
    """Check that a file of a kind, a suffix or ``"proof"``, replaces only one of the same kind or an empty one."""
    name, heads = _HEADS[kind]
    if file.is_file():
        with with_filename(file), file.open("rb") as opened:
            if (head := opened.read(16)) and not head.startswith(heads):
                raise BadInput(f"{file}: the file exists already, and is not {name}")


def check_records(file: Path) -> None:
    from volo.records import read_records

    if file.is_file():
        try:
            with read_records(file, lenient=True) as games:
                next(games, None)
        except VoloError as error:
            raise BadInput(f"{file}: the file exists already, and has no records") from error
