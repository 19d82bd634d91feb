"""``volo show``, ``moves``, ``perft`` and ``divide``: one position and its moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import click
from click.decorators import FC

from volo._support.disk import rewriting
from volo._volo import Position, Rules
from volo.cli.options import (
    Whole,
    check_kind,
    file_option,
    position_from,
    start_arguments,
    start_options,
    threads_option,
)
from volo.cli.terminal import draw, say
from volo.color import Color


def _picture_option(kind: str) -> Callable[[FC], FC]:
    """The option for a file with a picture. A name with the suffix of another format is refused."""

    def checked(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        if file is not None and file.suffix.lower() not in {"", f".{kind}"}:
            problem = f"the name of this file must end with .{kind} or have no suffix, not {file.suffix!r}"
            raise click.BadParameter(problem, context, parameter)
        if file is not None:
            check_kind(file, f".{kind}")
        return file

    return file_option(f"--{kind}", kind, callback=checked, help=f"Write a picture to this {kind.upper()} file, too.")


@click.command()
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
    from volo import render
    from volo.cli.console import has_color

    shown = position_from(rules, fen)
    if svg is not None:
        _write(svg, render.svg.board(shown).encode())
    if png is not None:
        _write(png, render.png.board(shown))
    draw(render.text.board(shown, color=has_color()))
    hands = [(side.name.title(), shown.in_hand(side)) for side in Color]
    in_hand = ", ".join(f"{name} {'no limit' if birds is None else birds}" for name, birds in hands)
    say(f"In hand: {in_hand}", shown.fen())


def _write(file: Path, picture: bytes) -> None:
    with rewriting(file) as output:
        output.write(picture)


@click.command()
@start_arguments
def moves(fen: Position | None, rules: Rules | None) -> None:
    """List the legal moves of a position, one per line. The default is the start.

    A finished game has no legal moves.

    \b
    Example:
      volo moves --rules standard-4
    """
    for move in position_from(rules, fen).legal_moves():
        say(str(move))


@click.command()
@click.argument("depth", type=Whole())
@start_options
@threads_option
def perft(depth: int, rules: Rules | None, fen: Position | None, threads: int | None) -> None:
    """Count the legal move sequences of DEPTH plies.

    A finished game has no further moves. Each choice of a kept region is a separate move.

    \b
    Example:
      volo perft 3 --rules standard-5
    """
    start = position_from(rules, fen)
    began = perf_counter()
    nodes = start.perft(depth, threads)
    say(speed(nodes, perf_counter() - began))


def speed(nodes: int, seconds: float) -> str:
    rate = f", {nodes / seconds:,.0f} nodes/s" if seconds > 0 else ""
    return f"{nodes:,} nodes, {seconds:.3f} s{rate}"


@click.command()
@click.argument("depth", type=Whole(min=1))
@start_options
def divide(depth: int, rules: Rules | None, fen: Position | None) -> None:
    """Count the legal move sequences of DEPTH plies, for each first move.

    \b
    Example:
      volo divide 2 --fen "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    """
    start = position_from(rules, fen)
    began = perf_counter()
    counts = start.divide(depth)
    seconds = perf_counter() - began
    for move, nodes in counts.items():
        say(f"{move} {nodes}")
    say(speed(sum(counts.values()), seconds))
