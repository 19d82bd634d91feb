"""Engines that are other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import final

from volo._support.context_managers import Closable
from volo._volo import Move, Position, Rules
from volo.color import Color
from volo.engine.argument import Searchable, limit_of, moving
from volo.engine.info import Info, PlayResult
from volo.engine.limit import Limit
from volo.engine.ugi.go import words_of
from volo.engine.ugi.option import UgiOption
from volo.engine.ugi.process import Program
from volo.engine.ugi.reports import Reports
from volo.errors import EngineError, VoloError
from volo.game import Game

__all__ = ["UgiEngine"]

_MOST_OPTIONS = 1000
# The beginning of a line that refuses a command.
_ERROR = "info string error: "


@final
class UgiEngine(Closable):
    """An engine that is another program and speaks UGI, the Universal Game Interface.

    :meth:`popen` starts one. The engine is a context manager, which ends the program. The program also ends when
    nothing refers to the object any more, and when the interpreter exits. One thread at a time may use it. If the
    program breaks the protocol, refuses to search, dies or is late, an ``EngineError`` is raised, and the program is
    ended.

    Attributes:
        name: the name that the engine gives itself; that of the program if it gives none.
        author: the author that the engine names; empty if it names none.
        options: the options of the engine by their names.

    >>> import sys, volo
    >>> from volo.engine import Limit, UgiEngine
    >>> with UgiEngine.popen([sys.executable, "-m", "volo", "engine"]) as engine:
    ...     engine.configure({"Hash": 1})
    ...     result = engine.play("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", Limit(depth=3))
    >>> result.info.score, engine.name.split()[0]
    (Score.win(1), 'volo')
    """

    def __init__(self, command: str | Sequence[str], timeout: float) -> None:
        self._program = Program(command)
        self._timeout = timeout
        self._lines = 1
        # Whether the answer to the last search was not read, because the search was interrupted.
        self._owes_a_move = False
        # The number of times that the engine will write `readyok`. More than one after an interrupted command.
        self._owed_readyoks = 0
        self.name: str = self._program.name
        self.author: str = ""
        self.options: dict[str, UgiOption] = {}

    @classmethod
    def popen(cls, command: str | Sequence[str], *, timeout: float = 10.0) -> UgiEngine:
        """Start an engine, and wait until it is ready.

        Args:
            command: the program and its arguments, or one text that is divided as a shell would do it.
            timeout: the number of seconds in which the engine must answer. A search with a limit of time may take this
                time in addition to the limit.

        Raises:
            OSError: the program cannot be started.
            EngineError: the command is empty, or the program does not speak UGI, has ended, or is late.
            VoloError: the time is out of range.
            TypeError: the time is not a number.
        """
        # The limits check the number.
        seconds = Limit(time=timeout).time or 0.0
        engine = cls(command, seconds)
        with engine._guarded():
            engine._introduce()
        # Only then does the engine name the reply that it expects.
        ponder = engine.options.get("Ponder")
        is_check = ponder is not None and ponder.type == "check"
        engine._tell(["setoption name Ponder value true"] if is_check else [])
        return engine

    @property
    def pid(self) -> int:
        """The number of the process of the engine."""
        return self._program.pid

    def configure(self, options: Mapping[str, str | int | bool]) -> None:
        """Set options of the engine.

        Args:
            options: the values by the names of the options. Upper and lower case of a name do not matter.

        Raises:
            VoloError: the engine has no such option, or the option cannot have the value.
            EngineError: the engine refused a value, broke the protocol, has ended, or is late.
        """
        by_name = {name.lower(): option for name, option in self.options.items()}
        lines = []
        for name, value in options.items():
            option = by_name.get(name.lower())
            if option is None:
                raise VoloError(f"the engine {self.name} has no option {name[:80]!r}")
            if option.name == "MultiPV":
                # The next search sets the option again.
                self._lines = 0
            lines.append(f"setoption name {option.name} value {option.written(value)}")
        self._tell(lines)

    def play(self, position: Searchable, limit: Limit) -> PlayResult:
        """Let the engine choose a move.

        Args:
            position: a position, a game, a rule set, or the text of a position or a rule set.
            limit: when to stop.

        Raises:
            VoloError: the game is over, or the limit has no bound for the player to move.
            EngineError: the engine played an illegal move, refused the position or the limit, broke the protocol, has
                ended, or is late.
            InvalidRulesError: the text is neither a rule set nor a position.
            TypeError: an argument has the wrong type.
        """
        game = moving(position)
        move, ponder, reports = self._search(game, limit_of(limit, game.position.turn), 1)
        infos = reports.infos(game.position, 1)
        # The report may be about another move, if the engine changed its mind.
        info = infos[0] if infos and infos[0].pv[:1] == (move,) else None
        return PlayResult(move, ponder, info)

    def analyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Let the engine analyse the best moves.

        Args:
            position: a position, a game, a rule set, or the text of a position or a rule set.
            limit: when to stop.
            multipv: the number of best moves.

        Returns:
            The last report about each of the best moves, the best one first. Empty if the engine reports nothing.

        Raises:
            VoloError: the game is over, the limit has no bound for the player to move, or the engine has no option to
                report about several moves.
            EngineError: the engine refused the position or the limit, broke the protocol, has ended, or is late.
            InvalidRulesError: the text is neither a rule set nor a position.
            TypeError: an argument has the wrong type.
        """
        game = moving(position)
        _, _, reports = self._search(game, limit_of(limit, game.position.turn), multipv)
        return reports.infos(game.position, multipv)

    def clear(self) -> None:
        """Tell the engine that another game begins.

        Raises:
            EngineError: the engine broke the protocol, has ended, or is late.
        """
        self._tell(["uginewgame"])

    def close(self) -> None:
        """End the program. If it does not end by itself within a second, it is killed."""
        self._program.send("quit")
        self._program.close()

    def _introduce(self) -> None:
        self._program.send("ugi")
        deadline = monotonic() + self._timeout
        for _ in range(_MOST_OPTIONS):
            line = self._program.receive(deadline)
            key, _, value = line.partition(" ")
            if key == "ugiok":
                break
            if key == "id" and value.startswith("name "):
                self.name = self._program.name = value.removeprefix("name ").strip()[:200] or self.name
            elif key == "id" and value.startswith("author "):
                self.author = value.removeprefix("author ").strip()[:200]
            elif key == "option":
                option = UgiOption.parse(line)
                self.options[option.name] = option
        else:
            raise EngineError(f"the engine {self.name} wrote {_MOST_OPTIONS} lines without ugiok")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """End the program after an error, because its state is unknown then."""
        try:
            yield
        except EngineError:
            self._program.close()
            raise

    def _tell(self, lines: Sequence[str]) -> None:
        """Send commands, and wait until the engine has obeyed them."""
        refusal = None
        deadline = monotonic() + self._timeout
        with self._guarded():
            while self._owes_a_move:
                # A search that was refused has no best move, or one that is skipped below.
                self._owes_a_move = not self._program.receive(deadline).startswith(("bestmove", _ERROR))
            self._owed_readyoks += 1
            for line in [*lines, "isready"]:
                self._program.send(line)
            while self._owed_readyoks:
                line = self._program.receive(deadline).strip()
                if line == "readyok":
                    self._owed_readyoks -= 1
                elif line.startswith(_ERROR) and refusal is None and self._owed_readyoks == 1:
                    # Before the last `readyok`, a refusal is about a command of this call.
                    refusal = line
        if refusal is not None:
            raise self._reported(refusal)

    def _reported(self, line: str) -> EngineError:
        return EngineError(f"the engine {self.name} reports: {line.strip().removeprefix(_ERROR)[:300]}")

    def _search(self, game: Game, limit: Limit, lines: int) -> tuple[Move, Move | None, Reports]:
        commands = []
        if lines != self._lines:
            option = self.options.get("MultiPV")
            if option is None:
                raise VoloError(f"the engine {self.name} has no option MultiPV")
            commands.append(f"setoption name MultiPV value {option.written(lines)}")
            # If the engine refuses the position, it may have set the option nevertheless.
            self._lines = 0
        self._tell([*commands, _position_of(game, self._has_startpos())])
        self._lines = lines
        reports = Reports()
        seconds = _longest(limit, game.position.turn)
        deadline = None if seconds is None else monotonic() + seconds + self._timeout
        self._owes_a_move = True
        try:
            with self._guarded():
                self._program.send(f"go {words_of(limit)}")
                while not (line := self._program.receive(deadline)).startswith("bestmove"):
                    if line.startswith(_ERROR):
                        # The engine may never write a best move.
                        raise self._reported(line)
                    reports.add(line)
                self._owes_a_move = False
                return *self._chosen(line, game.position), reports
        except KeyboardInterrupt:
            self._program.send("stop")
            raise

    def _has_startpos(self) -> bool:
        """Whether ``startpos`` is always the standard start. With an option ``Rules``, it may be another."""
        return all(name.lower() != "rules" for name in self.options)

    def _chosen(self, line: str, position: Position) -> tuple[Move, Move | None]:
        words = line.split()
        try:
            move = position.parse_move(words[1] if len(words) > 1 else "")
        except VoloError as error:
            raise EngineError(f"the engine {self.name} played a move that cannot be played: {error}") from error
        try:
            return move, position.play(move).parse_move(words[3]) if words[2:3] == ["ponder"] else None
        except (VoloError, IndexError):
            # The expected reply is only a hint.
            return move, None

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an engine cannot be pickled or copied: it runs in a process of its own")


def _longest(limit: Limit, player: Color) -> float | None:
    """The seconds that a search may take. An engine decides itself how much of the player's clock it uses."""
    clock = limit.orange_clock if player is Color.ORANGE else limit.blue_clock
    return min((seconds for seconds in (limit.time, clock) if seconds is not None), default=None)


def _position_of(game: Game, has_startpos: bool) -> str:
    start = game.start
    is_standard = has_startpos and start == Position(Rules())
    words = ["position startpos" if is_standard else f"position fen {start.fen()}"]
    if len(game):
        words.append("moves")
        words += map(str, game.moves)
    return " ".join(words)
