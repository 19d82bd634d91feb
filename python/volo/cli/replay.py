"""``volo replay``: games of another program, played again and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import IO, Protocol

import click

from volo import _volo
from volo.cli.failures import BadInput, CheckFailed
from volo.cli.gamefile import WrittenGame, read_games
from volo.cli.terminal import progress
from volo.errors import IllegalMoveError, VoloError
from volo.outcome import Outcome

__all__ = ["replay"]


class _Position(Protocol):
    """What a replay asks of a position, of the core or of the reference."""

    def legal_moves(self) -> Sequence[object]: ...
    def play(self, move: str, /) -> _Position: ...
    def outcome(self) -> Outcome | None: ...
    def fen(self) -> str: ...


def _core(rules: str) -> _Position:
    return _volo.Position(rules)


def _reference(rules: str) -> _Position:
    from volo import reference

    return reference.Position(rules)


_ENGINES: dict[str, Callable[[str], _Position]] = {"core": _core, "reference": _reference}


@click.command(short_help="Play games again and check them.")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--engine",
    type=click.Choice(list(_ENGINES)),
    default="core",
    show_default=True,
    help="Whose rules are checked.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def replay(file: IO[bytes], engine: str, quiet: bool) -> None:
    """Play the games of FILE again, and check every count of legal moves and every winner.

    FILE (or - for standard input) has one JSON object a line: rules, moves, legal_moves (how many moves were legal
    before each of them) and winner (orange, blue or draw). The first disagreement is reported with its game, ply and
    position, and the exit status is 1.

    \b
    Example:
      volo replay games.jsonl --engine reference
    """
    name = click.format_filename(file.name)
    games = plies = 0
    with progress("bytes", quiet=quiet) as bar:
        task = bar.add_task("Replaying", total=_size(file))

        def lines() -> Iterator[bytes]:
            for line in file:
                yield line
                bar.advance(task, len(line))

        for game in read_games(lines(), name):
            _check(game, _ENGINES[engine], f"{name}:{game.line}")
            games += 1
            plies += len(game.moves)
    if games == 0:
        raise BadInput(f"{name}: no games")
    click.echo(f"{games:,} games, {plies:,} plies: every count and every winner agrees")


def _check(game: WrittenGame, start: Callable[[str], _Position], where: str) -> None:
    """Play one game.

    Raises:
        CheckFailed: the rules say something else than the game.
        BadInput: a text of the game is not a rule set, or not a move.
    """
    try:
        position = start(game.rules)
    except VoloError as error:
        raise BadInput(f"{where}: {error}") from error
    for ply, (move, told) in enumerate(zip(game.moves, game.legal_moves, strict=True), start=1):
        at = f"{where}: game {game.line}, ply {ply}"
        found = len(position.legal_moves())
        if found != told:
            raise CheckFailed(f"{at}: {found} legal moves, the file says {told}, in {position.fen()}")
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise CheckFailed(f"{at}: {error}, in {position.fen()}") from error
        except VoloError as error:
            raise BadInput(f"{at}: {error}") from error
    outcome = position.outcome()
    if (winner := _winner(outcome)) != game.winner:
        at = f"{where}: game {game.line}, ply {len(game.moves)}"
        raise CheckFailed(f"{at}: {winner}, the file says {game.winner}, in {position.fen()}")


def _winner(outcome: Outcome | None) -> str:
    if outcome is None:
        return "the game is not over"
    return "draw" if outcome.winner is None else str(outcome.winner)


def _size(file: IO[bytes]) -> int | None:
    """How long the file is, where it can be told."""
    if not file.seekable():
        return None
    size = file.seek(0, 2)
    file.seek(0)
    return size
