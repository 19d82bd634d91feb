"""``volo convert``: records of games, from one format into another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from tempfile import TemporaryFile

import click

from volo.cli.console import progress
from volo.cli.options import Name, quiet_option
from volo.cli.records import Complaints, lenient_option, others_skipped, skip_option, source
from volo.cli.signals import interruptible
from volo.cli.terminal import say, send
from volo.errors import RecordError
from volo.game import Game
from volo.records import FORMATS, RecordReader, read_records, write_records
from volo.records.formats import format_of_path

__all__ = ["convert"]

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
        if isinstance(target, str):
            left_out = f", {skipped:,} left out" if skipped else ""
            say(f"{number:,} games are in {target}{left_out}")
        else:
            target.seek(0)
            send(target)


def _check_suffix(name: str) -> None:
    """Check that the suffix of the output file selects a format.

    Raises:
        UsageError: it does not.
    """
    if name == "-":
        raise click.UsageError("--to is missing: standard output has no suffix that selects the format")
    format_, _ = format_of_path(name)
    if format_ is None:
        raise click.UsageError(
            f"cannot infer the format from the suffix of {name!a}; give --to, or use .volo, .jsonl, .json or .sgf"
        )
