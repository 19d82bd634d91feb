"""``volo match``: let two players play against each other."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Literal

import click

from volo._support.checks import decimal_in
from volo._support.disk import check_rewritable
from volo._volo import Position, Rules
from volo.cli.console import progress
from volo.cli.options import (
    Decimal,
    check_address,
    check_new,
    cluster_options,
    file_option,
    json_option,
    limit_options,
    number_option,
    position_from,
    quiet_option,
    reader,
    start_options,
)
from volo.cli.signals import Interruption, broken_pipes_are_errors, interruptible
from volo.cli.terminal import Unfinished, say
from volo.color import Color
from volo.engine import Limit
from volo.engine.match import Match, MatchScore, Pair, Spec, Sprt, TimeControl
from volo.records import write_records
from volo.records.formats import FORMAT_SUFFIXES, format_of_path, listed

_REJECTED = 1


def _elos(text: str) -> tuple[float, float]:
    elo0, elo1 = map(decimal_in, text.split(",")) if text.count(",") == 1 else (None, None)
    if elo0 is None or elo1 is None:
        raise click.BadParameter("expected two numbers with a comma, as in 0,10")
    return elo0, elo1


def _records(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    if file is not None:
        if format_of_path(str(file))[0] is None:
            raise click.BadParameter(f"the suffix must be {listed(FORMAT_SUFFIXES)}", context, parameter)
        if not file.absolute().parent.is_dir():
            raise click.BadParameter(f"there is no folder {file.parent}", context, parameter)
    return file


@dataclass(slots=True)
class _Tally:
    """The results so far, as the first player sees them."""

    score: MatchScore = field(default_factory=MatchScore)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: list[str] = field(default_factory=list)
    lost_on_time: list[int] = field(default_factory=lambda: [0, 0])
    """The games that the first and the second player lost on time."""

    def add(self, pair: Pair) -> None:
        self.score.add(pair.points)
        for played, side in zip(pair.games, Color, strict=True):
            self.wins += played.winner is side
            self.draws += played.winner is None
            self.losses += played.winner is side.other
            if played.is_lost_on_time:
                self.lost_on_time[played.winner is side] += 1
            elif played.failure is not None:
                self.failures.append(f"{played.game.tags['Round']}: {played.failure}")


@click.command(short_help="Let two players play a match.")
@click.argument("first", metavar="A", type=reader(Spec.parse))
@click.argument("second", metavar="B", type=reader(Spec.parse))
@start_options
@number_option("--games", min=2, default=100, help="The number of games, even.")
@limit_options("a move of a player without a limit")
@click.option(
    "--clock",
    type=reader(TimeControl.parse),
    metavar="SECONDS[+INCREMENT]",
    help="The time that each player has for all moves of a game, and the time that each move adds to it, as in 10+0.1. "
    "A player without time loses. The players need no other limit then.",
)
@number_option(
    "--opening-plies", default=6, help="The number of random moves with which the two games of a pair begin."
)
@number_option("--seed", default=0, help="The same seed gives the same openings.")
@number_option("--max-plies", default=500, help="A game is a draw after this number of plies.")
@number_option("--concurrency", help="The number of games that are played at once in this process.  [default: 1]")
@cluster_options("where each pair is a task")
@click.option(
    "--sprt",
    type=_elos,
    metavar="ELO0,ELO1",
    help="End the match as soon as a sequential probability ratio test decides between these differences in strength.",
)
@click.option("--alpha", type=Decimal(), default=0.05, show_default=True, help="The risk of accepting ELO1 wrongly.")
@click.option("--beta", type=Decimal(), default=0.05, show_default=True, help="The risk of accepting ELO0 wrongly.")
@file_option(
    "--out",
    callback=_records,
    help="Write the games to this new file: .volo, .jsonl, .json for reports, .sgf for Boardspace. Until the end of "
    "the match, FILE.checkpoint keeps them, and the same command continues.",
)
@json_option
@quiet_option
def match(
    first: Spec,
    second: Spec,
    rules: Rules | None,
    fen: Position | None,
    games: int,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    clock: TimeControl | None,
    opening_plies: int,
    seed: int,
    max_plies: int,
    concurrency: int | None,
    cluster: Literal["ray"] | None,
    address: str | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    out: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Let the players A and B play games in pairs: both games of a pair begin with the same random opening, and the
    players exchange colors.

    A player is uniform (any legal move), careful (wins at once if possible, and avoids moves that let the opponent win
    at once), the engine with a limit, as in engine:2000 (positions), engine:depth=4 or engine:time=0.5, or another
    program that speaks UGI, as in "ugi:./engine --quick"; "ugi,timeout=60:./engine" gives a program a minute to start
    instead of ten seconds. Further settings of the engine follow after commas:
    threads=NUMBER, hash=MEGABYTES, level=LEVEL (1 to 12), and opening=PLIES, the plies at the beginning of the game in
    which its moves are random. The same texts name the players of `volo simulate --policy`.

    The difference in strength is given in Elo points with a 95% interval. If --sprt is given and the test accepts ELO0,
    the exit status is 1. The first Ctrl-C ends the match, and prints what was played so far.

    With --out, the same command continues a match that was stopped or killed, and plays only the missing pairs.

    With --cluster ray, both games of a pair are played on one machine, and another program must be on every machine.
    Without limits of time and other programs, the result is the same on any number of machines.

    \b
    Example:
      volo match engine:500 careful --rules standard-5 --games 20 --seed 1
      volo match engine engine:level=5 --rules standard-4 --games 2 --clock 2+0.05
    """
    if games % 2:
        raise click.UsageError("--games must be even, because the players exchange colors")
    if cluster is not None and concurrency is not None:
        raise click.UsageError("--concurrency cannot be used with --cluster ray, which plays a pair on each free CPU")
    check_address(cluster, address)
    default = Limit(time=time, nodes=nodes, depth=depth)
    # With a clock, a player needs no other limit.
    limit = None if default == Limit() and clock is None else default
    test = None if sprt is None else Sprt(*sprt, alpha=alpha, beta=beta)
    played = Match(
        first.limited(limit),
        second.limited(limit),
        start=position_from(rules, fen),
        pairs=games // 2,
        seed=seed,
        opening_plies=opening_plies,
        max_plies=max_plies,
        concurrency=1 if concurrency is None else concurrency,
        clock=clock,
    )
    checkpoint = None if out is None else out.with_name(f"{out.name}.checkpoint")
    check_new(out, continues=checkpoint is not None and checkpoint.exists(), check=check_rewritable)
    run = played.run(cluster=cluster, address=address, checkpoint=checkpoint)
    tally = _Tally()
    # A signal ends the match between two pairs. So a pair that is counted is also written.
    with (
        interruptible(waits=True) as interruption,
        closing(_watched(run, games, tally, test, interruption, quiet=quiet)) as pairs,
    ):
        if out is None:
            for _ in pairs:
                pass
        else:
            try:
                write_records(out, (each.game for pair in pairs for each in pair.games))
            except OSError:
                # A full disk must not lose the result of the match. Until its end, it redirects standard output.
                pairs.close()
                _report((first, second), clock, tally, test, as_json=as_json)
                raise
        _report((first, second), clock, tally, test, as_json=as_json)
        if interruption.signal is not None:
            others = "" if out is None else "; the same command plays the others"
            raise Unfinished(f"stopped after {tally.score.games:,} games{others}", 128 + interruption.signal)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    if test is not None and test.accepted(tally.score) == "elo0":
        raise click.exceptions.Exit(_REJECTED)


def _watched(
    run: Generator[Pair, None, None],
    games: int,
    tally: _Tally,
    test: Sprt | None,
    interruption: Interruption,
    *,
    quiet: bool,
) -> Generator[Pair, None, None]:
    """Play the match with a progress bar, count the pairs and yield them. A signal ends it."""
    # Ray prints what happened to its workers on standard output.
    with (
        broken_pipes_are_errors(),
        redirect_stdout(sys.stderr),
        closing(run) as pairs,
        progress("games", quiet=quiet) as bar,
    ):
        task = bar.add_task("Playing", total=games)
        while test is None or test.accepted(tally.score) is None:
            try:
                with interruption.awaited():
                    pair = next(pairs, None)
            except KeyboardInterrupt:
                return
            if pair is None:
                return
            tally.add(pair)
            bar.update(task, completed=tally.score.games, description=f"{tally.wins}-{tally.draws}-{tally.losses}")
            yield pair


def _report(
    players: tuple[Spec, Spec], clock: TimeControl | None, tally: _Tally, test: Sprt | None, *, as_json: bool
) -> None:
    score = tally.score
    if as_json:
        say(json.dumps(_result(players, clock, tally, test)))
        return
    first, second = players
    clocks = "" if clock is None else f", clock {clock}"
    say(f"{first.text} against {second.text}: {score.games:,} games{clocks}")
    say(f"wins {tally.wins:,}, draws {tally.draws:,}, losses {tally.losses:,}")
    say(f"pairs with 0, 1/2, 1, 3/2 and 2 points: {', '.join(f'{number:,}' for number in score.pairs)}")
    low, high = score.interval
    say(f"{score.share:.1%} of the points ({low:.1%} to {high:.1%}), {score}")
    if test is not None:
        accepted = test.accepted(score)
        say(
            f"test of {test.elo0:g} against {test.elo1:g}: log likelihood ratio {test.llr(score):.2f} "
            f"({test.lower:.2f} to {test.upper:.2f}), "
            + ("undecided" if accepted is None else f"{getattr(test, accepted):g} accepted")
        )
    if clock is not None or any(tally.lost_on_time):
        a, b = tally.lost_on_time
        say(f"games ended by time: {a + b:,}, of which A lost {a:,} and B lost {b:,}")
    if tally.failures:
        say(f"games lost by a failure: {len(tally.failures):,}; the first is {tally.failures[0]}")


def _result(players: tuple[Spec, Spec], clock: TimeControl | None, tally: _Tally, test: Sprt | None) -> dict[str, Any]:
    first, second = players
    score = tally.score
    result = {
        "first": first.text,
        "second": second.text,
        "games": score.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": score.pairs,
        "share": score.share,
        "share_interval": score.interval,
        # JSON has no infinite numbers.
        "elo": _finite(score.elo),
        "elo_interval": [*map(_finite, score.elo_interval)],
        "clock": None if clock is None else str(clock),
        "lost_on_time": tally.lost_on_time,
        "failures": tally.failures,
    }
    if test is not None:
        hypotheses = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
        result["sprt"] = {**hypotheses, "llr": test.llr(score), "accepted": test.accepted(score)}
    return result


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
