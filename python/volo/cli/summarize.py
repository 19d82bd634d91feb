"""``volo summarize`` and ``volo merge``: games that ``volo simulate --out`` kept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import click

from volo._support.disk import open_regular, with_filename
from volo._volo import Rules
from volo.cli.console import progress
from volo.cli.options import (
    KEPT,
    KeptFolder,
    json_option,
    number_option,
    quiet_option,
    reader,
    threads_option,
    unfinished_option,
)
from volo.cli.signals import interruptible
from volo.cli.summary import plot_option, report, report_groups
from volo.cli.terminal import BadInput, CheckFailed, say
from volo.errors import UnfinishedGamesError, VoloError
from volo.game import Game
from volo.recorded import codes_of
from volo.records import read_records
from volo.records.formats import format_of_path
from volo.simulate import Configuration, Summary
from volo.simulate import merge as join
from volo.simulate.config import Part, Shard
from volo.simulate.document import run_from_json
from volo.simulate.kept import Contents, checked_rows, contents_of
from volo.simulate.merge import sources
from volo.simulate.shard import Origin, read_origin, read_summary
from volo.simulate.storage import Stored, storage_of
from volo.simulate.storage.local import LocalFile

_LONGEST_DOCUMENT = 1 << 24
# How many recorded games are counted at a time.
_CHUNK = 1_000


class _Group(NamedTuple):
    """What games have in common: the rule set, and the players of Orange and Blue if these are known."""

    rules: str
    players: str

    @classmethod
    def of(cls, configuration: Configuration) -> _Group:
        return cls(str(configuration.position.rules), _players(*configuration.policy))


def _players(orange: str, blue: str) -> str:
    return orange if orange == blue else f"{orange} and {blue}"


def _grouping(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if not set(names) <= set(_Group._fields):
        raise VoloError(f"expected rules, players or rules,players, not {text[:80]!r}")
    return names


@click.command()
@click.argument("folders", type=KeptFolder(path_type=Path), nargs=-1, required=True, metavar="DIR...")
@click.option(
    "--check",
    is_flag=True,
    help="Play every game again, and check that all moves are legal and that the summary is right.",
)
@click.option(
    "--by",
    type=reader(_grouping),
    metavar="NAME[,NAME]",
    help="Do not add up games of different rules, players, or rules,players: print a column for each.",
)
@unfinished_option
@threads_option
@plot_option
@quiet_option
@json_option
def summarize(
    folders: tuple[Path | str, ...],
    check: bool,
    by: tuple[str, ...] | None,
    unfinished: bool,
    threads: int | None,
    plot: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Summarize the games that `volo simulate --out DIR` kept, in one folder or in several.

    Instead of a folder, DIR can be a single shard, a file of records, or a file with what `volo simulate --json`
    printed. The games of records are played again and counted.

    The checksum of every file is verified. If games are missing, because a run was stopped or is not finished, no
    summary is printed and the exit status is 1; with --unfinished, the games that exist are summarized. The folder of
    one part of a run (`--part I/N`) is complete if it has all games of that part.

    \b
    Example:
      volo simulate --games 20000 --out games
      volo summarize games --plot summary.svg
      volo simulate --games 20000 --seed 7 --part 1/2 --json > part-1.json
      volo simulate --games 20000 --seed 7 --part 2/2 --json > part-2.json
      volo summarize part-1.json part-2.json
    """
    if by and plot is not None:
        raise click.UsageError("--plot draws one summary, and --by gives several")
    names = by or ("rules",)
    groups: dict[tuple[str, ...], Summary] = {}
    read = 0

    def add(group: _Group, games: Summary) -> None:
        nonlocal read
        values = tuple(getattr(group, name) for name in names)
        groups[values] = groups.get(values, Summary()) + games
        read += games.games

    seen: dict[tuple[Configuration, int], str] = {}
    files = [each for each in folders if isinstance(each, Path) and each.exists() and not each.is_dir()]
    kept = [found_contents(folder, "summarize", unfinished=unfinished) for folder in folders if folder not in files]
    shards = {file: read_origin(LocalFile(file)) for file in files if is_shard(file)}
    runs = [(contents.heading.configuration, contents.heading.part, str(contents.folder)) for contents in kept]
    records: list[Path] = []
    for file in files:
        if file in shards:
            continue
        if (found := _document(file)) is None:
            records.append(file)
            continue
        if check:
            raise BadInput(f"{file} has no games to check")
        configuration, part, games = found
        for other, taken, name in runs:
            if not other.differences(configuration) and taken.meets(part):
                raise BadInput(f"{file} and {name} have games of the same parts of a run: {part} and {taken}")
        for single, origin in shards.items():
            index = origin.shard.first // configuration.shard_size
            if not origin.configuration.differences(configuration) and index % part.of == part.index - 1:
                raise BadInput(f"{file} has the games of {single}")
        runs.append((configuration, part, str(file)))
        add(_Group.of(configuration), games)
    refuse_twice(records)
    with interruptible() as interruption, progress("games", quiet=quiet) as bar:
        known = sum(contents.games for contents in kept) + sum(origin.shard.games for origin in shards.values())
        task = bar.add_task("Reading", total=None if records else read + known)
        for configuration, shard, path, place in _shards(kept, shards):
            # A folder may have grown since it was copied.
            key = replace(configuration, games=1), shard.first
            if key in seen:
                raise BadInput(f"game {shard.first} of the same run is in both {seen[key]} and {place}")
            seen[key] = place
            add(_Group.of(configuration), _summary(path, shard, check, threads))
            bar.update(task, completed=read)
            interruption.check()
        for group, games in chain.from_iterable(_recorded(file, threads) for file in records):
            add(group, games)
            bar.update(task, completed=read)
            interruption.check()
    of_runs, of_shards = [run[0] for run in runs], [origin.configuration for origin in shards.values()]
    configurations = list(dict.fromkeys(of_runs + of_shards))
    about: dict[str, object] = {"configurations": [configuration.to_dict() for configuration in configurations]}
    if records:
        about["records"] = [str(file) for file in records]
    if by:
        report_groups(by, groups, about, as_json=as_json)
        return
    note = f"; {len(groups)} rule sets are added up, and --by rules has a column for each" if len(groups) > 1 else ""
    given: list[Configuration | str] = [*configurations, *(f"from {file}" for file in records)]
    if len({Rules.parse(rules).edge for (rules,) in groups}) > 1:
        raise BadInput("the games are on skies of different edges, and are not added up; use --by rules")
    report(sum(groups.values(), Summary()), given, about, pace=note, as_json=as_json, plot=plot)


def is_kept(source: Path | str) -> bool:
    """Whether this is a folder of kept games, the URL of one, or a shard."""
    return isinstance(source, str) or source.is_dir() or is_shard(source)


def is_shard(file: Path) -> bool:
    """Whether this is a regular file, or a link to one, and a Parquet file, as a shard of kept games is."""
    if not file.is_file():
        return False
    with with_filename(file), file.open("rb") as opened:
        return opened.read(4) == b"PAR1"


def found_contents(folder: Path | str, purpose: str, *, unfinished: bool) -> Contents:
    try:
        return contents_of(storage_of(folder), unfinished=unfinished)
    except UnfinishedGamesError as error:
        raise CheckFailed(f"{error}; use --unfinished to {purpose} the games that exist") from error


def refuse_twice(files: Iterable[Path]) -> None:
    """Refuse a file that is given twice, also by two names: its games would be counted twice."""
    seen: dict[tuple[int, int], Path] = {}
    for file in files:
        status = file.stat()
        other = seen.setdefault((status.st_dev, status.st_ino), file)
        if other is not file:
            raise BadInput(f"{other} and {file} are the same file")


def _shards(kept: list[Contents], shards: dict[Path, Origin]) -> Iterator[tuple[Configuration, Shard, Stored, str]]:
    """Each shard of the folders, and each single one: the run, the range of games, the file, and where it is."""
    for contents in kept:
        for entry, path in contents.checked_files():
            yield contents.heading.configuration, entry.shard, path, str(contents.folder)
    for file, origin in shards.items():
        yield origin.configuration, origin.shard, LocalFile(file), str(file)


def _recorded(file: Path, threads: int | None) -> Iterator[tuple[_Group, Summary]]:
    with read_records(file) as games:
        while some := list(islice(games, _CHUNK)):
            alike: dict[tuple[str, _Group], list[Game]] = {}
            for game in some:
                players = _players(*(game.tags.get(color, "?") for color in ("Orange", "Blue")))
                alike.setdefault((game.start.fen(), _Group(str(game.start.rules), players)), []).append(game)
            for (start, group), played in alike.items():
                yield group, Summary.of_games(start, *codes_of(played), threads=threads)


def _document(file: Path) -> tuple[Configuration, Part, Summary] | None:
    """Read a file with what `volo simulate --json` printed; None if it is one of records."""
    if file.suffix != ".json" and format_of_path(str(file))[0] is not None:
        return None
    with with_filename(file), os.fdopen(open_regular(file), "rb") as opened:
        data = opened.read(_LONGEST_DOCUMENT + 1)
    try:
        if len(data) > _LONGEST_DOCUMENT:
            raise VoloError(f"larger than {_LONGEST_DOCUMENT:,} bytes")
        return run_from_json(data.decode())
    except (VoloError, UnicodeDecodeError) as error:
        kinds = "a shard, a file of records whose name does not end with .json, or what `volo simulate --json` printed"
        raise BadInput(f"{file}: {error}; expected {kinds}") from error


def _summary(path: Stored, shard: Shard, check: bool, threads: int | None) -> Summary:
    summary = read_summary(path)
    counted = summary
    if check:
        counted = Summary()
        for rows in checked_rows(path, shard):
            counted += Summary.of_games(rows.configuration.position, rows.moves, rows.offsets, threads=threads)
    if summary.games != shard.games or summary != counted:
        raise CheckFailed(f"{path}: the summary does not match the games")
    return counted


@click.command()
@click.argument("out", type=KEPT, metavar="OUT")
@click.argument("folders", type=KEPT, nargs=-1, required=True, metavar="DIR...")
@number_option(
    "--games", min=1, help="Finish a run that was planned too large with this number of games, the first ones."
)
@quiet_option
def merge(out: Path | str, folders: tuple[Path | str, ...], games: int | None, quiet: bool) -> None:
    """Check the folders that `volo simulate --part I/N --out DIR` wrote, and join them in the folder OUT.

    The checksum of every file is verified. OUT has the same bytes as if one machine had played all games.
    The folders are not changed. The same command continues a merge that was stopped. If shards are missing, the exit
    status is 1.

    \b
    Example:
      volo simulate --games 20000 --seed 7 --part 1/2 --out part-1
      volo simulate --games 20000 --seed 7 --part 2/2 --out part-2
      volo merge all part-1 part-2
    """
    merged = 0
    try:
        with interruptible() as interruption, progress("games", quiet=quiet) as bar:
            task = bar.add_task("Merging", total=sources(folders, games).configuration.games)
            with closing(join(out, folders, games=games)) as joined:
                for merged in joined:
                    bar.update(task, completed=merged)
                    interruption.check()
    except UnfinishedGamesError as error:
        raise CheckFailed(f"{error}; --games finishes a run with fewer") from error
    say(f"{merged:,} games are in {out}, all of them checked")
