"""``volo match``: let two players play against each other."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Literal, TypeVar

import click
from click.decorators import FC

from volo._support.checks import decimal_in
from volo._support.disk import check_rewritable
from volo._volo import Position, Rules
from volo.cli.console import progress
from volo.cli.options import (
    Decimal,
    check_address,
    check_new,
    check_records,
    cluster_options,
    file_option,
    json_option,
    limit_options,
    number_option,
    position_from,
    quiet_option,
    reader,
    start_options,
    together,
)
from volo.cli.signals import Interruption, broken_pipes_are_errors, interruptible
from volo.cli.terminal import BadInput, Unfinished, say
from volo.color import Color
from volo.engine import Limit
from volo.engine.match import Match, MatchScore, Pair, Spec, Sprt, TimeControl, ratings
from volo.engine.match.rating import more_games
from volo.errors import VoloError
from volo.records import read_records, write_records
from volo.records.formats import FORMAT_SUFFIXES, format_of_path, listed

Played = TypeVar("Played")

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
class Tally:
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


def playing_options(games: str, kept: str) -> Callable[[FC], FC]:
    return together(
        start_options,
        number_option("--games", min=2, default=100, help=games),
        limit_options("a move of a player without a limit"),
        click.option(
            "--clock",
            type=reader(TimeControl.parse),
            metavar="SECONDS[+INCREMENT]",
            help="The time that each player has for all moves of a game, and the time that each move adds to it, as in "
            "10+0.1. A player without time loses. The players need no other limit then.",
        ),
        file_option(
            "--openings",
            help="Begin the pairs at the positions of this file in turn: one a line, or the last ones of records. With "
            "more pairs than positions, give --opening-plies, because engines would repeat their games.",
        ),
        number_option(
            "--opening-plies",
            help="The number of random moves with which the two games of a pair begin.  [default: 6, or 0 with "
            "--openings]",
        ),
        number_option("--seed", default=0, help="The same seed gives the same openings."),
        number_option("--max-plies", default=500, help="A game is a draw after this number of plies."),
        number_option(
            "--concurrency", help="The number of games that are played at once in this process.  [default: 1]"
        ),
        cluster_options("where each pair is a task"),
        file_option(
            "--out",
            callback=_records,
            help=f"Write the games to this new file: .volo, .jsonl, .json for reports, .sgf for Boardspace. {kept}",
        ),
        json_option,
        quiet_option,
    )


def arguments_of(
    rules: Rules | None,
    fen: Position | None,
    openings: Path | None,
    opening_plies: int | None,
    games: int,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    concurrency: int | None,
    cluster: Literal["ray"] | None,
    address: str | None,
    **others: Any,
) -> tuple[Limit | None, dict[str, Any]]:
    """Check the options of a match. Return the limit of players without one, and the arguments of the match."""
    if games % 2:
        raise click.UsageError("--games must be even, because the players exchange colors")
    if cluster is not None and concurrency is not None:
        raise click.UsageError("--concurrency cannot be used with --cluster ray, which plays a pair on each free CPU")
    check_address(cluster, address)
    default = Limit(time=time, nodes=nodes, depth=depth)
    # With a clock, a player needs no other limit.
    limit = None if default == Limit() and others["clock"] is None else default
    others["concurrency"] = 1 if concurrency is None else concurrency
    if openings is not None and (rules is not None or fen is not None):
        raise click.UsageError("--openings cannot be used with --rules or --fen: its positions name their own rules")
    others["opening_plies"] = (6 if openings is None else 0) if opening_plies is None else opening_plies
    start = position_from(rules, fen) if openings is None else _positions_of(openings)
    return limit, {**others, "start": start, "pairs": games // 2}


def _positions_of(file: Path) -> list[Position]:
    found: list[Position] = []
    if format_of_path(str(file))[0] is None:
        lines = file.read_text(encoding="utf-8", errors="backslashreplace").splitlines()
        try:
            found.extend(map(Position, lines))
        except VoloError as error:
            raise BadInput(f"{file}: line {len(found) + 1}: {error}") from error
    else:
        with read_records(file) as games:
            found = [game.position for game in games]
    for number, position in enumerate(found, 1):
        if position.outcome() is not None:
            raise BadInput(f"{file}: position {number} is the end of a game: {position.fen()}")
    if not found:
        raise BadInput(f"{file}: no positions")
    return found


@click.command()
@click.argument("first", metavar="A", type=reader(Spec.parse))
@click.argument("second", metavar="B", type=reader(Spec.parse))
@playing_options(
    "The number of games, even.",
    "Until the end of the match, FILE.checkpoint keeps them, and the same command continues.",
)
@click.option(
    "--sprt",
    type=_elos,
    metavar="ELO0,ELO1",
    help="End the match as soon as a sequential probability ratio test decides between these differences in strength.",
)
@click.option("--alpha", type=Decimal(), default=0.05, show_default=True, help="The risk of accepting ELO1 wrongly.")
@click.option("--beta", type=Decimal(), default=0.05, show_default=True, help="The risk of accepting ELO0 wrongly.")
def match(
    first: Spec,
    second: Spec,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    cluster: Literal["ray"] | None,
    address: str | None,
    out: Path | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Let the players A and B play games in pairs: both games of a pair begin with the same random opening, and the
    players exchange colors.

    A player is uniform (any legal move), careful (wins at once if possible, and avoids moves that let the opponent win
    at once), the engine with a limit, as in engine:2000 (positions), engine:depth=4 or engine:time=0.5, or another
    program that speaks UGI, as in "ugi:./engine --quick"; "ugi,timeout=60:./engine" gives a program a minute to start
    instead of ten seconds. Further settings of the engine follow after commas:
    threads=NUMBER, hash=MEGABYTES, level=LEVEL (1 to 12), and opening=PLIES, the plies at the beginning of the game in
    which its moves are random. The same texts name the players of `volo simulate --policy`.

    The difference in strength is given in Elo points with a 95% interval, and the order of the players with the
    probability that it is right. If --sprt is given and the test accepts ELO0, the exit status is 1. The first Ctrl-C
    ends the match, and prints what was played so far.

    With --out, the same command continues a match that was stopped or killed, and plays only the missing pairs.

    With --cluster ray, both games of a pair are played on one machine, and another program must be on every machine.
    Without limits of time and other programs, the result is the same on any number of machines.

    \b
    Example:
      volo match engine:500 careful --rules standard-5 --games 20 --seed 1
      volo match engine engine:level=5 --rules standard-4 --games 2 --clock 2+0.05
    """
    limit, arguments = arguments_of(cluster=cluster, address=address, **options)
    test = None if sprt is None else Sprt(*sprt, alpha=alpha, beta=beta)
    played = Match(first.limited(limit), second.limited(limit), **arguments)
    tally = Tally()

    def count(pair: Pair) -> tuple[Pair, str]:
        tally.add(pair)
        return pair, f"{tally.wins}-{tally.draws}-{tally.losses}"

    checkpoint = play_out(
        lambda checkpoint: played.run(cluster=cluster, address=address, checkpoint=checkpoint),
        options["games"],
        count,
        lambda: _report((first, second), options["clock"], tally, test, as_json=as_json),
        lambda: test is not None and test.accepted(tally.score) is not None,
        out=out,
        quiet=quiet,
    )
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    if test is not None and test.accepted(tally.score) == "elo0":
        raise click.exceptions.Exit(_REJECTED)


def play_out(
    begin: Callable[[Path | None], Generator[Played, None, None]],
    games: int,
    count: Callable[[Played], tuple[Pair, str]],
    report: Callable[[], None],
    is_decided: Callable[[], bool] = lambda: False,
    *,
    out: Path | None,
    quiet: bool,
) -> Path | None:
    """Play a match or a tournament to its end with a progress bar, write the games and report the result.

    ``begin`` takes the checkpoint, which is returned. ``count`` returns the pair and a text for the progress bar. A
    signal raises Unfinished, after the result so far was printed.
    """
    checkpoint = None if out is None else out.with_name(f"{out.name}.checkpoint")
    continues = check_records if checkpoint is not None and checkpoint.exists() else None
    check_new(out, continues=continues, check=check_rewritable)
    run = begin(checkpoint)
    done = 0

    def watched(interruption: Interruption) -> Generator[Pair, None, None]:
        nonlocal done
        # Ray prints what happened to its workers on standard output.
        with (
            broken_pipes_are_errors(),
            redirect_stdout(sys.stderr),
            closing(run),
            progress("games", quiet=quiet) as bar,
        ):
            task = bar.add_task("Playing", total=games)
            while not is_decided():
                try:
                    with interruption.awaited():
                        played = next(run, None)
                except KeyboardInterrupt:
                    return
                if played is None:
                    return
                pair, description = count(played)
                done += len(pair.games)
                bar.update(task, completed=done, description=description)
                yield pair

    # A signal ends the match between two pairs. So a pair that is counted is also written.
    with interruptible(waits=True) as interruption, closing(watched(interruption)) as pairs:
        if out is None:
            for _ in pairs:
                pass
        else:
            try:
                write_records(out, (each.game for pair in pairs for each in pair.games))
            except OSError:
                # A full disk must not lose the result of the match. Until its end, it redirects standard output.
                pairs.close()
                report()
                raise
        report()
        if interruption.signal is not None:
            others = "" if out is None else "; the same command plays the others"
            raise Unfinished(f"stopped after {done:,} games{others}", 128 + interruption.signal)
    return checkpoint


def _report(
    players: tuple[Spec, Spec], clock: TimeControl | None, tally: Tally, test: Sprt | None, *, as_json: bool
) -> None:
    score = tally.score
    if as_json:
        say(json.dumps(result_of((players[0].text, players[1].text), clock, tally, test)))
        return
    first, second = players
    clocks = "" if clock is None else f", clock {clock}"
    say(f"{first.text} against {second.text}: {score.games:,} games{clocks}")
    say(f"wins {tally.wins:,}, draws {tally.draws:,}, losses {tally.losses:,}")
    say(f"pairs with 0, 1/2, 1, 3/2 and 2 points: {', '.join(f'{number:,}' for number in score.pairs)}")
    low, high = score.interval
    say(f"{score.share:.1%} of the points ({low:.1%} to {high:.1%}), {score}")
    certainty, more = certainty_of(score)
    if certainty is not None:
        above = "A above B" if score.share >= 0.5 else "B above A"
        advice = f"; about {more:,} more games would make it 95%" if more else ""
        say(f"{above} with {percentage(certainty)}{advice}")
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


def certainty_of(score: MatchScore) -> tuple[float | None, int | None]:
    """How sure the order of two players is, and about how many more games would make it 95%."""
    if not score.games:
        return None, None
    # The players may have the same text.
    certainty = ratings({("A", "B"): score})[0].above_next
    return certainty, None if certainty is None else more_games(score.games, certainty)


def percentage(certainty: float) -> str:
    # Never as if it were certain.
    return "over 99%" if certainty > 0.99 else f"{certainty:.0%}"


def result_of(
    players: tuple[str, str], clock: TimeControl | None, tally: Tally, test: Sprt | None = None
) -> dict[str, Any]:
    first, second = players
    score = tally.score
    certainty, more = certainty_of(score)
    result = {
        "first": first,
        "second": second,
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
        "certainty": certainty,
        "more_games": more,
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
