"""Games at the terminal, between people and engines, and the lines that people type."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from volo._support.disk import write_new
from volo._support.paths import local_path
from volo._volo import Move, Position
from volo.cli.console import has_color
from volo.cli.terminal import draw, say
from volo.color import Color
from volo.engine import Engine, Info, Limit
from volo.game import RESULTS, Game
from volo.render import text
from volo.render.view import result_sentence

# The number of characters of a line that are read. The others are skipped.
_LONGEST_LINE = 1000

# Tab replaces the word by the next continuation, and Shift-Tab by the previous one.
_CYCLE = ("tab: menu-complete", r'"\e[Z": menu-complete-backward')
# On macOS, readline is libedit, in which Tab can only list them.
_LIST = ("bind ^I rl_complete",)


def ready_input() -> None:
    """Prepare standard input for any bytes. Bytes that are not text become escape sequences, which no command knows."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def ask(prompt: str, complete: Callable[[str], list[str]]) -> str | None:
    """Read a line, without white space around it. The prompt is printed if a person types.

    Returns:
        the first 1,000 characters of the line; None at the end of the input.
    """
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        _ready_keys(complete)
        try:
            return input(prompt).strip()[:_LONGEST_LINE]
        except EOFError:
            print()  # noqa: T201
            return None
    if sys.stdin is None:
        return None
    line = sys.stdin.readline(_LONGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(1 << 16)
    # A file or a pipe may begin with a byte order mark.
    return line.removeprefix("\ufeff").strip()[:_LONGEST_LINE] if line else None


def _ready_keys(complete: Callable[[str], list[str]]) -> None:
    """Make `input` support keys that edit the line, repeat earlier lines and complete the first word."""
    try:
        import readline
    except ImportError:  # on Windows
        return
    found: list[str] = []

    def find(start: str, number: int) -> str | None:
        if number == 0:
            found[:] = [] if readline.get_begidx() else complete(start)
        return found[number] if number < len(found) else None

    for binding in _LIST if "libedit" in (readline.__doc__ or "") else _CYCLE:
        readline.parse_and_bind(binding)
    readline.set_completer_delims(" ")
    readline.set_completer(find)


# A game without people could go on forever [R19].
_MOST_PLIES = 2000


_HELP = """\
Type a move, or one of these words:
  moves [TEXT]  list the legal moves, or those that begin with a text: moves b2
  hint          the move that the engine at full strength would play
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
        while self._people or not (self._is_over or self._is_cut_off):
            if self._waits_for_engine:
                self._push(self._engine.play(self._game, self._limit).move)
                continue
            prompt = "The game is over> " if self._is_over else f"{_name(self._game.position.turn)}> "
            line = ask(prompt, lambda start: completions(self._game.position, self._words, start))
            if line is None or self._obey(line):
                return

    @property
    def _is_over(self) -> bool:
        return self._game.result != "*"

    @property
    def _is_cut_off(self) -> bool:
        return not self._people and len(self._game) >= _MOST_PLIES

    @property
    def _waits_for_engine(self) -> bool:
        return not self._is_over and not self._is_cut_off and self._game.position.turn not in self._people

    def _obey(self, line: str) -> bool | None:
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        try:
            if word.lower() in self._words:
                return self._words[word.lower()](rest)
            if line and self._is_over:
                say("the game is over: undo, save FILE or quit")
            elif line:
                self._push(parsed(self._game.position, line))
        except ValueError as error:
            # An error of volo, or the name of a file that no system accepts.
            say(str(error))
        except OSError as error:
            say(f"{rest}: {error.strerror or error}")
        return None

    def _push(self, move: Move) -> None:
        before, player = self._game.position, self._game.position.turn
        self._game.push(move)
        cleared = _cleared(before, self._game.position)
        clearing = f" ({cleared})" if cleared else ""
        # Both players have turns of the same number. The first may be Blue's only.
        number = (len(self._game) + (self._game.start.turn is Color.BLUE) + 1) // 2
        say("", f"{number}. {_name(player)}: {move}{clearing}")
        # Against an engine, the board is drawn once, after its answer.
        if not (self._people and self._waits_for_engine):
            self._show()

    def _show(self) -> None:
        draw(text.board(self._game.position, color=has_color()))
        if self._game.outcome() is None and self._is_over:
            self._say_result()

    def _say_result(self) -> None:
        say(result_sentence(self._game.result, self._game.termination))

    def _moves(self, start: str) -> None:
        say(*listed(self._game.position, start))

    def _hint(self, _: str) -> None:
        if self._is_over:
            say("the game is over")
            return
        # The opponent may have a low level.
        with Engine(hash_mb=16) as adviser:
            result = adviser.play(self._game, self._limit)
        say(f"{result.move} {_reason(self._game.position, result.move, result.info)}")

    def _undo(self, _: str) -> None:
        """Take back a resignation, or else the last move of a person and the answer to it."""
        game = self._game
        if "Result" in game.tags:
            del game.tags["Result"], game.tags["Termination"]
        else:
            turns = [position.turn for position in game.positions[:-1]]
            if not self._people & set(turns):
                say("you have not moved yet")
                return
            while turns.pop() not in self._people:
                game.pop()
            game.pop()
        self._show()

    def _save(self, name: str) -> None:
        if not name:
            say("save needs the name of a file")
            return
        file = _file(name)
        write_new(file, self._game.record().encode())
        say(f"saved in {file}")

    def _resign(self, _: str) -> None:
        if self._is_over:
            say("the game is over")
            return
        result = RESULTS[self._game.position.turn.other]
        self._game.tags |= {"Result": result, "Termination": "resignation"}
        self._say_result()


def _reason(position: Position, move: Move, info: Info | None) -> str:
    """What a move achieves, in the words of the game."""
    player, after = position.turn, position.play(move)
    if info is not None and info.score.win_in is not None:
        moves = (info.score.win_in + 1) // 2
        return "wins at once" if moves == 1 else f"wins in {moves} moves"
    found = [cleared] if (cleared := _cleared(position, after)) else []
    if (joined := 1 + len(position.flocks(player)) - len(after.flocks(player))) > 1:
        found.append(f"joins {joined} flocks")
    birds, _, _, rules = position.fen().split(" ")
    if _can_win(Position(f"{birds} {str(player.other)[0]} 0 {rules}")) and not _can_win(after):
        found.append(f"stops {_name(player.other)} from winning at once")
    return " and ".join(found) or "is the best move that the engine finds"


def _cleared(before: Position, after: Position) -> str:
    opponent = before.turn.other
    count = len(before.birds(opponent)) - len(after.birds(opponent))
    return f"clears {count} bird{'s' * (count > 1)}" if count else ""


def _can_win(position: Position) -> bool:
    ends = (position.play(move).outcome() for move in position.legal_moves())
    return any(end is not None and end.winner is position.turn for end in ends)


def _name(color: Color) -> str:
    return color.name.title()


def _file(name: str) -> Path:
    """The file that a person means: without quotation marks around the name, or with ``~`` as the home folder."""
    quoted = re.fullmatch(r"(?P<mark>[\"'])(?P<name>.*)(?P=mark)", name)
    return local_path(quoted["name"] if quoted else os.path.expanduser(name))  # noqa: PTH111


def parsed(position: Position, line: str) -> Move:
    """The move that a person has typed, in small or capital letters and with any blanks: ``B2 : b4 - ne3``."""
    text = "".join(line.lower().split())
    return position.parse_move(re.sub(r"-(ne|nw|se|sw|e|w)(?=\d)", lambda part: part[0].upper(), text))


def _beginning(position: Position, start: str) -> list[str]:
    start = "".join(start.lower().split())
    return [move for move in map(str, position.legal_moves()) if move.lower().startswith(start)]


def listed(position: Position, start: str) -> list[str]:
    """The legal moves that begin with a text, as lines that fit on the terminal."""
    # Before Python 3.11, the width of a terminal that does not know its size is 0.
    width = min(shutil.get_terminal_size().columns or 80, 100)
    return textwrap.wrap(" ".join(_beginning(position, start)), width, break_on_hyphens=False) or ["no such move"]


def completions(position: Position, words: Iterable[str], start: str) -> list[str]:
    """Return the continuations of a text that is being typed: the next part of a legal move, or one of the words.

    The parts of a move are a space, the other end of the line, the flight, and the region to keep.

    >>> position = Position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    >>> completions(position, ["fen"], "f"), completions(position, ["fen"], "f5"), completions(position, [], "c5")
    (['f2', 'f3', 'f5', 'fen'], ['f5-SE1', 'f5-SW2', 'f5-SW1'], ['c5:d6'])
    """
    found: dict[str, None] = {}
    for move in _beginning(position, start):
        end = _PART.search(move, len(start) + 1)
        found[move[: end.start()] if end else move] = None
    return [*found, *(word for word in words if start and word.startswith(start.lower()))]
