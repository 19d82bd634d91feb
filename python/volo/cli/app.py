"""The group of commands, and the exit status of each."""

from __future__ import annotations

import ast
import inspect
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType

import click
from click.shell_completion import CompletionItem

from volo._volo import __version__
from volo.cli.signals import SIGPIPE, handle, restore
from volo.cli.terminal import advise, complaint, flush, forget_bad_sizes, ready_streams
from volo.errors import VoloError

_BAD_INPUT = 2
_INTERRUPTED = 130

# The module of each command, and its help in the list. The command is a function of its name.
_COMMANDS = {
    "analyse": ("search", "Find the best moves of a position."),
    "check-proof": ("search", "Check a proof that `volo solve` wrote."),
    "convert": ("convert", "Write recorded games in another format."),
    "divide": ("positions", "Count move sequences for each first move."),
    "engine": ("search", "Run the engine for other programs (UGI)."),
    "match": ("match", "Let two players play a match."),
    "merge": ("summarize", "Join the folders of the parts of a run."),
    "moves": ("positions", "List the legal moves of a position."),
    "perft": ("positions", "Count move sequences."),
    "play": ("play", "Play a game in the browser, or in the terminal."),
    "puzzle": ("puzzle", "Solve puzzles in the terminal."),
    "replay": ("replay", "Play recorded games again and check them."),
    "report": ("report", "Write a report on how rule sets play."),
    "rules": ("rules", "List the rule sets, or explain one."),
    "show": ("positions", "Show a position."),
    "simulate": ("simulate", "Play games."),
    "solve": ("search", "Find out who wins a position."),
    "summarize": ("summarize", "Summarize kept games."),
    "tournament": ("tournament", "Let several players play a round robin."),
}


class _Commands(click.Group):
    """The commands. A command is imported when it is used, and not for its help in the list and in completions."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in _COMMANDS:
            module = import_module(f"volo.cli.{_COMMANDS[cmd_name][0]}")
            return _with_help(module, cmd_name.replace("-", "_"))
        for name in _COMMANDS:  # click proposes similar names of these
            self.add_command(click.Command(name))
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name][1]) for name in _COMMANDS])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name, help=_COMMANDS[name][1]) for name in _COMMANDS if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _with_help(module: ModuleType, name: str) -> click.Command:
    """Return a command of a module. After `python -OO`, only the source has the docstring, which is its help."""
    command: click.Command = getattr(module, name)
    if command.help is None:
        with suppress(OSError):  # a frozen program has no source
            nodes = ast.parse(inspect.getsource(module)).body
            (function,) = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name)
            command.help = ast.get_docstring(function)
    return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="The game of Volo is by Dieter Stein: https://spielstein.com/games/volo",
)
@click.version_option(__version__, message="volo %(version)s")
def app() -> None:
    """The board game Volo: simulate, count, show, check and convert games, solve and analyse positions.

    \b
    Example:
      volo simulate --games 1000 --seed 7
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; an error becomes one line on standard error."""
    # If the reader closes the pipe, as in `volo moves | head -1`, the command ends without a message.
    before = handle(SIGPIPE, signal.SIG_DFL)
    forget_bad_sizes()
    try:
        ready_streams()
        _with_help(sys.modules[__name__], "app")
        status = app.main(arguments, prog_name="volo", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        advise(error.format_message())
        return _BAD_INPUT
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except VoloError as error:
        return _fail(str(error), _BAD_INPUT)
    except OSError as error:
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        if not where and isinstance(error, FileNotFoundError):
            # A relative path cannot be resolved in a folder that is gone.
            where = "the working folder: "
        return _fail(f"{where}{error.strerror or error}", _BAD_INPUT)
    except MemoryError as error:
        return _fail(str(error) or "not enough memory", _BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    finally:
        for stream in sys.stdout, sys.stderr:
            flush(stream, is_last=arguments is None)
        # A program that calls the command in its own process gets its handler back.
        restore(before)
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int) -> int:
    advise(complaint(message))
    return status
