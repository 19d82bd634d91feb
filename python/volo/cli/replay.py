"""``volo replay``: play recorded games again, check them, and show one in a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo._support.disk import write_new
from volo.cli.console import progress, tabulate
from volo.cli.options import Name, check_new, file_option, number_option, quiet_option
from volo.cli.records import (
    Complaints,
    lenient_option,
    others_skipped,
    size_of,
    skip_option,
    source,
)
from volo.cli.signals import interruptible
from volo.cli.terminal import BadInput, say
from volo.errors import RecordError, VoloError
from volo.game import Game
from volo.records import Disagreement, RecordReader

_WRONG = 1
_UNREADABLE = 2


@dataclass(slots=True)
class _Checked:
    """The result of checking a file. ``plies`` are those of the games without an error."""

    name: str
    right: int = 0
    wrong: int = 0
    plies: int = 0
    seconds: float = 0.0
    is_readable: bool = True


@click.command()
@click.argument("files", type=Name(readable=False), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--engine",
    type=click.Choice(["core", "reference"]),
    default="core",
    show_default=True,
    help="Check the games with the core only, or with the core and the reference implementation.",
)
@lenient_option
@skip_option
@number_option("--max-errors", min=0, help="Report at most this many errors.  [default: all]")
@file_option("--html", "page", help="Write a page that shows a game to this new file, which any browser opens.")
@number_option(
    "--game",
    "number",
    min=1,
    help="The game that --html shows, counted from 1 through all files.  [default: the only game]",
)
@quiet_option
def replay(
    files: tuple[str, ...],
    engine: str,
    lenient: bool,
    skip_other_games: bool,
    max_errors: int | None,
    page: Path | None,
    number: int | None,
    quiet: bool,
) -> None:
    """Play the games of each FILE again by the rules that each game names, and check their moves and results.

    Each FILE (- means standard input) contains native records, JSON lines, game reports or states of Abstract Play, or
    SGF of Boardspace. It may be compressed with gzip or zstd, or be a zip archive of such files. Every illegal move,
    wrong result and wrong number of legal moves is reported with its line, column, offset, game, ply and position. The
    exit status is 1 if an error is found, and 2 if a file cannot be read.

    \b
    Example:
      printf '[Rules "standard-4"]\\n1. a3 d5 *\\n' > game.volo
      volo replay --lenient game.volo --html game.html
    """
    if number is not None and page is None:
        raise click.UsageError("--game needs --html")
    check_new(page)
    sizes = [size_of(name) for name in files]
    with interruptible() as interruption, progress("bytes", quiet=quiet) as bar:
        complaints = Complaints(bar, max_errors)
        task = bar.add_task("Replaying", total=None if None in sizes else sum(filter(None, sizes)))
        work = _Replay(engine, lenient, skip_other_games, complaints, number or 1)
        read = 0
        for name in files:
            for offset in work.check_file(name):
                bar.update(task, completed=read + offset)
                interruption.check()
            read += offset
        complaints.close()
    if played := [each for each in work.checked if each.right or each.wrong]:
        tabulate(_table(played))
    if skip_other_games:
        say(others_skipped(work.others))
    if not all(each.is_readable for each in work.checked):
        raise click.exceptions.Exit(_UNREADABLE)
    if page is not None:
        _write_page(page, work, number)
    if any(each.wrong for each in work.checked):
        raise click.exceptions.Exit(_WRONG)


class _Replay:
    """Checks files one after the other, and keeps the game of this number, if it is right."""

    def __init__(self, engine: str, lenient: bool, skip_other_games: bool, complaints: Complaints, number: int) -> None:
        self._check = _check_by_reference if engine == "reference" else None
        self._lenient = lenient
        self._skip_other_games = skip_other_games
        self._complaints = complaints
        self._number = number
        self.checked: list[_Checked] = []
        self.games = 0
        self.others = 0
        self.kept: Game | None = None

    def check_file(self, name: str) -> Iterator[int]:
        """Check a file, and yield the number of bytes that have been read: first 0, then after each game."""
        checked = _Checked(name)
        self.checked.append(checked)
        began = perf_counter()
        yield 0
        try:
            with RecordReader(
                source(name), lenient=self._lenient, check=self._check, skip_other_games=self._skip_other_games
            ) as reader:
                while self._check_game(reader, checked):
                    yield reader.bytes_read
                yield reader.bytes_read
            self.others += reader.other_games
            if not checked.right and not checked.wrong and not reader.other_games:
                raise VoloError(f"{reader.source}: no games")
        except (OSError, VoloError) as error:
            self._complaints.add(f"{name}: {error.strerror or error}" if isinstance(error, OSError) else str(error))
            checked.is_readable = False
        checked.seconds = perf_counter() - began

    def _check_game(self, reader: RecordReader, checked: _Checked) -> bool:
        """Check the next game. Return whether there was one."""
        try:
            game = next(reader, None)
        except RecordError as error:
            self._complaints.add(error)
            checked.wrong += 1
            self.games += 1
            return True
        if game is None:
            return False
        self.games += 1
        if self.games == self._number:
            self.kept = game
        checked.right += 1
        checked.plies += len(game)
        return True


def _write_page(file: Path, work: _Replay, number: int | None) -> None:
    from volo.render import html

    if number is None and work.games > 1:
        raise BadInput(f"--html shows one of the {work.games:,} games; choose it with --game")
    if number is not None and number > work.games:
        raise BadInput(f"--game: there is no game {number:,}; the number of games is {work.games:,}")
    if work.kept is None:
        raise BadInput(f"--html: game {number or 1:,} is wrong, and cannot be shown")
    write_new(file, html.replay(work.kept).encode())


def _check_by_reference(game: Game) -> Disagreement | None:
    """Play a game with the reference implementation, and return its first disagreement with the core, or None."""
    from volo import reference

    plain = reference.Position.from_fen(game.start.fen())
    for ply, (core, move) in enumerate(zip(game.positions[:-1], game.moves, strict=True), start=1):
        counts = len(core.legal_moves()), len(plain.legal_moves())
        if counts[0] != counts[1]:
            problem = f"{counts[0]} legal moves by the core, {counts[1]} by the reference"
            return Disagreement(problem, ply, core.fen())
        try:
            plain = plain.play(str(move))
        except VoloError as error:
            problem = f"the core accepts the move, the reference does not: {error}"
            return Disagreement(problem, ply, core.fen())
    if game.outcome() != plain.outcome():
        problem = f"the outcome is {game.outcome()} by the core, {plain.outcome()} by the reference"
        return Disagreement(problem, len(game) or None, game.position.fen())
    return None


def _table(checked: list[_Checked]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("File", overflow="fold")
    for heading in ("Games", "Plies", "Right", "Wrong", "Seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in checked:
        table.add_row(*_row(each))
    if len(checked) > 1:
        table.add_section()
        everything = _Checked("All")
        for each in checked:
            everything.right += each.right
            everything.wrong += each.wrong
            everything.plies += each.plies
            everything.seconds += each.seconds
        table.add_row(*_row(everything))
    return table


def _row(checked: _Checked) -> tuple[str, ...]:
    numbers = (checked.right + checked.wrong, checked.plies, checked.right, checked.wrong)
    return checked.name, *(f"{number:,}" for number in numbers), f"{checked.seconds:.2f}"
