"""What commands share that read records, and ``volo convert``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from tempfile import TemporaryFile
from typing import IO

import click
from click.decorators import FC
from rich.progress import Progress

from volo.cli.console import progress
from volo.cli.options import Name, quiet_option
from volo.cli.signals import interruptible
from volo.cli.terminal import BadInput, complaint, say, send
from volo.errors import RecordError, VoloError
from volo.game import Game
from volo.records import FORMATS, RecordReader, read_records, write_records
from volo.records.formats import FORMAT_SUFFIXES, format_of_path, listed

lenient_option: Callable[[FC], FC] = click.option(
    "--lenient", is_flag=True, help="Accept the deviations that the documentation of the formats lists as lenient."
)

skip_option: Callable[[FC], FC] = click.option(
    "--skip-other-games", is_flag=True, help="Skip the games of Abstract Play that are not Volo, and count them."
)


def source(name: str) -> str | IO[bytes]:
    """The file of this name; standard input for ``-``."""
    if name != "-":
        return name
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return sys.stdin.buffer


def size_of(name: str) -> int | None:
    """The size of a file in bytes; None if it is not known."""
    try:
        return os.stat(name).st_size if os.path.isfile(name) else None  # noqa: PTH113, PTH116
    except (OSError, ValueError):
        return None


def unreadable(name: str, error: OSError | VoloError) -> str:
    """Format the error about a file that cannot be read to its end."""
    if isinstance(error, OSError):
        return f"{name}: {error.strerror or error}"
    return str(error)


def others_skipped(games: int) -> str:
    """Say how many games were skipped, because they are not Volo."""
    return f"games skipped that are not Volo: {games:,}"


def variations_skipped(number: int) -> str:
    """Say how many variations were skipped, because a record has only the main line."""
    return f"variations skipped: {number:,}"


class Complaints:
    """Prints at most this number of errors on standard error, above a progress bar."""

    def __init__(self, bar: Progress, most: int | None = None) -> None:
        self._bar = bar
        self._most = most
        self._number = 0

    def add(self, problem: str | RecordError) -> None:
        """Print an error, and the other errors of the same game, up to the largest number."""
        self._print(str(problem))
        for another in problem.also if isinstance(problem, RecordError) else ():
            self._print(str(another))

    def _print(self, message: str) -> None:
        self._number += 1
        if self._most is None or self._number <= self._most:
            self._bar.console.print(complaint(message), soft_wrap=True)

    def close(self) -> None:
        """Print how many errors were not printed."""
        if self._most is not None and self._number > self._most:
            self._bar.console.print(complaint(f"and {self._number - self._most:,} more"), soft_wrap=True)


_WRONG = 1
_FORMAT = click.Choice(FORMATS)


@click.command(short_help="Write recorded games in another format.")
@click.argument("source_name", type=Name(readable=False), metavar="IN")
@click.argument("target_name", type=Name(readable=False), metavar="OUT")
@click.option("--from", "source_format", type=_FORMAT, help="The format of IN.  [default: detected from its content]")
@click.option("--to", "target_format", type=_FORMAT, help="The format of OUT.  [default: selected by its suffix]")
@lenient_option
@skip_option
@click.option("--skip-bad", is_flag=True, help="Report games with errors, and write the others.")
@quiet_option
def convert(
    source_name: str,
    target_name: str,
    source_format: str | None,
    target_format: str | None,
    lenient: bool,
    skip_other_games: bool,
    skip_bad: bool,
    quiet: bool,
) -> None:
    """Write the games of the file IN to the file OUT; - is standard input or output.

    The suffix of OUT selects the format: .volo for native records, .jsonl for JSON lines, .json for Abstract Play's
    game reports, .sgf for SGF of Boardspace. A further suffix .gz or .zst selects compression. If a game has an error,
    OUT is not written, and the exit status is 1.

    \b
    Example:
      volo convert games.jsonl games.volo
    """
    if target_format is None:
        _check_suffix(target_name)
    skipped = 0

    def games(reader: RecordReader) -> Iterator[Game]:
        nonlocal skipped
        while True:
            try:
                game = next(reader, None)
            except RecordError as error:
                complaints.add(error)
                if not skip_bad:
                    raise click.exceptions.Exit(_WRONG) from None
                skipped += 1
                continue
            if game is None:
                return
            yield game
            bar.update(task, completed=reader.position)
            interruption.check()

    # Standard output gets all games or none, after the progress bar has been erased.
    with TemporaryFile() if target_name == "-" else nullcontext(target_name) as target:
        with (
            interruptible() as interruption,
            progress("bytes", quiet=quiet) as bar,
            read_records(
                source(source_name), lenient=lenient, format=source_format, skip_other_games=skip_other_games
            ) as reader,
        ):
            task = bar.add_task("Converting", total=reader.size)
            complaints = Complaints(bar)
            number = write_records(target, games(reader), format=target_format)
        if skip_other_games:
            say(others_skipped(reader.other_games))
        if reader.variations:
            say(variations_skipped(reader.variations))
        if isinstance(target, str):
            left_out = f", {skipped:,} left out" if skipped else ""
            say(f"{number:,} games are in {target}{left_out}")
        else:
            target.seek(0)
            send(target)


def _check_suffix(name: str) -> None:
    if name == "-":
        raise click.UsageError("--to is missing: standard output has no suffix that selects the format")
    format_, _ = format_of_path(name)
    if format_ is None:
        raise click.UsageError(
            f"cannot infer the format from the suffix of {name!a}; give --to, or use {listed(FORMAT_SUFFIXES)}"
        )
