"""``volo convert``: games in other formats, kept games as records and back, and games as a table of their plays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from itertools import chain, islice
from pathlib import Path, PurePath
from tempfile import TemporaryFile
from typing import Any

import click
import numpy as np

from volo._support.paths import SCHEMES
from volo.cli.console import progress
from volo.cli.options import KeptFolder, check_kind, check_records, quiet_option, threads_option, unfinished_option
from volo.cli.records import Complaints, lenient_option, others_skipped, skip_option, source
from volo.cli.signals import interruptible
from volo.cli.summarize import found_contents, is_kept, is_shard
from volo.cli.terminal import BadInput, say, send
from volo.color import Color
from volo.errors import KeptGamesError, RecordError
from volo.game import RESULTS, Game
from volo.recorded import Origin, codes_of, plays_table
from volo.records import FORMATS, RecordReader, read_records, write_records
from volo.records.formats import FORMAT_SUFFIXES, format_of_path, listed
from volo.simulate import keep_records, scan_shards
from volo.simulate.converted import plays_of, plays_writer, tagged
from volo.simulate.manifest import MANIFEST
from volo.simulate.shard import Rows, read_origin
from volo.simulate.storage import shard_file
from volo.simulate.storage.local import LocalFile

_WRONG = 1
_FORMAT = click.Choice(FORMATS)
_PLAYS = ".parquet"
# How many recorded games become a table of plays at a time.
_CHUNK = 1_000

_WINNER = {RESULTS[color]: int(color) for color in Color}


@click.command()
@click.argument("source_name", type=KeptFolder(readable=False), metavar="IN")
@click.argument("target_name", type=KeptFolder(readable=False), metavar="OUT")
@click.option("--from", "source_format", type=_FORMAT, help="The format of IN.  [default: detected from its content]")
@click.option("--to", "target_format", type=_FORMAT, help="The format of OUT.  [default: selected by its suffix]")
@lenient_option
@skip_option
@click.option("--skip-bad", is_flag=True, help="Report games with errors, and write the others.")
@unfinished_option
@click.option("--estimate", is_flag=True, help="Add what the engine, without a search, expects after each play.")
@threads_option
@quiet_option
def convert(
    source_name: str,
    target_name: str,
    source_format: str | None,
    target_format: str | None,
    lenient: bool,
    skip_other_games: bool,
    skip_bad: bool,
    unfinished: bool,
    estimate: bool,
    threads: int | None,
    quiet: bool,
) -> None:
    """Write the games of the file IN to the file OUT; - is standard input or output.

    The suffix of OUT selects the format: .volo for native records, .jsonl for JSON lines, .json for Abstract Play's
    game reports, .sgf for SGF of Boardspace. A further suffix .gz or .zst selects compression. If a game has an error,
    OUT is not written, and the exit status is 1.

    IN can also be a folder of games that `volo simulate --out` kept, or a shard. Native records of kept games have tags
    with the seed, the number of the game and the policies. If OUT is a folder, or a name without a suffix, the games of
    such records are kept there. If OUT ends with .parquet, it becomes a table with a row for each play.

    \b
    Example:
      volo convert games.jsonl games.volo
      volo simulate --games 2000 --out kept
      volo convert kept plays.parquet
      volo convert kept games.volo.gz
      volo convert games.volo.gz again
    """
    has_kept = is_kept(source_name if source_name.startswith(SCHEMES) else Path(source_name))
    has_plays = target_format is None and target_name.endswith(_PLAYS)
    to_folder = target_format is None and _is_folder(target_name)
    of_records = {"--from": source_format, "--lenient": lenient, "--skip-other-games": skip_other_games}
    for option, is_given in (of_records | {"--skip-bad": skip_bad}).items():
        if is_given and has_kept:
            raise click.UsageError(f"{option} is for files of records, and IN has kept games")
    if unfinished and not has_kept:
        raise click.UsageError("--unfinished is for folders of kept games")
    if estimate and not has_plays:
        raise click.UsageError(f"--estimate needs an OUT that ends with {_PLAYS}")
    if threads is not None and not has_plays and not to_folder:
        raise click.UsageError(f"--threads needs an OUT that is a folder, or ends with {_PLAYS}")
    if has_kept and to_folder:
        raise click.UsageError("IN and OUT are both folders of kept games")
    if target_format is None and not has_plays and not to_folder:
        _check_suffix(target_name)
    _check_spares_kept(target_name)
    if has_plays:
        check_kind(Path(target_name), _PLAYS)
    elif not to_folder and target_name not in {"-", source_name}:
        check_records(Path(target_name))
    skipped = 0

    def kept() -> Iterator[Rows]:
        task = bar.add_task("Converting", total=_games_in(source_name, unfinished))
        for rows in scan_shards(source_name, unfinished=unfinished):
            yield rows
            bar.update(task, advance=len(rows))
            interruption.check()

    def recorded(reader: RecordReader) -> Iterator[Game]:
        nonlocal skipped
        task = bar.add_task("Converting", total=reader.size)
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
            bar.update(task, completed=reader.bytes_read)
            interruption.check()

    # Standard output gets all games or none, after the progress bar has been erased.
    with TemporaryFile() if target_name == "-" else nullcontext(target_name) as target:
        with (
            interruptible() as interruption,
            progress("games" if has_kept else "bytes", quiet=quiet) as bar,
            nullcontext()
            if has_kept
            else read_records(
                source(source_name), lenient=lenient, format=source_format, skip_other_games=skip_other_games
            ) as reader,
        ):
            complaints = Complaints(bar)
            rows = kept() if reader is None else iter(())
            games = (
                chain.from_iterable(tagged(source_name, each) for each in rows) if reader is None else recorded(reader)
            )
            if has_plays:
                of_rows = (plays_of(source_name, each, estimate=estimate, threads=threads) for each in rows)
                tables = of_rows if reader is None else _plays(games, estimate=estimate, threads=threads)
                number, what = _written(Path(target_name), tables, estimate=estimate), "plays"
            elif to_folder:
                number, what = _kept_again(target_name, games, threads), "games"
            else:
                number, what = write_records(target, games, format=target_format), "games"
        if reader is not None and skip_other_games:
            say(others_skipped(reader.other_games))
        if isinstance(target, str):
            left_out = f", {skipped:,} left out" if skipped else ""
            say(f"{number:,} {what} are in {target}{left_out}")
        else:
            target.seek(0)
            send(target)


def _is_folder(name: str) -> bool:
    return name.startswith(SCHEMES) or Path(name).is_dir() or (name != "-" and not PurePath(name).suffix)


def _games_in(name: str, unfinished: bool) -> int:
    if (single := shard_file(name)) is not None:
        return read_origin(single).shard.games
    return found_contents(name, "convert", unfinished=unfinished).games


def _plays(games: Iterator[Game], *, estimate: bool, threads: int | None) -> Iterator[Any]:
    """The tables of the plays of recorded games, which are numbered from 0."""
    first = 0
    while some := list(islice(games, _CHUNK)):
        origins = [Origin(game.start, game.tags.get("Orange"), game.tags.get("Blue"), _seed(game)) for game in some]
        winner = np.array([_WINNER.get(game.result, -1) for game in some], np.int8)
        yield plays_table(origins, *codes_of(some), winner, first=first, estimate=estimate, threads=threads)
        first += len(some)


def _seed(game: Game) -> int | None:
    text = game.tags.get("Seed", "")
    return int(text) if text.isdecimal() and len(text) < 21 and int(text) < 2**64 else None


def _written(path: Path, tables: Iterable[Any], *, estimate: bool) -> int:
    plays = 0
    with plays_writer(path, estimate=estimate) as writer:
        for table in tables:
            writer.write_table(table)
            plays += table.num_rows
    return plays


def _kept_again(folder: str, games: Iterator[Game], threads: int | None) -> int:
    number = 0
    try:
        with closing(keep_records(folder, games, threads=threads)) as played:
            for summary in played:
                number = summary.games
    except KeptGamesError as error:
        if folder.startswith(SCHEMES) or Path(folder).is_dir():
            raise
        raise BadInput(f"{error}; {folder} has no suffix, so it is the folder of kept games to write") from error
    return number


def _check_spares_kept(name: str) -> None:
    """Refuse a file for the output that would replace a shard, or make a folder of kept games unreadable."""
    target = Path(os.path.realpath(name))
    if (target.parent / MANIFEST).is_file() and (target.suffix == _PLAYS or target.name.startswith("_")):
        raise BadInput(f"{target.parent} has kept games, so {target.name} would damage it; write to another folder")
    if is_shard(target):
        with suppress(KeptGamesError):
            read_origin(LocalFile(target))
            raise BadInput(f"{name} is a shard of kept games, which is not replaced")


def _check_suffix(name: str) -> None:
    if name == "-":
        raise click.UsageError("--to is missing: standard output has no suffix that selects the format")
    format_, _ = format_of_path(name)
    if format_ is None:
        raise click.UsageError(
            f"cannot infer the format from the suffix of {name!a}; give --to, or use {listed(FORMAT_SUFFIXES)}"
        )
