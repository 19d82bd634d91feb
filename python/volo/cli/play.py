"""``volo play``: play a game in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from volo._volo import Position, Rules
from volo.cli.dialog import ready_input
from volo.cli.failures import BadInput
from volo.cli.options import Name, Whole, fen_argument, position_from, rules_option
from volo.cli.table import Table, save
from volo.color import Color
from volo.engine import Engine, Limit
from volo.game import Game

__all__ = ["play"]

_PEOPLE = {
    "orange": frozenset({Color.ORANGE}),
    "blue": frozenset({Color.BLUE}),
    "both": frozenset(Color),
    "nobody": frozenset[Color](),
}
_SECONDS = 1.0


@click.command(short_help="Play a game in the terminal.")
@fen_argument
@rules_option
@click.option(
    "--you",
    type=click.Choice(list(_PEOPLE)),
    default="orange",
    show_default=True,
    help="The colour that you play. both: two people. nobody: the engine plays itself.",
)
@click.option(
    "--time",
    type=float,
    metavar="SECONDS",
    help="The time that the engine takes for a move.  [default: 1, unless there is another limit]",
)
@click.option(
    "--nodes", type=Whole(), metavar="NUMBER", help="The number of positions that the engine searches for a move."
)
@click.option("--depth", type=Whole(), metavar="PLIES", help="The number of plies that the engine looks ahead.")
@click.option(
    "--threads", type=Whole(), default=1, show_default=True, metavar="NUMBER", help="The threads of the engine."
)
@click.option(
    "--hash-mb", type=Whole(), default=64, show_default=True, metavar="NUMBER", help="The size of the engine's table."
)
@click.option(
    "--level",
    type=Whole(),
    default=10,
    show_default=True,
    metavar="NUMBER",
    help="How strong the engine plays, from 1 to 10.",
)
@click.option(
    "--save",
    "file",
    type=Name(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a record of the game to this new file when it is over or you leave.",
)
def play(
    fen: Position | None,
    rules: Rules | None,
    you: str,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    threads: int,
    hash_mb: int,
    level: int,
    file: Path | None,
) -> None:
    """Play a game in the terminal, against the engine or another person.

    Type moves as text. `help` lists what else you can type: moves, hint, undo, board, fen, save, resign and quit. The
    commands may also come from a file or a pipe. A move that breaks a rule is refused with the reason and the number of
    the ruling.

    \b
    Example:
      volo play --rules standard-4 --you nobody --nodes 200
    """
    position = position_from(rules, fen)
    if time is None and nodes is None and depth is None:
        time = _SECONDS
    limit = Limit(time=time, nodes=nodes, depth=depth)
    if file is not None and file.exists():
        raise BadInput(f"{file}: the file exists already")
    people = _PEOPLE[you]
    game = Game(position)
    for color in Color:
        game.tags[color.name.title()] = "Person" if color in people else "volo"
    ready_input()
    with Engine(threads=threads, hash_mb=hash_mb, level=level) as engine:
        Table(game, people, engine, limit).play()
    if file is not None:
        save(game, file)
