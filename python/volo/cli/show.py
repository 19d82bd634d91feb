"""``volo show``: print a position, or write it as an SVG picture."""

from __future__ import annotations

from pathlib import Path

import click

from volo._support.disk import rewriting
from volo._volo import Position, Rules
from volo.cli.options import file_option, position_from, start_arguments
from volo.cli.terminal import draw, has_color, say
from volo.color import Color
from volo.render import svg, text

__all__ = ["show"]


_SUFFIXES = {"", ".svg"}


def _svg_file(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """Refuse a file name with the suffix of another format than SVG."""
    if file is not None and file.suffix.lower() not in _SUFFIXES:
        problem = f"the picture is an SVG file; its name must end with .svg or have no suffix, not {file.suffix!r}"
        raise click.BadParameter(problem, context, parameter)
    return file


@click.command(short_help="Show a position.")
@start_arguments
@file_option("--svg", "picture", callback=_svg_file, help="Write an SVG picture to this file, too.")
def show(fen: Position | None, rules: Rules | None, picture: Path | None) -> None:
    """Print a position. The default is the start.

    A row begins with its letter and its spaces are numbered from the left. Missing spaces show their numbers, and the
    other rows end with the number of their last space. In colour if the terminal has colours; NO_COLOR is honoured.

    \b
    Example:
      volo show "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4" --svg board.svg
    """
    shown = position_from(rules, fen)
    if picture is not None:
        with rewriting(picture) as file:
            file.write(svg.board(shown).encode())
    draw(text.board(shown, color=has_color()))
    hands = ", ".join(f"{side.name.title()} {_hand(shown, side)}" for side in Color)
    say(f"In hand: {hands}", shown.fen())


def _hand(position: Position, side: Color) -> str:
    birds = position.in_hand(side)
    return "no limit" if birds is None else str(birds)
