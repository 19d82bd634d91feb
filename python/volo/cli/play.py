"""``volo play``: play a game in the browser, or in the terminal."""

from __future__ import annotations

import errno
import webbrowser
from datetime import datetime
from pathlib import Path
from threading import Thread
from urllib.parse import quote, urlencode

import click
from click.core import ParameterSource

from volo._support.disk import write_new
from volo._volo import Position, Rules
from volo.cli.options import (
    KEPT,
    check_new,
    engine_options,
    file_option,
    folder_option,
    limit_options,
    number_option,
    position_from,
    start_arguments,
)
from volo.cli.signals import broken_pipes_are_errors, interruptible
from volo.cli.table import Table, ready_input
from volo.cli.terminal import say
from volo.color import Color
from volo.engine import Engine, Limit
from volo.engine.local import OPTIONS
from volo.game import Game
from volo.play.kept import KeptGames
from volo.play.server import PORT, PageServer, identity, page_files, served_at

_PEOPLE = {
    "orange": frozenset({Color.ORANGE}),
    "blue": frozenset({Color.BLUE}),
    "both": frozenset(Color),
    "nobody": frozenset[Color](),
}
_SECONDS = 1.0
# The least and the most number of seconds for a move of the engine on the page.
_SHORTEST, _LONGEST = 0.05, 3600
_LOWEST, _FULL = OPTIONS["level"].least, OPTIONS["level"].most
# The number of seconds between two checks whether a signal has come.
_POLL = 0.1

# The options of the page alone, and those of the terminal alone, by their parameters.
_OF_THE_PAGE = ("port", "no_browser", "games")
_OF_THE_TERMINAL = ("nodes", "depth", "threads", "hash_mb", "file")


@click.command()
@start_arguments
@number_option("--port", min=0, max=65535, help=f"The port of the page; 0 is any free one.  [default: {PORT}]")
@click.option("--no-browser", is_flag=True, help="Print the address of the page, and do not open it.")
@folder_option(
    "--games",
    type=KEPT,
    help="A folder that `volo simulate --out` wrote. The page shows its statistics, and what its games did from a "
    "position.",
)
@click.option("--terminal", is_flag=True, help="Play in the terminal.")
@click.option(
    "--you",
    type=click.Choice(list(_PEOPLE)),
    default="orange",
    show_default=True,
    help="The color that you play. both: two people. nobody: the engine plays itself.",
)
@limit_options("a move of the engine", default="  [default: 1, unless there is another limit]")
@engine_options
@number_option(
    "--level", default=_LOWEST, min=_LOWEST, max=_FULL, help=f"How strong the engine plays, from {_LOWEST} to {_FULL}."
)
@file_option("--save", "file", help="Write a record of the game to this new file when it is over or you leave.")
@click.pass_context
def play(
    context: click.Context,
    fen: Position | None,
    rules: Rules | None,
    port: int | None,
    no_browser: bool,
    games: Path | str | None,
    terminal: bool,
    you: str,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    threads: int,
    hash_mb: int,
    level: int,
    file: Path | None,
) -> None:
    """Play a game in the browser, or with --terminal in the terminal, against the engine or another person.

    The page has games, analysis, puzzles and saved games. The command prints its address, and runs until Ctrl-C. The
    page is on this machine only, and needs no network. The browser keeps its games, for this port. If you run this
    command already, it opens the page that is there. --nodes, --depth, --threads, --hash-mb and --save need --terminal.

    In the terminal, you begin on the sky of edge 5, unless there is another start, and type moves. The Tab key goes
    through the ways in which a legal move can continue, and `help` lists what else you can type. The lines may also
    come from a file or a pipe. A move that breaks a rule is refused with the reason and the number of the ruling.

    \b
    Example:
      volo play --terminal --rules standard-4 --you nobody --nodes 200
    """
    _check_options(context, _OF_THE_PAGE if terminal else _OF_THE_TERMINAL, terminal)
    is_asked = fen is not None or rules is not None
    position = position_from(rules, fen) if is_asked or not terminal else Position("standard-5")
    if terminal:
        limit = Limit(time=_SECONDS if (time, nodes, depth) == (None, None, None) else time, nodes=nodes, depth=depth)
        engine = Engine(threads=threads, hash_mb=hash_mb, level=level)
        _play_in_terminal(position, _PEOPLE[you], engine, level, limit, file)
        return
    if time is not None and not _SHORTEST <= time <= _LONGEST:
        raise click.BadParameter(f"on the page, --time is {_SHORTEST} to {_LONGEST:,} seconds")
    _serve(
        _link(context, position, is_asked=is_asked),
        PORT if port is None else port,
        games,
        opens=not no_browser,
    )


def _link(context: click.Context, position: Position, *, is_asked: bool) -> str:
    """What the address of the page has after it, so that the page begins with the game that is asked for."""
    given = {
        name: str(context.params[name])
        for name in ("you", "level", "time")
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if position == Position(position.rules):
        given = {"rules": str(position.rules), **given} if is_asked or given else {}
    else:
        given = {"fen": position.fen(), **given}
    return "#" + urlencode(given, safe="/", quote_via=quote) if given else ""


def _serve(link: str, port: int, games: Path | str | None, *, opens: bool) -> None:
    content = page_files()
    kept = None if games is None else KeptGames(games)
    own = identity(games)
    try:
        server = PageServer(content, port=port, games=kept, identity=own)
    except OSError as error:
        if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
            raise OSError(error.errno, f"cannot listen on port {port}: {error.strerror}") from error
        address = served_at(port, own, kept is not None) + link
        say(f"volo play is running already: {address}")
        if opens:
            webbrowser.open(address)
        return
    # A client that leaves while it is answered must not end the server.
    with broken_pipes_are_errors(), interruptible(), server:
        say(server.address + link)
        if opens:
            # A browser in the terminal would hold this thread until it is left.
            Thread(target=webbrowser.open, args=[server.address + link], daemon=True).start()
        try:
            server.serve_forever(_POLL)
        finally:
            if kept is not None:
                kept.close()


def _check_options(context: click.Context, names: tuple[str, ...], terminal: bool) -> None:
    for parameter in context.command.params:
        if parameter.name in names and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            place = "cannot be used with" if terminal else "needs"
            raise click.UsageError(f"{parameter.opts[0]} {place} --terminal")


def _play_in_terminal(
    position: Position, people: frozenset[Color], engine: Engine, level: int, limit: Limit, file: Path | None
) -> None:
    """Play a game in the terminal. If a file is given, save the game in it, also when it is interrupted."""
    check_new(file)
    with interruptible(), engine:
        game = Game(position)
        for color in Color:
            # The page knows the engine by this name.
            game.tags[color.name.title()] = "Person" if color in people else f"Engine, level {level}"
        game.tags["Date"] = f"{datetime.now().astimezone():%Y.%m.%d}"
        ready_input()
        try:
            Table(game, people, engine, limit).play()
        finally:
            if file is not None:
                write_new(file, game.record().encode())
