"""``volo replay``: records of games, played again and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from volo.cli.options import Name, Whole
from volo.cli.records import Complaints, lenient_option, size_of, source, unreadable
from volo.cli.signals import interruptible
from volo.cli.terminal import progress, tabulate
from volo.errors import RecordError, VoloError
from volo.game import Game
from volo.records import RecordReader, read_records

__all__ = ["replay"]

_WRONG = 1
_UNREADABLE = 2


@dataclass(slots=True)
class _Checked:
    """What came of a file.

    Attributes:
        name: its name.
        right: how many of its games are right.
        wrong: and how many are not.
        plies: how many plies the former have.
        seconds: how long it took.
        is_readable: whether it could be read to its end.
    """

    name: str
    right: int = 0
    wrong: int = 0
    plies: int = 0
    seconds: float = 0.0
    is_readable: bool = True


@click.command(short_help="Play recorded games again and check them.")
@click.argument("files", type=Name(readable=False), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--engine",
    type=click.Choice(["core", "reference"]),
    default="core",
    show_default=True,
    help="Whose rules are checked: those of the core, or those of the reference as well.",
)
@lenient_option
@click.option(
    "--max-errors", type=Whole(min=0), metavar="NUMBER", help="Report at most this many errors.  [default: all]"
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def replay(files: tuple[str, ...], engine: str, lenient: bool, max_errors: int | None, quiet: bool) -> None:
    """Play the games of each FILE again by the rules that each game names, and check their moves and results.

    A FILE (or - for standard input) has native records, JSON lines or Abstract Play's game reports, perhaps compressed
    with gzip or zstd. Every illegal move, wrong result and wrong number of legal moves is reported with its line,
    column, offset, game, ply and position. The exit status is 1 if there is such an error, and 2 if a file cannot be
    read.

    \b
    Example:
      printf '[Rules "standard-4"]\\n1. a3 d5 *\\n' > game.volo
      volo replay --lenient game.volo
    """
    sizes = [size_of(name) for name in files]
    with interruptible() as interruption, progress("bytes", quiet=quiet) as bar:
        complaints = Complaints(bar, max_errors)
        task = bar.add_task("Replaying", total=None if None in sizes else sum(filter(None, sizes)))
        work = _Replay(engine, lenient, complaints)
        read = 0
        for name in files:
            for position in work.file(name):
                bar.update(task, completed=read + position)
                interruption.check()
            read += position
        complaints.close()
    if played := [each for each in work.checked if each.right or each.wrong]:
        tabulate(_table(played))
    if not all(each.is_readable for each in work.checked):
        raise click.exceptions.Exit(_UNREADABLE)
    if any(each.wrong for each in work.checked):
        raise click.exceptions.Exit(_WRONG)


class _Replay:
    """Checks files one after the other.

    Attributes:
        checked: what came of each.
    """

    def __init__(self, engine: str, lenient: bool, complaints: Complaints) -> None:
        self._engine = engine
        self._lenient = lenient
        self._complaints = complaints
        self.checked: list[_Checked] = []

    def file(self, name: str) -> Iterator[int]:
        """Check a file, and yield after each game how many bytes have been read; at least once."""
        came = _Checked(name)
        self.checked.append(came)
        began = perf_counter()
        yield 0
        try:
            with read_records(source(name), lenient=self._lenient) as reader:
                while self._game(reader, came):
                    yield reader.position
                yield reader.position
            if not came.right and not came.wrong:
                raise VoloError(f"{reader.source}: no games")
        except (OSError, VoloError) as error:
            self._complaints.add(unreadable(name, error))
            came.is_readable = False
        came.seconds = perf_counter() - began

    def _game(self, reader: RecordReader, came: _Checked) -> bool:
        """Check the next game, if there is one."""
        number = came.right + came.wrong + 1
        try:
            game = next(reader, None)
        except RecordError as error:
            self._complaints.add(error)
            came.wrong += 1
            return True
        if game is None:
            return False
        problem = _differs(game) if self._engine == "reference" else None
        if problem is None:
            came.right += 1
            came.plies += len(game)
        else:
            self._complaints.add(f"{reader.source}: game {number}, {problem}")
            came.wrong += 1
        return True


def _differs(game: Game) -> str | None:
    """Where the reference has something else to say of a game than the core; None if nowhere."""
    from volo import reference

    plain = reference.Position.from_fen(game.start.fen())
    for ply, (core, move) in enumerate(zip(game.positions[:-1], game.moves, strict=True), start=1):
        at = f"in {core.fen()}"
        counts = len(core.legal_moves()), len(plain.legal_moves())
        if counts[0] != counts[1]:
            return f"ply {ply}: {counts[0]} legal moves, the reference says {counts[1]}, {at}"
        try:
            plain = plain.play(str(move))
        except VoloError as error:
            return f"ply {ply}: the reference refuses an {error}, {at}"
    if game.outcome() != plain.outcome():
        return f"ply {len(game)}: {game.outcome()}, the reference says {plain.outcome()}, in {game.position.fen()}"
    return None


def _table(checked: list[_Checked]) -> Table:
    """A line for each file, and one for all of them where there are several."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("File", overflow="fold")
    for heading in ("Games", "Plies", "Right", "Wrong", "Seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in checked:
        table.add_row(*_row(each))
    if len(checked) > 1:
        table.add_section()
        all_of_them = _Checked("All")
        for each in checked:
            all_of_them.right += each.right
            all_of_them.wrong += each.wrong
            all_of_them.plies += each.plies
            all_of_them.seconds += each.seconds
        table.add_row(*_row(all_of_them))
    return table


def _row(came: _Checked) -> tuple[str, ...]:
    numbers = (came.right + came.wrong, came.plies, came.right, came.wrong)
    return came.name, *(f"{number:,}" for number in numbers), f"{came.seconds:.2f}"
