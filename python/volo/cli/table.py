"""A game at the terminal, between people and engines."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Iterable

from volo._support.paths import local_path
from volo._volo import Move, Position
from volo.cli.console import has_color
from volo.cli.dialog import ask
from volo.cli.sitting import Sitting, save
from volo.cli.terminal import draw, say
from volo.color import Color
from volo.engine import Engine, Limit
from volo.game import Game
from volo.render import text
from volo.render.view import result_sentence

__all__ = ["Table", "completions", "listed", "save"]

_HELP = """\
Type a move, or one of these words:
  moves [TEXT]  list the legal moves, or those that begin with a text: moves b2
  hint          the move that the engine would play
  undo          take back your last move, and the answer to it
  board         draw the board again
  fen           print the position as one line of text
  save FILE     write a record of the game to a new file
  resign        give the game up
  quit          leave
A move is a space to add a bird (c5); a bird, a direction and a number of steps
(b2-NE3); the two ends of a line, a direction and a number of steps
(b2:b4-NE3); or pass. The directions are E, SE, SW, W, NW and NE. If a flight
divides the opponent, a space of the region to keep follows after a slash
(b2-NE3/g6). Tab goes through the ways in which a legal move can continue."""

# The beginning of a part of a move after the first.
_PART = re.compile("[:/-]")


class Table:
    """A game, the players who are people, and the engine that plays for the others and gives hints.

    Args:
        game: the game. It may have moves already.
        people: the players who are people.
        engine: the engine.
        limit: the limit of the engine's searches.
    """

    def __init__(self, game: Game, people: frozenset[Color], engine: Engine, limit: Limit) -> None:
        self._game = game
        self._sitting = Sitting(game, people)
        self._engine = engine
        self._limit = limit
        self._words: dict[str, Callable[[str], bool | None]] = {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda _: self._show(),
            "fen": lambda _: say(self._game.position.fen()),
            "save": self._save,
            "resign": self._resign,
            "help": lambda _: say(*_HELP.split("\n")),
            "?": lambda _: say(*_HELP.split("\n")),
            "quit": lambda _: True,
            "exit": lambda _: True,
        }

    def play(self) -> None:
        """Play until the end of the game, or until a person leaves.

        People may go on after the end of the game: they can take moves back, or save the game.
        """
        sitting = self._sitting
        self._show()
        if sitting.people:
            say("Type a move, such as one that `moves` lists, or help.")
        while sitting.people or not (sitting.is_over or sitting.is_cut_off):
            if sitting.waits_for_engine:
                self._push(self._engine.play(self._game, self._limit).move)
                continue
            prompt = "The game is over> " if sitting.is_over else f"{_name(self._game.position.turn)}> "
            line = ask(prompt, self._complete)
            if line is None or self._obey(line):
                return

    def _complete(self, start: str) -> list[str]:
        return completions(self._game.position, self._words, start)

    def _obey(self, line: str) -> bool | None:
        """Obey a line. Return whether to leave."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self._words:
                return self._words[word.lower()](rest.strip())
            if line and self._sitting.is_over:
                say("the game is over: undo, save FILE or quit")
            elif line:
                self._push(self._game.position.parse_move(line))
        except ValueError as error:
            # An error of volo, or the name of a file that no system accepts.
            say(str(error))
        except OSError as error:
            say(f"{rest.strip()}: {error.strerror or error}")
        return None

    def _push(self, move: Move) -> None:
        sitting, player = self._sitting, self._game.position.turn
        self._game.push(move)
        cleared = len(sitting.cleared(len(self._game)))
        clearing = f" (clears {cleared} bird{'s' if cleared > 1 else ''})" if cleared else ""
        say("", f"{sitting.number(len(self._game))}. {_name(player)}: {move}{clearing}")
        # Against an engine, the board is drawn once, after its answer.
        if not (sitting.people and sitting.waits_for_engine):
            self._show()

    def _show(self) -> None:
        draw(text.board(self._game.position, color=has_color()))
        if self._game.outcome() is None and self._sitting.is_over:
            self._say_result()

    def _say_result(self) -> None:
        say(result_sentence(self._game.result, self._game.termination))

    def _moves(self, start: str) -> None:
        say(*listed(self._game.position, start))

    def _hint(self, _: str) -> None:
        if self._sitting.is_over:
            say("the game is over")
            return
        result = self._engine.play(self._game, self._limit)
        score = "" if result.info is None else f" ({result.info.score})"
        say(f"{result.move}{score}")

    def _undo(self, _: str) -> None:
        if self._sitting.undo():
            self._show()
        else:
            say("you have not moved yet")

    def _save(self, name: str) -> None:
        if not name:
            say("save needs the name of a file")
            return
        save(self._game, local_path(name))
        say(f"saved in {name}")

    def _resign(self, _: str) -> None:
        if self._sitting.is_over:
            say("the game is over")
            return
        self._sitting.resign()
        self._say_result()


def _name(color: Color) -> str:
    return color.name.title()


def listed(position: Position, start: str) -> list[str]:
    """The legal moves that begin with a text, as lines that fit on the terminal."""
    found = [str(move) for move in position.legal_moves() if str(move).startswith(start)]
    width = min(shutil.get_terminal_size().columns, 100)
    return textwrap.wrap(" ".join(found), width, break_on_hyphens=False) or ["no such move"]


def completions(position: Position, words: Iterable[str], start: str) -> list[str]:
    """Return the continuations of a text that is being typed: the next part of a legal move, or one of the words.

    The parts of a move are a space, the other end of the line, the flight, and the region to keep.

    >>> position = Position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    >>> completions(position, ["fen"], "f"), completions(position, ["fen"], "f5"), completions(position, [], "c5")
    (['f2', 'f3', 'f5', 'fen'], ['f5-SE1', 'f5-SW2', 'f5-SW1'], ['c5:d6'])
    """
    found: dict[str, None] = {}
    for move in position.legal_moves():
        text = str(move)
        if text.startswith(start):
            end = _PART.search(text, len(start) + 1)
            found[text[: end.start()] if end else text] = None
    return [*found, *(word for word in words if start and word.startswith(start))]
