"""``volo report``: write a report on how rule sets play."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic

import click

from volo import report as reports
from volo._support.disk import check_rewritable, rewriting
from volo._volo import Position, Rules, _processors
from volo.cli.console import progress
from volo.cli.options import (
    Decimal,
    KeptFolder,
    check_kind,
    check_new,
    file_option,
    folder_option,
    json_option,
    number_option,
    quiet_option,
    reader,
    threads_option,
    unfinished_option,
)
from volo.cli.signals import Interruption, broken_pipes_are_errors, interruptible
from volo.cli.summarize import found_contents, is_kept, refuse_twice
from volo.cli.terminal import BadInput, Unfinished, say
from volo.errors import VoloError
from volo.game import Game
from volo.records import read_records
from volo.report.collect import collect_with
from volo.report.given import Given
from volo.report.plan import GAMES_OF_A_PORTION
from volo.simulate import Configuration, Rows, scan_shards
from volo.simulate.storage import shard_file

_BAD_INPUT = 2


def _settings(text: str) -> list[str]:
    name, _, values = text.partition("=")
    return [f"{name}={value}" for value in values.split(",")] if text else []


@click.command()
@click.option(
    "--rules",
    type=reader(Rules.parse),
    multiple=True,
    metavar="RULES",
    help="A rule set, such as standard, french-5 or french,supply=30. Repeat the option for several side by side.  "
    "[default: that of --fen, those of the games of --from, or standard]",
)
@click.option(
    "--fen",
    "start",
    type=reader(Position),
    metavar="FEN",
    help="Begin all games at this position, under each of the rule sets, instead of the start.",
)
@click.option(
    "--vary",
    type=reader(_settings),
    default="",
    metavar="NAME=VALUE,...",
    help="Compare the rules with this setting at each of the values, such as supply=12,20,30.",
)
@file_option("--out", help="Write the report to this new file, which any browser opens.")
@number_option(
    "--games",
    default=400,
    help="The number of games of each rule set, rounded up to a multiple of 4. All games of --from are counted, and "
    "engines are asked about this number of them, drawn by the seed.",
)
@number_option("--nodes", default=400, help="The number of positions that a player searches for a move.")
@number_option("--seed", default=0, help="The same seed gives the same report.")
@click.option(
    "--minutes",
    type=Decimal(),
    metavar="MINUTES",
    help="Stop playing after this time, and report what was played.  [default: no limit]",
)
@click.option(
    "--from",
    "sources",
    type=KeptFolder(path_type=Path),
    multiple=True,
    metavar="PATH",
    help="Describe all games in this folder of `volo simulate --out`, or in this file of records, such as one of `volo "
    "match --out`, instead of games that are played. Repeat the option for several.",
)
@unfinished_option
@folder_option("--keep", help="Keep what is played in this folder. The same command goes on there.")
@threads_option
@json_option
@quiet_option
def report(
    rules: tuple[Rules, ...],
    start: Position | None,
    vary: list[str],
    out: Path | None,
    games: int,
    nodes: int,
    seed: int,
    minutes: float | None,
    sources: tuple[Path | str, ...],
    unfinished: bool,
    keep: Path | None,
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play games and matches of the engine, and write a report on how the rules play, for one rule set or several.

    The report is one HTML file that needs no network. It has results, the worth of the first move, lengths, decisions a
    turn, kinds of moves, maps of the sky, first moves, skill, drama, threats, the agreement of players, and games to
    step through. It defines all its measures. --json prints the results as JSON.

    The first Ctrl-C stops the play, and the report is written from what was played so far. With --keep, the same
    command plays the rest and replaces the report, and so does one with more --games.

    \b
    Example:
      volo report --rules standard-4 --games 8 --out report.html
      volo report --rules standard-4 --rules french-4 --games 8 --keep work --json
    """
    if out is None and not as_json:
        raise click.UsageError("--out or --json is needed")
    if unfinished and not sources:
        raise click.UsageError("--unfinished is for folders of kept games")
    continues = partial(check_kind, kind=".html") if keep is not None and any(keep.glob("*.jsonl")) else None
    check_new(out, continues=continues, check=check_rewritable)
    default = Rules() if start is None else start.rules
    try:
        rules = tuple(Rules.parse(f"{each},{setting}") for each in rules or [default] for setting in vary) or rules
    except VoloError as error:
        raise click.UsageError(f"--vary: {error}") from error
    plan = reports.Plan(rules or [default], games=games, nodes=nodes, seed=seed, start=start)
    threads = _processors() if threads is None else threads
    with interruptible(waits=True) as interruption:
        starts = [] if start is None else list(map(plan.start_of, plan.rules))
        given = Given(_games_from(sources, rules, unfinished), games, seed, starts)
        collection = None
        if not sources or _read(given, threads, interruption, quiet=quiet):
            if sources and not given.by_rules:
                raise BadInput(f"{', '.join(map(str, sources))}: no games of these rule sets")
            if not rules and sources and start is None:
                plan = reports.Plan(given.by_rules, games=games, nodes=nodes, seed=seed)
            played = collect_with(plan, given, keep, threads)
            collection = _watch(played, minutes, interruption, quiet=quiet)
        status = _BAD_INPUT if interruption.signal is None else 128 + interruption.signal
        if collection is None or not collection.played:
            raise Unfinished("stopped before anything was played", status)
        results = replace(reports.results(collection), sources=[str(source) for source in sources])
        if out is not None:
            try:
                with rewriting(out) as file:
                    file.write(reports.page(results).encode())
            except OSError:
                # A full disk must not lose the results.
                say(json.dumps(results.to_dict()))
                raise
        if as_json:
            say(json.dumps(results.to_dict()))
        else:
            say(f"{out}: {', '.join(_described(each) for each in results.rule_sets)}")
        if interruption.signal is not None:
            how = "" if keep is None else "; the same command goes on"
            raise Unfinished(f"stopped early{how}", status)


def _games_from(sources: Sequence[Path | str], rules: Sequence[Rules], unfinished: bool) -> Iterator[Game | Rows]:
    refuse_twice(source for source in sources if isinstance(source, Path) and source.is_file())
    seen: dict[tuple[Configuration, int], Path | str] = {}
    for source in sources:
        if is_kept(source) and shard_file(source) is None:
            found_contents(source, "report", unfinished=unfinished)
    for source in sources:
        if is_kept(source):
            for rows in scan_shards(source, unfinished=True):
                key = replace(rows.configuration, games=1), int(rows.number[0])
                if key in seen:
                    raise BadInput(f"game {key[1]} of the same run is in both {seen[key]} and {source}")
                seen[key] = source
                if not rules or rows.configuration.position.rules in rules:
                    yield rows
        else:
            with read_records(source) as games:
                for game in games:
                    if not rules or game.start.rules in rules:
                        yield game


def _read(given: Given, threads: int, interruption: Interruption, *, quiet: bool) -> bool:
    """Read all games with a progress bar, and return whether no signal came."""
    with _stoppable(interruption), progress("games", quiet=quiet) as bar:
        task = bar.add_task("Reading", total=None)
        with interruption.awaited():
            for number in given.read(threads):
                bar.update(task, completed=number)
                interruption.check()
    return interruption.signal is None


def _watch(
    played: Generator[reports.Collection, None, None], minutes: float | None, interruption: Interruption, *, quiet: bool
) -> reports.Collection | None:
    collection = None
    began = monotonic()
    with _stoppable(interruption), closing(played), progress("games", quiet=quiet) as bar:
        task = bar.add_task("Playing", total=None)
        while minutes is None or monotonic() - began < 60 * minutes:
            with interruption.awaited():
                item = next(played, None)
            if item is None:
                break
            collection = item
            bar.update(
                task,
                total=collection.planned * GAMES_OF_A_PORTION,
                completed=collection.played * GAMES_OF_A_PORTION,
            )
    return collection


@contextmanager
def _stoppable(interruption: Interruption) -> Iterator[None]:
    """Leave the block when a signal comes. A write to a program that has ended raises BrokenPipeError there."""
    with broken_pipes_are_errors():
        try:
            yield
        except KeyboardInterrupt:
            if interruption.signal is None:
                raise


def _described(results: reports.RuleSetResults) -> str:
    games = results.results["orange"].of
    return f"{games:,} games of {results.rules}"
