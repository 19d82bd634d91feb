"""``volo puzzle``: find the only winning move."""

from __future__ import annotations

from random import Random

import click

from volo import engine
from volo._volo import Move, Position
from volo.cli.console import has_color
from volo.cli.options import Whole, number_option
from volo.cli.table import ask, completions, listed, parsed, ready_input
from volo.cli.terminal import BadInput, draw, say
from volo.errors import VoloError
from volo.puzzles import Puzzle, load
from volo.render import text

_HELP = """\
Type the move that wins, and go on until you have won, or type one of these words:
  hint          the kind of the move, then the space where it begins
  solution      show the moves, and go on with the next puzzle
  next          go on with the next puzzle
  moves [TEXT]  list the legal moves, or those that begin with a text: moves b2
  board         draw the board again
  fen           print the position as one line of text
  quit          leave
Tab goes through the ways in which a legal move can continue."""

_WORDS = ("hint", "solution", "next", "moves", "board", "fen", "quit", "exit", "help")

# The number of positions to search for the result of a wrong move, and for the line of a solution.
_NODES = 300_000


@click.command()
@click.argument("number", type=Whole(), required=False)
@number_option("--edge", help="Only puzzles on skies of this edge, 4 to 7.")
@number_option("--plies", help="Only puzzles with a win in this number of plies.")
@number_option("--seed", help="Show the puzzles in a random order.  [default: by difficulty]")
def puzzle(number: int | None, edge: int | None, plies: int | None, seed: int | None) -> None:
    """Show puzzles one by one, beginning with the one of the given number: positions in which exactly one move wins.

    Type the move. It is right only if it is the winning move: after any other move, the opponent does not lose. The
    opponent answers, and you go on until you have won. `help` lists what else you can type: hint, solution, next,
    moves, board, fen and quit. The lines may also come from a file or a pipe.

    \b
    Example:
      volo puzzle --edge 4 --plies 5
    """
    chosen = [each for each in load(edge=edge, plies=plies) if number is None or each.number >= number]
    if not chosen:
        raise BadInput("there is no such puzzle")
    if seed is not None:
        Random(seed).shuffle(chosen)  # noqa: S311
    ready_input()
    streak = solved = 0
    for each in chosen:
        is_solved = _Attempt(each).run()
        if is_solved is None:
            break
        streak = streak + 1 if is_solved else 0
        solved += is_solved
        if is_solved and streak > 1:
            say(f"{streak} in a row")
    say("", f"{solved} solved at the first attempt")


class _Attempt:
    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._position = puzzle.position
        self._hints = 0
        self._is_first = True

    def run(self) -> bool | None:
        """Show the puzzle. Return whether it was solved at the first attempt and without hints; None to leave."""
        self._show()
        while True:
            line = ask("Your move> ", lambda start: completions(self._position, _WORDS, start))
            if line is None or line.lower() in {"quit", "exit"}:
                return None
            if line.lower() == "next":
                return False
            if line.lower() == "solution":
                move = self._best()
                say(" ".join(map(str, [move, *_solved(self._position.play(move)).line])))
                return False
            try:
                if self._obey(line):
                    return self._is_first
            except VoloError as error:
                say(str(error))

    def _show(self) -> None:
        player, moves = self._puzzle.position.turn.name.title(), (self._puzzle.plies + 1) // 2
        say("", f"Puzzle {self._puzzle.number}: {player} to move wins in {moves} moves")
        draw(text.board(self._position, color=has_color()))

    def _obey(self, line: str) -> bool:
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        if word.lower() in {"help", "?"}:
            say(*_HELP.split("\n"))
        elif word.lower() == "hint":
            self._hint()
        elif word.lower() == "moves":
            say(*listed(self._position, rest))
        elif word.lower() == "board":
            self._show()
        elif word.lower() == "fen":
            say(self._position.fen())
        elif line:
            return self._answer(parsed(self._position, line))
        return False

    def _answer(self, move: Move) -> bool:
        """Play a move and the answer to it, if the move is right. Return whether it has won."""
        after = self._position.play(move)
        solution = _solved(after)
        # Only the first move is known to be the only one. Of another, the whole strategy must be found, to answer it.
        if move != self._puzzle.move if self._is_at_start else solution.value != "loss" or solution.plies is None:
            self._is_first = False
            meaning = {"win": "it loses", "draw": "it draws"}.get(solution.value, "it does not win")
            say(f"{move} is not the move: {meaning}")
            return False
        if after.is_over:
            say(f"right: {move} wins")
            return True
        answer, *_ = solution.line
        self._position, self._hints = after.play(answer), 0
        say(f"right: {move}, and {after.turn.name.title()} answers {answer}")
        self._show()
        return False

    @property
    def _is_at_start(self) -> bool:
        return self._position == self._puzzle.position

    def _best(self) -> Move:
        return self._puzzle.move if self._is_at_start else _solved(self._position).line[0]

    def _hint(self) -> None:
        self._is_first = False
        self._hints += 1
        move = self._best()
        if self._is_at_start and (self._hints == 1 or not move.spaces):
            say(f"kind of move: {', '.join(self._puzzle.kinds)}")
        else:
            say(f"it begins at {move.spaces[0]}" if move.spaces else "pass")


def _solved(position: Position) -> engine.Solution:
    return engine.solve(position, nodes=_NODES, memory_mb=64)
