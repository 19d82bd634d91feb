"""A game at the terminal, between people and engines."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path

from volo._volo import Move, Position
from volo.cli.dialog import ask
from volo.cli.terminal import draw, has_color, say
from volo.color import Color
from volo.engine import Engine, Limit
from volo.errors import VoloError
from volo.game import Game
from volo.render import text

__all__ = ["Table", "listed", "save"]

# A game without people could go on forever [R19].
_MOST_PLIES = 2000

_HELP = """\
Type a move, or one of these words:
  moves [TEXT]  list the legal moves, or those that begin with the text, as in: moves b2
  hint          the move that the engine would play
  undo          take back your last move, and the answer to it
  board         draw the board again
  fen           print the position as one line of text
  save FILE     write a record of the game to a new file
  resign        give the game up
  quit          leave
A move is a space to add a bird (c5); a bird, a direction and a number of steps (b2-NE3); the
two ends of a line, a direction and a number of steps (b2:b4-NE3); or pass. The directions are
E, SE, SW, W, NW and NE. If a flight divides the opponent, a space of the region to keep follows
after a slash (b2-NE3/g6)."""


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
        self._people = people
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
        self._show()
        if self._people:
            say("Type a move, such as one that `moves` lists, or help.")
        while True:
            if not self._people and (self._is_over() or len(self._game) >= _MOST_PLIES):
                return
            if not self._is_over() and self._game.position.turn not in self._people:
                self._push(self._engine.play(self._game, self._limit).move)
                continue
            prompt = "The game is over> " if self._is_over() else f"{_name(self._game.position.turn)}> "
            line = ask(prompt)
            if line is None or self._obey(line):
                return

    def _obey(self, line: str) -> bool | None:
        """Do what a line says. Return whether to leave."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self._words:
                return self._words[word.lower()](rest.strip())
            if line and self._is_over():
                say("the game is over: undo, save FILE or quit")
            elif line:
                self._push(self._game.position.parse_move(line))
        except VoloError as error:
            say(str(error))
        except OSError as error:
            say(f"{rest.strip()}: {error.strerror or error}")
        return None

    def _push(self, move: Move) -> None:
        before, number = self._game.position, self._number()
        self._game.push(move)
        other = before.turn.other
        cleared = len(before.birds(other)) - len(self._game.position.birds(other))
        clearing = f" (clears {cleared} bird{'s' if cleared > 1 else ''})" if cleared else ""
        say("", f"{number}. {_name(before.turn)}: {move}{clearing}")
        # Against an engine, the board is drawn once, after its answer.
        if self._is_over() or not self._people or self._game.position.turn in self._people:
            self._show()

    def _number(self) -> int:
        """The number of the current turn of both players. The first may be Blue's only."""
        start = self._game.start.turn
        return (len(self._game) + (start is Color.BLUE)) // 2 + 1

    def _show(self) -> None:
        draw(text.board(self._game.position, color=has_color()))
        loser = self._resigned()
        if loser is not None:
            say(f"{_name(loser)} resigned")

    def _moves(self, start: str) -> None:
        say(*listed(self._game.position, start))

    def _hint(self, _: str) -> None:
        if self._is_over():
            say("the game is over")
            return
        result = self._engine.play(self._game, self._limit)
        score = "" if result.info is None else f" ({result.info.score})"
        say(f"{result.move}{score}")

    def _undo(self, _: str) -> None:
        if self._resigned() is not None:
            del self._game.tags["Result"], self._game.tags["Termination"]
            self._show()
            return
        turns = [position.turn for position in self._game.positions[:-1]]
        if not self._people & set(turns):
            say("you have not moved yet")
            return
        while turns.pop() not in self._people:
            self._game.pop()
        self._game.pop()
        self._show()

    def _save(self, name: str) -> None:
        if not name:
            say("save needs the name of a file")
            return
        save(self._game, Path(name))
        say(f"saved in {name}")

    def _resign(self, _: str) -> None:
        if self._is_over():
            say("the game is over")
            return
        loser = self._game.position.turn
        result = "0-1" if loser is Color.ORANGE else "1-0"
        self._game.tags |= {"Result": result, "Termination": "resignation"}
        say(f"{_name(loser)} resigned")

    def _is_over(self) -> bool:
        return self._game.outcome() is not None or self._resigned() is not None

    def _resigned(self) -> Color | None:
        """The player who resigned."""
        if self._game.tags.get("Termination") != "resignation":
            return None
        return Color.ORANGE if self._game.tags.get("Result") == "0-1" else Color.BLUE


def _name(color: Color) -> str:
    return color.name.title()


def listed(position: Position, start: str) -> list[str]:
    """The legal moves that begin with a text, as lines that fit on the terminal."""
    found = [str(move) for move in position.legal_moves() if str(move).startswith(start)]
    width = min(shutil.get_terminal_size().columns, 100)
    return textwrap.wrap(" ".join(found), width, break_on_hyphens=False) or ["no such move"]


def save(game: Game, file: Path) -> None:
    """Write a record of the game to a new file.

    Raises:
        FileExistsError: the file exists already.
        OSError: the file cannot be written.
    """
    with file.open("x", encoding="utf-8") as out:
        out.write(game.record())
