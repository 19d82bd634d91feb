"""``volo show``: print a position, and write it as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from click.decorators import FC

from volo import render
from volo._support.disk import rewriting
from volo._volo import Position, Rules
from volo.cli.console import has_color
from volo.cli.options import file_option, position_from, start_arguments
from volo.cli.terminal import draw, say
from volo.color import Color

__all__ = ["show"]


def _picture_option(kind: str) -> Callable[[FC], FC]:
    """The option for a file with a picture. A name with the suffix of another format is refused."""

    def checked(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        if file is not None and file.suffix.lower() not in {"", f".{kind}"}:
            problem = f"the name of this file must end with .{kind} or have no suffix, not {file.suffix!r}"
            raise click.BadParameter(problem, context, parameter)
        return file

    return file_option(f"--{kind}", kind, callback=checked, help=f"Write a picture to this {kind.upper()} file, too.")


@click.command(short_help="Show a position.")
@start_arguments
@_picture_option("svg")
@_picture_option("png")
def show(fen: Position | None, rules: Rules | None, svg: Path | None, png: Path | None) -> None:
    """Print a position. The default is the start.

    A row begins with its letter and its spaces are numbered from the left. Missing spaces show their numbers, and the
    other rows end with the number of their last space. In color if the terminal has colors; NO_COLOR is honored.

    \b
    Example:
      volo show "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4" --svg board.svg
    """
    shown = position_from(rules, fen)
    if svg is not None:
        _write(svg, render.svg.board(shown).encode())
    if png is not None:
        _write(png, render.png.board(shown))
    draw(render.text.board(shown, color=has_color()))
    hands = ", ".join(f"{side.name.title()} {_hand(shown, side)}" for side in Color)
    say(f"In hand: {hands}", shown.fen())


def _write(file: Path, picture: bytes) -> None:
    with rewriting(file) as output:
        output.write(picture)


def _hand(position: Position, side: Color) -> str:
    birds = position.in_hand(side)
    return "no limit" if birds is None else str(birds)
