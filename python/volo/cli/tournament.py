"""``volo tournament``: let every two of several players play against each other."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, Literal

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo.cli.console import tabulate, width
from volo.cli.match import Tally, arguments_of, percentage, play_out, playing_options, result_of
from volo.cli.options import reader
from volo.cli.terminal import say
from volo.engine.match import Pair, Spec, Tournament, ratings
from volo.engine.match.rating import more_games
from volo.errors import VoloError

# The cross table shows at most this many columns of the text of a player.
_LONGEST_NAME = 24
# The table of ratings leaves as many columns to the text of a player.
_SHORTEST_NAME = 8


@click.command()
@click.argument("players", metavar="A B [C]...", type=reader(Spec.parse), nargs=-1, required=True)
@playing_options(
    "The number of games of every two players, even.",
    "FILE.checkpoint keeps them: the same command continues, also with more players or games.",
)
@click.option("--gauntlet", is_flag=True, help="Let only the first player play against all others.")
def tournament(
    players: tuple[Spec, ...],
    cluster: Literal["ray"] | None,
    address: str | None,
    out: Path | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Let every two of the players play a match, and rate them.

    The players are those of `volo match`. The matches are played at the same time, pair by pair. The games of two
    players depend on the seed and on both texts, but not on the other players.

    The ratings are Elo points with 95% intervals, and their mean is 0. "Above next" is the probability that a player is
    stronger than the next one. The first Ctrl-C ends the tournament, and prints what was played so far.

    With --out, FILE.checkpoint keeps all finished pairs of games, also after the end. The same command, with more
    players or more --games, plays only what is missing.

    Without limits of time and other programs, the result is the same on any number of machines.

    \b
    Example:
      volo tournament engine:200 engine:100 careful uniform --rules standard-4 --games 10
    """
    limit, arguments = arguments_of(cluster=cluster, address=address, **options)
    played = Tournament([each.limited(limit) for each in players], **arguments)
    tallies = {match: Tally() for match in played.scores}

    def count(found: tuple[tuple[str, str], Pair]) -> tuple[Pair, str]:
        match, pair = found
        tallies[match].add(pair)
        return pair, "Playing"

    def report() -> None:
        standings, remark = _standings(tallies)
        if as_json:
            matches = [
                {**result_of(match, options["clock"], tally), "seed": played.seeds[match]}
                for match, tally in tallies.items()
            ]
            say(json.dumps({"players": [asdict(each) for each in standings], "matches": matches}))
        else:
            _print(standings, tallies, remark)

    play_out(
        lambda checkpoint: played.run(cluster=cluster, address=address, checkpoint=checkpoint),
        options["games"] * len(tallies),
        count,
        report,
        out=out,
        quiet=quiet,
    )


@dataclass(slots=True)
class _Standing:
    """A player in the table. The rating is None if the games do not connect all players."""

    player: str
    elo: float | None = None
    error: float | None = None
    is_bounded: bool | None = None
    above_next: float | None = None
    points: float = 0.0
    games: int = 0
    draws: int = 0


def _standings(tallies: dict[tuple[str, str], Tally]) -> tuple[list[_Standing], str]:
    """The table, from its first place to its last one, and what must be said about the ratings."""
    found = {player: _Standing(player) for match in tallies for player in match}
    for match, tally in tallies.items():
        points = tally.score.points
        for player, own in zip(match, (points, tally.score.games - points), strict=True):
            each = found[player]
            each.points += own
            each.games += tally.score.games
            each.draws += tally.draws
    try:
        rated = ratings({match: tally.score for match, tally in tallies.items()})
    except VoloError as error:
        return sorted(found.values(), key=lambda each: -each.points), f"there are no ratings: {error}"
    for rating in rated:
        each = found[rating.player]
        for name in ("elo", "error", "is_bounded", "above_next"):
            setattr(each, name, getattr(rating, name))
    unbounded = (
        "some players won all games against all others, so the ratings have no bound: these have a drawn game more for "
        "each match"
    )
    return [found[rating.player] for rating in rated], "" if rated[0].is_bounded else unbounded


def _print(standings: list[_Standing], tallies: dict[tuple[str, str], Tally], remark: str) -> None:
    games = sum(tally.score.games for tally in tallies.values())
    say(f"{len(standings):,} players, {games:,} games")
    if remark:
        say(remark)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("Player", overflow="fold", min_width=_SHORTEST_NAME)
    columns = {
        "Elo": ["" if each.elo is None else f"{each.elo:+.0f}" for each in standings],
        "+/-": ["" if each.error is None else f"{each.error:.0f}" for each in standings],
        "Points": [f"{_written(each.points)}/{each.games:,}" for each in standings],
        "Draws": [f"{each.draws:,}" for each in standings],
        "Above next": [
            "-" if each.above_next is None else percentage(each.above_next).replace("over ", ">") for each in standings
        ],
    }
    # A narrow terminal shows the first columns. Three columns of it are between two of the table.
    wide = list(accumulate(3 + max(map(len, [heading, *cells])) for heading, cells in columns.items()))
    room = width() - len(str(len(standings))) - _SHORTEST_NAME - 5
    shown = dict(islice(columns.items(), max(1, bisect_right(wide, room))))
    for heading in shown:
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, (each, *cells) in enumerate(zip(standings, *shown.values(), strict=True), 1):
        table.add_row(str(rank), each.player, *cells)
    tabulate(table, "Points against each player:", *_cross(standings, tallies))
    certainties = [each.above_next for each in standings if each.above_next is not None]
    least = min(tally.score.games for tally in tallies.values())
    if certainties and (more := more_games(least, min(certainties))):
        say(f"about {more:,} more games of each match would make all places 95% sure")
    if late := sum(sum(tally.lost_on_time) for tally in tallies.values()):
        say(f"games ended by time: {late:,}")
    failures = [(match, failure) for match, tally in tallies.items() for failure in tally.failures]
    if failures:
        (first, second), failure = failures[0]
        say(f"games lost by a failure: {len(failures):,}; the first is {first} against {second}, {failure}")


def _cross(standings: list[_Standing], tallies: dict[tuple[str, str], Tally]) -> Iterator[Table]:
    """The points of each player against each other one, in as many tables as the width needs."""
    cells = {}
    for (first, second), tally in tallies.items():
        points = tally.score.points
        cells[first, second], cells[second, first] = _written(points), _written(tally.score.games - points)
    names = [each.player for each in standings]
    # Three columns are between two columns of the table.
    wide = max(map(len, [*cells.values(), str(len(names))])) + 3
    fitting = max(1, (width() - min(_LONGEST_NAME, max(map(len, names))) - len(str(len(names))) - 5) // wide)
    for start in range(0, len(names), fitting):
        shown = range(start, min(start + fitting, len(names)))
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("", justify="right")
        table.add_column("Player", no_wrap=True, overflow="crop", max_width=_LONGEST_NAME)
        for column in shown:
            table.add_column(str(column + 1), justify="right", no_wrap=True)
        for rank, name in enumerate(names, 1):
            table.add_row(str(rank), name, *(cells.get((name, names[column]), "") for column in shown))
        yield table


def _written(points: float) -> str:
    return f"{points:,.1f}".removesuffix(".0")
