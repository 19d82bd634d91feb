"""Engines that are other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock
from time import monotonic
from typing import Final, final

from volo._support.checks import checked_integer
from volo._support.threads import Helper
from volo._volo import Move, Position
from volo.color import Color
from volo.engine.analysis import Analysis
from volo.engine.base import AnyEngine
from volo.engine.search import Info, Limit, PlayResult, Searchable, limit_of, moving, seconds_of
from volo.engine.ugi.process import Program
from volo.engine.ugi.protocol import UgiOption, words_of
from volo.engine.ugi.search import UgiSearch
from volo.errors import EngineBusyError, EngineClosedError, EngineError, VoloError
from volo.game import Game

TIMEOUT: Final = 10.0
"""The number of seconds in which an engine must answer, unless the caller sets another."""

_MOST_OPTIONS: Final = 1000

# The most best moves of a search, as for `volo.engine.Engine`.
_MOST_LINES: Final = 1_000_000

# How a line begins that refuses a command.
_REFUSAL: Final = ["info", "string", "error:"]


@final
class UgiEngine(AnyEngine):
    """An engine that is another program and speaks UGI, the Universal Game Interface.

    :meth:`popen` starts one. The engine is a context manager, which ends the program. The program also ends when
    nothing refers to the object any more, and when the interpreter exits. One search runs at a time: a call during
    another one, or during an :class:`Analysis`, raises an ``EngineBusyError``. If the program breaks the protocol,
    refuses to search, dies or is late, an ``EngineError`` is raised, and the program is ended.

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
        self._search: UgiSearch | None = None
        # Held by the call or the search that uses the engine.
        self._free = Lock()
        self._is_closed = False
        # The number of times that the engine will write `readyok`. More than one after an interrupted command.
        self._owed_readyoks = 0
        self.name: str = self._program.name
        self.author: str = ""
        self.options: dict[str, UgiOption] = {}

    @classmethod
    def popen(cls, command: str | Sequence[str], *, timeout: float = TIMEOUT) -> UgiEngine:
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
        engine = cls(command, seconds_of("timeout", timeout))
        with engine._guarded():
            engine._introduce()
        # Without this option, an engine does not name the reply that it expects.
        engine._tell(["setoption name Ponder value true"] if "Ponder" in engine.options else [])
        return engine

    @property
    def pid(self) -> int:
        """The number of the process of the engine."""
        return self._program.pid

    def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Set options of the engine.

        Args:
            options: the values by the names of the options. Upper and lower case of a name do not matter. The value of
                a button, such as ``Clear Hash``, is None.

        Raises:
            VoloError: the engine has no such option, or the option cannot have the value.
            EngineError: the engine refused a value, broke the protocol, has ended, or is late.
        """
        by_name = {name.lower(): option for name, option in self.options.items()}
        lines = []
        for name, value in options.items():
            option = by_name.get(str(name).lower())
            if option is None:
                raise VoloError(f"the engine {self.name} has no option {name!r:.80}")
            if option.name == "MultiPV":
                # The next search sets the option again.
                self._lines = 0
            lines.append(option.command(value))
        self._obey(lines)

    def play(self, position: Searchable, limit: Limit) -> PlayResult:
        """Let the engine choose a move. The arguments and errors are those of :meth:`Engine.play`, and one more.

        Raises:
            EngineError: the engine played an illegal move, refused the position or the limit, broke the protocol, has
                ended, or is late.
        """
        return self._ended(position, limit, 1).result()

    async def aplay(self, position: Searchable, limit: Limit) -> PlayResult:
        """Let the engine choose a move, like :meth:`play`, in a coroutine of asyncio.

        If it is canceled, the engine stops.
        """
        search = self._started(position, limit, 1)
        async with Analysis(search) as analysis:
            await analysis
        return search.result()

    def analyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Let the engine analyse the best moves. The arguments and errors are those of :meth:`Engine.analyse`.

        Returns:
            The last report about each of the best moves, the best one first. Empty if the engine reports nothing.

        Raises:
            VoloError: the game is over, or the engine has no option to report about several moves.
            EngineError: the engine refused the position or the limit, broke the protocol, has ended, or is late.
        """
        return [Info(**fields) for fields in self._ended(position, limit, multipv).latest()]

    async def aanalyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Let the engine analyse the best moves, like :meth:`analyse`, in a coroutine of asyncio.

        If it is canceled, the engine stops.
        """
        async with self.analysis(position, limit, multipv) as analysis:
            return await analysis

    def analysis(self, position: Searchable, limit: Limit | None = None, multipv: int = 1) -> Analysis:
        """Let the engine analyse in the background. The arguments and errors are those of :meth:`Engine.analysis`.

        An error of the engine is raised by the call that waits for a report or for the end.

        Raises:
            VoloError: the game is over, or the engine has no option to report about several moves.
        """
        return Analysis(self._started(position, Limit() if limit is None else limit, multipv))

    def clear(self) -> None:
        """Tell the engine that another game begins.

        Raises:
            EngineError: the engine broke the protocol, has ended, or is late.
        """
        self._obey(["uginewgame"])

    def close(self) -> None:
        """End the program. If it does not end by itself within a second, it is killed."""
        self._is_closed = True
        self._program.send("quit")
        self._program.close()

    def _introduce(self) -> None:
        self._program.send("ugi")
        deadline = monotonic() + self._timeout
        for _ in range(_MOST_OPTIONS):
            line = self._program.receive(deadline)
            key, kind, text = [*line.split(maxsplit=2), "", "", ""][:3]
            if key == "ugiok":
                break
            if (key, kind) == ("id", "name"):
                self.name = self._program.name = text[:200] or self.name
            elif (key, kind) == ("id", "author"):
                self.author = text[:200]
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
        except EngineError as error:
            self._program.close()
            if self._is_closed:
                raise self._closed() from error
            raise

    def _closed(self) -> EngineClosedError:
        return EngineClosedError(f"the engine {self.name} is closed")

    def _take(self) -> None:
        """Reserve the engine for one call or one search. It must be released."""
        if self._is_closed:
            raise self._closed()
        # A search that was stopped ends soon, or the program is late and is ended.
        if self._search is not None and self._search.is_stopping:
            self._search.close()
        if not self._free.acquire(blocking=False):
            raise EngineBusyError(f"the engine {self.name} is in use by another call or an analysis")

    def _obey(self, lines: Sequence[str]) -> None:
        self._take()
        try:
            self._tell(lines)
        finally:
            self._free.release()

    def _tell(self, lines: Sequence[str]) -> None:
        """Send commands, and wait until the engine has obeyed them."""
        refusal = None
        deadline = monotonic() + self._timeout
        with self._guarded():
            self._owed_readyoks += 1
            for line in [*lines, "isready"]:
                self._program.send(line)
            while self._owed_readyoks:
                line = self._program.receive(deadline)
                if line == "readyok":
                    self._owed_readyoks -= 1
                elif refusal is None and self._owed_readyoks == 1:
                    # Before the last `readyok`, a refusal is about a command of this call.
                    refusal = self._refusal(line)
        if refusal is not None:
            raise refusal

    def _refusal(self, line: str) -> EngineError | None:
        """The error that a line reports, if it is one."""
        *words, text = [*line.split(maxsplit=3), ""][:4]
        return EngineError(f"the engine {self.name} reports: {text[:300]}") if words == _REFUSAL else None

    def _started(self, position: Searchable, limit: Limit, lines: int) -> UgiSearch:
        """Start a search on a thread of its own. The thread also waits for the answers before the search."""
        game = moving(position)
        limit_of(limit, game.position.turn)
        lines = checked_integer("multipv", lines, 1, _MOST_LINES)
        if lines != 1:
            if "MultiPV" not in self.options:
                raise VoloError(f"the engine {self.name} has no option MultiPV")
            self.options["MultiPV"].written(lines)
        seconds = _longest(limit, game.position.turn)
        go = f"go {words_of(limit)}", None if seconds is None else seconds + self._timeout
        self._take()
        search = UgiSearch(game.position, lines, self._timeout, self._program.send)
        try:
            Helper("volo-ugi-search", partial(self._run, search, game, go, lines)).start()
        except BaseException:
            self._free.release()
            raise
        self._search = search
        return search

    def _ended(self, position: Searchable, limit: Limit, lines: int) -> UgiSearch:
        search = self._started(position, limit, lines)
        try:
            search.wait_until_over(None)
        except KeyboardInterrupt:
            # The next call waits for the answer.
            search.stop()
            raise
        return search

    def _run(self, search: UgiSearch, game: Game, go: tuple[str, float | None], lines: int) -> None:
        best: tuple[Move, Move | None] | None = None
        error: BaseException | None = None
        try:
            commands = [] if lines == self._lines else [f"setoption name MultiPV value {lines}"]
            # If the engine refuses the position, it may have set the option nevertheless.
            self._lines = 0
            moves = f" moves {' '.join(map(str, game.moves))}" if len(game) else ""
            self._tell([*commands, f"position fen {game.start.fen()}{moves}"])
            self._lines = lines
            with self._guarded():
                search.begin(*go)
                while error is None and best is None:
                    line = self._program.receive(search.deadline)
                    # After a refusal, the engine may never write a best move.
                    error = self._refusal(line)
                    if line.split(maxsplit=1)[:1] == ["bestmove"]:
                        best = self._chosen(line, search.position)
                    elif error is None:
                        search.add(line)
                if error is not None and not search.is_stopping:
                    raise error
        except BaseException as raised:
            error = raised
        search.end(best, error, self._free.release)

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
