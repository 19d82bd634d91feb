"""What keys do in a game on the screen. It neither reads nor draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from volo._volo import Move, Position
from volo.cli.board.choice import START, Choice, Division, Line, Options, back, choose, other_region, targets
from volo.cli.board.grid import Cursor, Grid, walk
from volo.cli.board.help import HELP
from volo.cli.board.pages import Page
from volo.cli.dialog import LONGEST_LINE
from volo.cli.sitting import Sitting, save
from volo.engine import Info
from volo.errors import VoloError

__all__ = ["Purpose", "Session", "Task"]

_ARROWS = frozenset({"left", "right", "up", "down", "home", "end", "pageup", "pagedown"})


class Purpose(Enum):
    """What a search of the engine is for."""

    MOVE = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class Task:
    """A search that the game asks for.

    Attributes:
        purpose: what it is for.
        version: the number of changes of the game before it.
    """

    purpose: Purpose
    version: int


class Session:
    """A game on the screen, and what the person has chosen, typed and asked for so far.

    Attributes:
        sitting: the game.
        grid: the spaces as they lie on the screen.
        cursor: where the keys point.
        choice: what is chosen of the next move.
        options: the legal moves of the current position.
        ply: the number of moves before the position that is shown.
        entry: the line that is being typed. None if no line is.
        message: what there is to say about the last key.
        page: a text that hides the board. None if none does.
        is_asking: whether the person is asked whether to leave.
        is_left: whether the person has left.
        size: the number of columns and lines of the screen.
    """

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.grid: Grid = Grid(sitting.game.position.rules.edge)
        self.entry: str | None = None
        self.message: str = "Arrows and Enter choose a move, or type it. ? is help." if sitting.people else ""
        self.page: Page | None = None
        self.is_asking: bool = False
        self.is_left: bool = False
        self.size: tuple[int, int] = (80, 24)
        self._kept = 0
        self._wants_hint = False
        self._version = 0
        self._shown: int | None = None
        self.choice: Choice = START
        self.options: Options = Options(sitting.game.position)
        self.cursor: Cursor = self.grid.cursor(self._first_space())
        self._controls: dict[str, Callable[[], None]] = {
            "ctrl-u": self._undo,
            "backspace": self._undo,
            "ctrl-r": self._redo,
            "ctrl-t": lambda: self._turn(1),
            "ctrl-f": lambda: self._turn(3),
            "ctrl-p": lambda: self._play_text("pass"),
            "ctrl-q": self._quit,
            "ctrl-d": self._quit,
            "!": self._hint,
            "?": self._help,
            "<": lambda: self._look(-1),
            ">": lambda: self._look(1),
            "tab": lambda: self._jump(1),
            "backtab": lambda: self._jump(-1),
            "enter": self._enter,
            " ": self._enter,
            "escape": self._back,
        }
        self._words: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("help", "?"), lambda _: self._help()),
            **dict.fromkeys(("quit", "exit", "q"), lambda _: self._quit()),
            **dict.fromkeys(("quit!", "exit!", "q!"), lambda _: self.leave()),
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "hint": lambda _: self._hint(),
            "turn": lambda _: self._turn(1),
            "flip": lambda _: self._turn(3),
            "moves": self._list_moves,
            "fen": lambda _: self._show_page([self.position.fen()]),
            "save": self._save,
            "resign": lambda _: self._resign(),
        }

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.sitting.game.positions[self.ply]

    @property
    def ply(self) -> int:
        """The number of moves before the position that is shown."""
        return len(self.sitting.game) if self._shown is None else self._shown

    @property
    def is_looking_back(self) -> bool:
        """Whether an earlier position is shown."""
        return self._shown is not None

    @property
    def is_pointing(self) -> bool:
        """Whether the cursor has a meaning: not in earlier positions, nor when no person will move."""
        return bool(self.sitting.people) and not (self.is_looking_back or self.sitting.is_over)

    @property
    def page_size(self) -> tuple[int, int]:
        """The number of columns and lines of a page. The line below it names keys."""
        width, height = self.size
        return max(width - 1, 1), max(height - 1, 1)

    @property
    def task(self) -> Task | None:
        """The search that the game needs now."""
        if self.sitting.waits_for_engine:
            return Task(Purpose.MOVE, self._version)
        return Task(Purpose.HINT, self._version) if self._wants_hint else None

    def leave(self) -> None:
        """Leave the game without a question."""
        self.is_left = True

    def press(self, key: str) -> None:
        """Do what a key says."""
        if self.page is not None:
            self.page = self.page.turned(key, *self.page_size)
        elif self.is_asking:
            self.is_asking = False
            self.is_left = key in {"y", "Y", "enter", "ctrl-q"}
        elif self.entry is not None:
            self._edit(key)
        else:
            self.message = ""
            self._command(key)

    def answer(self, task: Task, info: Info) -> None:
        """Take what a search has found out, unless the game has changed since."""
        if task != self.task:
            return
        move = info.pv[0]
        if task.purpose is Purpose.MOVE:
            self._push(move)
            return
        self._wants_hint = False
        self.message = f"Hint: {move} ({info.score}). Expected: {' '.join(map(str, info.pv[:6]))}"
        self._shown = None
        if move.spaces:
            self.choice = START
            self.cursor = self.grid.cursor(move.spaces[0])

    def _command(self, key: str) -> None:
        if key in self._controls:
            self._controls[key]()
        elif key in _ARROWS:
            self._point(key)
        elif key == ":":
            self.entry = ""
        elif len(key) == 1 and key.isalnum():
            self.entry = key

    def _edit(self, key: str) -> None:
        entry = self.entry or ""
        if key == "enter":
            self.entry = None
            self._obey(entry.strip())
        elif key == "escape" or (key == "backspace" and not entry):
            self.entry = None
        elif key == "backspace":
            self.entry = entry[:-1]
        elif key == "ctrl-u":
            self.entry = ""
        elif key == "ctrl-q":
            self.entry = None
            self._quit()
        elif len(key) == 1:
            self.entry = (entry + key)[:LONGEST_LINE]

    def _obey(self, line: str) -> None:
        self.message = ""
        word, _, rest = line.partition(" ")
        if word.lower() in self._words:
            self._words[word.lower()](rest.strip())
        elif line:
            self._play_text(line)

    # Moves

    def _may_move(self) -> bool:
        """Whether a person may move now. If not, the message says why."""
        if self.sitting.is_over:
            self.message = "The game is over."
        elif not self.sitting.waits_for_person:
            self.message = "It is not your turn."
        elif self.is_looking_back:
            self.message = "This is an earlier position: Esc returns to the game."
        else:
            return True
        return False

    def _play_text(self, text: str) -> None:
        self._shown = None
        if not self._may_move():
            return
        try:
            self._push(self.sitting.game.position.parse_move(text))
        except VoloError as error:
            self.message = str(error)

    def _push(self, move: Move) -> None:
        shown = self._shown
        self.sitting.push(move)
        self._changed()
        self._shown = shown
        cleared = len(self.sitting.cleared(len(self.sitting.game)))
        self.message = f"{move} clears {cleared} bird{'s' if cleared > 1 else ''}." if cleared else ""

    def _changed(self) -> None:
        """Forget what was chosen in an earlier position."""
        self._version += 1
        self._wants_hint = False
        self._shown = None
        self.choice = START
        self.options = Options(self.sitting.game.position)

    def _point(self, key: str) -> None:
        if self.sitting.is_over:
            all_moves = len(self.sitting.game)
            self._look({"left": -1, "right": 1, "home": -all_moves, "end": all_moves}.get(key, 0))
        elif isinstance(self.choice, Division):
            self.choice = other_region(self.choice, 1 if key in {"right", "down"} else -1)
        else:
            self.cursor = walk(self.grid, self.cursor, key)

    def _enter(self) -> None:
        if not self._may_move():
            return
        step = choose(self.options, self.choice, self.cursor.space)
        self.choice, self.message = step.choice, step.note
        if step.move is not None:
            self._play_text(step.move)

    def _back(self) -> None:
        if self.is_looking_back:
            self._shown = None
        elif self._wants_hint:
            self._wants_hint = False
        else:
            self.choice = back(self.choice)

    def _jump(self, steps: int) -> None:
        """Go to the next space that chooses something."""
        if isinstance(self.choice, Division):
            self.choice = other_region(self.choice, steps)
            return
        if isinstance(self.choice, Line):
            found = [*targets(self.options, self.choice), *self.options.ends(self.choice.first)]
        else:
            found = [space for line in self.options.flights for space in (line[0], line[-1])] or self.options.adds
        if not found:
            return
        spaces = self.grid.ordered({*found, self.cursor.space})
        while True:
            space = spaces[(spaces.index(self.cursor.space) + steps) % len(spaces)]
            self.cursor = self.grid.cursor(space)
            if space in found:
                return

    def _first_space(self) -> str:
        return self.sitting.game.position.birds(self.sitting.game.position.turn)[0]

    # The game

    def _undo(self) -> None:
        if self.sitting.undo():
            self._changed()
        else:
            self.message = "You have not moved yet."

    def _redo(self) -> None:
        if self.sitting.redo():
            self._changed()
        else:
            self.message = "There is nothing to play again."

    def _hint(self) -> None:
        self._wants_hint = self._may_move()

    def _resign(self) -> None:
        self._shown = None
        if self._may_move():
            loser = self.sitting.resign()
            self._changed()
            self.message = f"{loser.name.title()} resigned."

    def _save(self, name: str) -> None:
        if not name:
            self.message = "save needs the name of a file"
            return
        try:
            save(self.sitting.game, Path(name))
        except (VoloError, OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            self.message = f"{name}: {reason or error}"
            return
        self._kept = self._version
        self.message = f"Saved in {name}"

    def _quit(self) -> None:
        """Leave, after a question if a person would lose moves."""
        has_moved = bool(self.sitting.people) and self._version != self._kept
        self.is_asking = has_moved and not self.sitting.is_over
        self.is_left = not self.is_asking

    # What is shown

    def _look(self, steps: int) -> None:
        end = len(self.sitting.game)
        ply = min(max(self.ply + steps, 0), end)
        self._shown = None if ply == end else ply

    def _turn(self, turns: int) -> None:
        self.grid = Grid(self.grid.edge, self.grid.turns + turns)
        self.cursor = self.grid.cursor(self.cursor.space)

    def _help(self) -> None:
        self._show_page(HELP.split("\n"))

    def _list_moves(self, start: str) -> None:
        found = [str(move) for move in self.sitting.game.position.legal_moves() if str(move).startswith(start)]
        self._show_page([" ".join(found) or "No such move."])

    def _show_page(self, lines: Sequence[str]) -> None:
        self.page = Page(lines)
