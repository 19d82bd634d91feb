"""``volo convert``: records of games, from one format into another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from tempfile import TemporaryFile

import click

from volo.cli.options import Name
from volo.cli.records import Complaints, lenient_option, source
from volo.cli.signals import interruptible
from volo.cli.terminal import progress, say, send
from volo.errors import RecordError
from volo.game import Game
from volo.records import FORMATS, RecordReader, read_records, write_records

__all__ = ["convert"]

_WRONG = 1
_FORMAT = click.Choice(FORMATS)


@click.command(short_help="Write recorded games in another format.")
@click.argument("source_name", type=Name(readable=False), metavar="IN")
@click.argument("target_name", type=Name(readable=False), metavar="OUT")
@click.option("--from", "source_format", type=_FORMAT, help="The format of IN.  [default: told by its content]")
@click.option("--to", "target_format", type=_FORMAT, help="The format of OUT.  [default: told by its suffix]")
@lenient_option
@click.option("--skip-bad", is_flag=True, help="Report games that are refused, and write the others.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def convert(
    source_name: str,
    target_name: str,
    source_format: str | None,
    target_format: str | None,
    lenient: bool,
    skip_bad: bool,
    quiet: bool,
) -> None:
    """Write the games of the file IN into the file OUT; - is standard input or output.

    The suffix of OUT tells the format: .volo for native records, .jsonl for JSON lines, .json for Abstract Play's game
    reports; .gz or .zst behind it compresses. If a game is refused OUT is not written, and the exit status is 1.

    \b
    Example:
      volo convert games.jsonl games.volo
    """
    if target_name == "-" and target_format is None:
        raise click.UsageError("--to is missing: standard output has no suffix that tells the format")
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

    # Standard output gets all games or nothing, and gets them when the progress bar is gone.
    with TemporaryFile() if target_name == "-" else nullcontext(target_name) as target:
        with (
            interruptible() as interruption,
            progress("bytes", quiet=quiet) as bar,
            read_records(source(source_name), lenient=lenient, format=source_format) as reader,
        ):
            task = bar.add_task("Converting", total=reader.size)
            complaints = Complaints(bar)
            number = write_records(target, games(reader), format=target_format)
        if isinstance(target, str):
            left_out = f", {skipped:,} left out" if skipped else ""
            say(f"{number:,} games are in {target}{left_out}")
        else:
            target.seek(0)
            send(target)
