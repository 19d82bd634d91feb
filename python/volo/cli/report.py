"""``volo report``: write a report on how rule sets play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic

import click

from volo import report as reports
from volo._support.disk import check_rewritable, rewriting
from volo._volo import Rules, _processors
from volo.cli.console import progress
from volo.cli.options import (
    Decimal,
    Name,
    check_new,
    file_option,
    folder_option,
    json_option,
    number_option,
    quiet_option,
    reader,
    threads_option,
)
from volo.cli.signals import Interruption, broken_pipes_are_errors, interruptible
from volo.cli.terminal import BadInput, Unfinished, say
from volo.game import Game
from volo.records import read_records
from volo.report.plan import GAMES_OF_A_PORTION
from volo.simulate import read_games

_BAD_INPUT = 2


@click.command(short_help="Write a report on how rule sets play.")
@click.option(
    "--rules",
    type=reader(Rules.parse),
    multiple=True,
    metavar="RULES",
    help="A rule set, such as standard, french, two-sizes-small or edge=6,supply=50,pass=forced,stuck=draw. Repeat the "
    "option for several side by side.  [default: those of the games of --from, or standard]",
)
@file_option("--out", help="Write the report to this new file, which any browser opens.")
@number_option("--games", default=400, help="The number of games of each rule set, rounded up to a multiple of 4.")
@number_option("--nodes", default=400, help="The number of positions that a player searches for a move.")
@number_option("--seed", default=0, help="The same seed gives the same report.")
@click.option(
    "--minutes",
    type=Decimal(),
    metavar="MINUTES",
    help="Stop after this time, and report what was played.  [default: no limit]",
)
@click.option(
    "--from",
    "sources",
    type=Name(path_type=Path),
    multiple=True,
    metavar="PATH",
    help="Describe the games in this folder of `volo simulate --out` or in this file of records, such as one of `volo "
    "match --out`, instead of games that are played. Repeat the option for several.",
)
@folder_option("--keep", help="Keep what is played in this folder. The same command goes on there.")
@threads_option
@json_option
@quiet_option
def report(
    rules: tuple[Rules, ...],
    out: Path | None,
    games: int,
    nodes: int,
    seed: int,
    minutes: float | None,
    sources: tuple[Path, ...],
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
    check_new(out, continues=keep is not None and any(keep.glob("*.jsonl")), check=check_rewritable)
    given = list(_games_from(sources, rules, games))
    chosen = rules or tuple(dict.fromkeys(game.start.rules for game in given)) or (Rules(),)
    plan = reports.Plan(chosen, games=games, nodes=nodes, seed=seed)
    played = reports.collect(plan, given=given, folder=keep, threads=_processors() if threads is None else threads)
    with interruptible(waits=True) as interruption:
        collection = _watch(played, minutes, interruption, quiet=quiet)
        status = _BAD_INPUT if interruption.signal is None else 128 + interruption.signal
        if collection is None or not collection.played:
            raise Unfinished("stopped before anything was played", status)
        results = reports.results(collection)
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


def _games_from(sources: Sequence[Path], rules: Sequence[Rules], games: int) -> Iterator[Game]:
    """Read as many games of each rule set as are needed."""
    seen: Counter[Rules] = Counter()
    for source in sources:
        with closing(_read(source)) as found:
            for game in found:
                kind = game.start.rules
                if (not rules or kind in rules) and seen[kind] < games:
                    seen[kind] += 1
                    yield game
    if sources and not seen:
        raise BadInput(f"{', '.join(map(str, sources))}: no games of these rule sets")


def _read(source: Path) -> Generator[Game, None, None]:
    if source.is_dir():
        yield from read_games(source, unfinished=True)
    else:
        with read_records(source) as found:
            yield from found


def _watch(
    played: Generator[reports.Collection, None, None], minutes: float | None, interruption: Interruption, *, quiet: bool
) -> reports.Collection | None:
    """Play with a progress bar, until all is played, the time is up, or a signal came."""
    collection = None
    began = monotonic()
    with broken_pipes_are_errors(), closing(played), progress("games", quiet=quiet) as bar:
        task = bar.add_task("Playing", total=None)
        try:
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
        except KeyboardInterrupt:
            if interruption.signal is None:
                raise
    return collection


def _described(results: reports.RuleSetResults) -> str:
    games = results.results["orange"].of
    return f"{games:,} games of {results.rules}"
